/**
 * The part of ICU MessageFormat that our messages use: `{name}`, `{n, plural, =0 {…} one {…} other {…}}` and
 * `{kind, select, a {…} other {…}}`, with `#` for the number inside a plural. Numbers are formatted for the
 * language.
 */
export type Values = Readonly<Record<string, string | number>>

type Node = string | { arg: string } | { arg: string; by: 'plural' | 'select'; cases: Map<string, Node[]> }

/** The argument names of a message, so that a call without them does not compile. */
export type ArgNames<M extends string> = M extends `${string}{${infer Rest}`
  ? Head<Rest> | ArgNames<Rest>
  : never
type Head<R extends string> = R extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside extends `${string} ${string}` | '#' // the text of a case, not an argument
      ? never
      : Inside
  : never

class Reader {
  at = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  fail(what: string): never {
    throw new Error(`${what} at ${this.at} in "${this.text}"`)
  }

  /** The match of a sticky pattern at this position, or an empty string. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  expect(sign: string): void {
    if (this.text[this.at] !== sign) this.fail(`"${sign}" is missing`)
    this.at += 1
  }

  word(): string {
    this.take(/\s*/y)
    const word = this.take(/=?[\p{L}\p{N}_]+/uy)
    if (!word) this.fail('a word is missing')
    this.take(/\s*/y)
    return word
  }

  message(): Node[] {
    const nodes: Node[] = []
    for (;;) {
      const text = this.take(/[^{}]+/y)
      if (text) nodes.push(text)
      if (this.text[this.at] !== '{') return nodes
      this.at += 1
      nodes.push(this.argument())
    }
  }

  argument(): Node {
    const arg = this.word()
    if (this.text[this.at] === '}') {
      this.at += 1
      return { arg }
    }
    this.expect(',')
    const by = this.word()
    if (by !== 'plural' && by !== 'select') this.fail(`"${by}" is not known`)
    this.expect(',')
    const cases = new Map<string, Node[]>()
    do {
      const name = this.word()
      this.expect('{')
      cases.set(name, this.message())
      this.expect('}')
      this.take(/\s*/y)
    } while (this.text[this.at] !== '}')
    this.at += 1
    if (!cases.has('other')) this.fail('the case "other" is missing')
    return { arg, by, cases }
  }
}

export function parseMessage(text: string): Node[] {
  const reader = new Reader(text)
  const nodes = reader.message()
  if (reader.at < text.length) reader.fail('a bracket is too many')
  return nodes
}

/** Every argument of a message, including those inside cases. */
export const argumentsOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return 'cases' in node ? [node.arg, ...[...node.cases.values()].flatMap(argumentsOf)] : [node.arg]
  })

/** The case names of each plural in a message. */
export const pluralsOf = (nodes: readonly Node[]): string[][] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string' || !('cases' in node)) return []
    const inside = [...node.cases.values()].flatMap(pluralsOf)
    return node.by === 'plural' ? [[...node.cases.keys()], ...inside] : inside
  })

/** Keeps a value's own direction inside a sentence that reads from right to left: "http://a/sub/" keeps its last slash. */
const isolated = (text: string) => (/[A-Za-z]/.test(text) ? `\u2068${text}\u2069` : text)

export function createFormat(locale: string, dir: 'ltr' | 'rtl' = 'ltr') {
  const parsed = new Map<string, Node[]>()
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const written = (value: string | number | undefined) =>
    typeof value === 'number' ? numbers.format(value) : dir === 'rtl' ? isolated(value ?? '') : (value ?? '')

  function write(nodes: readonly Node[], values: Values, count?: number): string {
    return nodes
      .map((node) => {
        if (typeof node === 'string') return count === undefined ? node : node.replaceAll('#', written(count))
        const value = values[node.arg]
        if (!('cases' in node)) return written(value)
        const number = node.by === 'plural' ? Number(value) : count
        const name = node.by === 'plural' ? plurals.select(Number(value)) : String(value)
        const chosen = node.cases.get(`=${value}`) ?? node.cases.get(name) ?? node.cases.get('other')
        return write(chosen ?? [], values, number)
      })
      .join('')
  }

  return (message: string, values: Values = {}): string => {
    const nodes = parsed.get(message) ?? parseMessage(message)
    parsed.set(message, nodes)
    return write(nodes, values)
  }
}
