/**
 * The one formatter of every sentence in `locales/`, for the browser, the bot, mails and answers of the API. It knows
 * this part of ICU MessageFormat: `{name}`, `{n, number}`, `{n, plural, =0 {…} one {…} other {…}}` and
 * `{kind, select, a {…} other {…}}`, `#` for the number of a plural, and apostrophes: `''` is one, `'{'` is a brace.
 */
type Node =
  | string
  /** The number of the plural around it. */
  | { count: true }
  | { arg: string; by?: 'number' }
  | { arg: string; by: 'plural' | 'select'; cases: Map<string, Node[]> }

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

  /** The text up to the next brace or, inside a plural, the next `#`. */
  plain(inPlural: boolean): string {
    let text = ''
    for (;;) {
      text += this.take(inPlural ? /[^{}'#]+/y : /[^{}']+/y)
      if (this.text[this.at] !== "'") return text
      const quoted = this.take(inPlural ? /'[{}#|](?:[^']|'')*(?:'|$)/y : /'[{}](?:[^']|'')*(?:'|$)/y)
      if (quoted) text += quoted.slice(1).replace(/'$/, '').replaceAll("''", "'")
      else text += this.take(/''?/y).slice(0, 1)
    }
  }

  message(inPlural: boolean): Node[] {
    const nodes: Node[] = []
    for (;;) {
      const text = this.plain(inPlural)
      if (text) nodes.push(text)
      const sign = this.text[this.at]
      if (sign !== '{' && sign !== '#') return nodes
      this.at += 1
      nodes.push(sign === '#' ? { count: true } : this.argument(inPlural))
    }
  }

  argument(inPlural: boolean): Node {
    const arg = this.word()
    if (this.take(/\}/y)) return { arg }
    this.expect(',')
    const by = this.word()
    if (by === 'number') {
      this.expect('}')
      return { arg, by }
    }
    if (by !== 'plural' && by !== 'select') this.fail(`"${by}" is not known`)
    this.expect(',')
    const cases = new Map<string, Node[]>()
    do {
      const name = this.word()
      this.expect('{')
      cases.set(name, this.message(inPlural || by === 'plural'))
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
  const nodes = reader.message(false)
  if (reader.at < text.length) reader.fail('a bracket is too many')
  return nodes
}

export const argumentsOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string' || 'count' in node) return []
    return 'cases' in node ? [node.arg, ...[...node.cases.values()].flatMap(argumentsOf)] : [node.arg]
  })

export const pluralsOf = (nodes: readonly Node[]): string[][] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string' || !('cases' in node)) return []
    const inside = [...node.cases.values()].flatMap(pluralsOf)
    return node.by === 'plural' ? [[...node.cases.keys()], ...inside] : inside
  })

/** How values are written into a sentence. */
export interface Writing<Value> {
  /** Whose plural rules and digits are used. */
  locale: string
  /** `after` is the character that follows the value in the sentence. */
  write(value: Value | undefined, name: string, after: string): string
}

// Created when they are needed: the data of a language is large.
const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

function caseOf(count: number, locale: string): string {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale)
  plurals.set(locale, rules)
  return rules.select(count)
}

/** A number with the digits and separators of the language. */
export function numberIn(locale: string, value: number): string {
  const format = numbers.get(locale) ?? new Intl.NumberFormat(locale)
  numbers.set(locale, format)
  return format.format(value)
}

/** As many as the catalogue has messages. */
const parsed = new Map<string, Node[]>()

function parsedOnce(message: string): Node[] {
  const nodes = parsed.get(message) ?? parseMessage(message)
  parsed.set(message, nodes)
  return nodes
}

export function format<Value>(
  message: string,
  values: Readonly<Record<string, Value>>,
  { locale, write }: Writing<Value>,
): string {
  function join(nodes: readonly Node[], after: string, count: number): string {
    return nodes
      .map((node, i) => {
        const next = nodes[i + 1]
        return one(node, next === undefined ? after : typeof next === 'string' ? (next[0] ?? '') : '', count)
      })
      .join('')
  }
  function one(node: Node, after: string, count: number): string {
    if (typeof node === 'string') return node
    if ('count' in node) return numberIn(locale, count)
    const value = Object.hasOwn(values, node.arg) ? values[node.arg] : undefined
    if (node.by === 'number') return numberIn(locale, Number(value))
    if (!('cases' in node)) return write(value, node.arg, after)
    const { cases } = node
    const name = node.by === 'plural' ? caseOf(Number(value), locale) : String(value)
    const chosen = cases.get(`=${value}`) ?? cases.get(name) ?? cases.get('other') ?? []
    return join(chosen, after, node.by === 'plural' ? Number(value) : count)
  }
  return join(parsedOnce(message), '', 0)
}
