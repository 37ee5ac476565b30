import { Visitor } from 'rolldown/utils'
import { isCode, isTest, parse, type Rule, type Source } from './source.ts'

const ours = (source: Source) =>
  isCode(source) && !isTest(source) && /^(contract|domain|server)\/src\//.test(source.path)

interface Pattern {
  source: string
  flags: string
}

function patternsOf(source: Source): Pattern[] {
  const found: Pattern[] = []
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) found.push({ source: node.regex.pattern, flags: node.regex.flags })
    },
  }).visit(parse(source).program)
  return found
}

/** Without one of these a pattern looks at a few characters only. */
const isUnbounded = ({ source }: Pattern) => /[*+]|\{\d+,\}/.test(source)

/** Pieces of hostile texts: long runs that do not end as the pattern expects. */
function pumps({ source }: Pattern): string[] {
  const plain = source.replace(/\\[bdswBDSW]|\(\?[:=!<]*|[\^$()|?*+{}]|\[\^?/g, '\0').replace(/\\(.)/g, '$1')
  const words = plain.split('\0').filter((word) => word !== '')
  const letters = [...'a0A_ =!"\\[]{}<>/.-@:,;%&#|\t\n\u0001']
  return [
    ...new Set([
      ...letters,
      '\\"',
      'a ',
      'a.',
      'a-',
      'a:',
      ' a',
      ...words,
      ...words.map((word) => `${word} `),
    ]),
  ]
}

/** Prefixes that lead into the pattern's own repetitions. */
function openings({ source }: Pattern): string[] {
  const plain = source.replace(/^\^/, '').replace(/\\([^bdswBDSW])/g, '$1')
  const literal = /^[^\\()[\]{}|?*+.^$]+/.exec(plain)?.[0] ?? ''
  return [...new Set(['', literal, 'a', 'a=x'])]
}

const longest = 25_600
const stages = [22, 400, 1_600, 6_400, longest]
/** What a pattern may take over the longest text. */
const MOST_MS = 15

/** CPU time of this thread, so that other load does not count; `wall` has all of it, in finer steps. */
function milliseconds(pattern: RegExp, text: string): { cpu: number; wall: number } {
  const least = { cpu: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY }
  for (let i = 0; i < 2; i++) {
    const began = process.threadCpuUsage()
    const start = performance.now()
    text.replace(pattern, '')
    least.wall = Math.min(least.wall, performance.now() - start)
    least.cpu = Math.min(least.cpu, process.threadCpuUsage(began).user / 1_000)
    if (least.cpu < 1) break // no need to look twice
  }
  return least
}

/** Four times the text takes sixteen times as long if a pattern scans it again for each character. */
function growsTooFast({ source, flags }: Pattern): string | undefined {
  const pattern = new RegExp(source, flags)
  for (const opening of openings({ source, flags })) {
    for (const pump of pumps({ source, flags })) {
      let before = 0.02
      for (const length of stages) {
        const text = `${opening}${pump.repeat(Math.ceil(length / pump.length))}\u0002`
        const { cpu, wall } = milliseconds(pattern, text)
        if (cpu > MOST_MS && cpu / before > 8) return pump
        // Even the square of its time would be short at the longest text. The first stage is for exponents only.
        if (length > 22 && wall * (longest / length) ** 2 < MOST_MS) break
        before = Math.max(cpu, 0.02)
      }
    }
  }
  return undefined
}

const judged = new Map<string, string | undefined>()

export const patternRules: Rule[] = [
  {
    name: 'a regular expression takes no longer than its text is long',
    finds: (source) =>
      (ours(source) ? patternsOf(source) : []).filter(isUnbounded).flatMap((pattern) => {
        const key = `${pattern.flags} ${pattern.source}`
        if (!judged.has(key)) judged.set(key, growsTooFast(pattern))
        const pump = judged.get(key)
        return pump === undefined
          ? []
          : [
              `${source.path}: /${pattern.source}/ takes the square of its time over a run of ${JSON.stringify(pump)}`,
            ]
      }),
    bad: [
      { path: 'contract/src/a.ts', text: `export const a = /"(?:[^"\\\\]|\\\\.)*"/g` },
      { path: 'domain/src/a.ts', text: 'export const a = /=+$/' },
      { path: 'server/src/a.ts', text: 'export const a = /^(a+)+$/' },
      { path: 'server/src/b.ts', text: 'export const a = /^(\\w+)\\s*=\\s*(.*?)\\s*(?:#.*)?$/' },
    ],
    good: [
      { path: 'domain/src/a.ts', text: 'export const a = /^[a-z0-9.]+$/' },
      { path: 'domain/src/b.ts', text: 'export const a = /[\\s,]+/' },
      { path: 'domain/src/a.test.ts', text: 'export const a = /=+$/' },
      { path: 'web/src/a.ts', text: 'export const a = /=+$/' },
    ],
  },
]
