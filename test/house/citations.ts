import { at, isCode, parse, type Source, visit } from './source.ts'

/** Text of a file that may cite a rule, with its offset: comments and test titles of code, all of a document. */
interface Passage {
  text: string
  start: number
}

const testNames = new Set(['describe', 'it', 'test'])

/** `it('P29: ...')`, and the same behind `.each`, `.skipIf` and the like. */
function titlesOf(source: Source): Passage[] {
  const found: Passage[] = []
  visit(source, {
    CallExpression({ callee, arguments: [title] }) {
      const name = source.text.slice(callee.start, callee.end).split(/[.(]/, 1)[0] ?? ''
      if (title?.type === 'Literal' && typeof title.value === 'string' && testNames.has(name))
        found.push({ text: title.value, start: title.start })
    },
  })
  return found
}

// A percent sign or a word character in front belongs to something else: %C3, UTF-R8.
const ruleId = /(?<![\w%&#/.-])[RPSC]\d{1,3}(?![\w%])/g
const recordId = /(?<!\w)ADR (\d+)/g

function passagesOf(source: Source): Passage[] {
  const { path, text } = source
  if (text.search(ruleId) < 0 && text.search(recordId) < 0) return [] // most files: they need not be parsed
  if (isCode(source)) {
    const comments = parse(source).comments.map(({ value, start }) => ({ text: value, start }))
    return /\.test\.tsx?$/.test(path) ? [...comments, ...titlesOf(source)] : comments
  }
  if (/\.md$/.test(path)) return [{ text, start: 0 }]
  if (!/\.(py|ya?ml)$|^\.ci\//.test(path)) return []
  return [...text.matchAll(/(?<=^|\s)#.*/gm)].map((match) => ({ text: match[0], start: match.index }))
}

/** Ids that docs/rules.md defines, as `- **R1** ...`. */
export const definedRules = (rules: string): ReadonlySet<string> =>
  new Set([...rules.matchAll(/^- \*\*([RPSC]\d+)\*\* /gm)].map(([, id = '']) => id))

/** Numbers of the decision records, from their file names. */
export const definedRecords = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/.exec(path)?.[1] ?? []))

export interface Defined {
  rules: ReadonlySet<string>
  records: ReadonlySet<string>
}

/** Citations in a file that nothing defines. */
export function unresolved(source: Source, { rules, records }: Defined): string[] {
  return passagesOf(source).flatMap(({ text, start }) => [
    ...[...text.matchAll(ruleId)]
      .filter(([id]) => !rules.has(id))
      .map(({ 0: id, index }) => at(source, start + index, `${id} is not in docs/rules.md`)),
    ...[...text.matchAll(recordId)]
      .filter(([, number = '']) => !records.has(number))
      .map(({ 0: cited, index }) => at(source, start + index, `${cited} is not in docs/decisions`)),
  ])
}

/** Rule ids that a file cites. */
export const citedRules = (source: Source): string[] =>
  passagesOf(source).flatMap(({ text }) => text.match(ruleId) ?? [])
