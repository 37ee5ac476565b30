/**
 * A strict parser of Prometheus' text format 0.0.4: throws at everything that its specification does not
 * allow.
 */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}
export interface Exposition {
  types: Map<string, string>
  samples: Sample[]
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*/
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*/
const number = /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i

/** One quoted value with its escapes, from the opening quote on. */
function quoted(text: string): { value: string; rest: string } {
  if (text[0] !== '"') throw new Error(`a label value begins with a quote: ${text}`)
  let value = ''
  for (let i = 1; i < text.length; i++) {
    const char = text[i]
    if (char === '"') return { value, rest: text.slice(i + 1) }
    if (char !== '\\') {
      value += char
      continue
    }
    const escaped = { '\\': '\\', n: '\n', '"': '"' }[text[++i] ?? '']
    if (escaped === undefined) throw new Error(`no such escape: ${text}`)
    value += escaped
  }
  throw new Error(`a label value does not end: ${text}`)
}

function labelsOf(text: string): { labels: Record<string, string>; rest: string } {
  const labels: Record<string, string> = {}
  let rest = text
  for (;;) {
    const name = labelName.exec(rest)?.[0]
    if (!name || rest[name.length] !== '=' || name in labels) throw new Error(`no label: ${rest}`)
    const { value, rest: after } = quoted(rest.slice(name.length + 1))
    labels[name] = value
    if (after[0] === '}') return { labels, rest: after.slice(1) }
    if (after[0] !== ',') throw new Error(`labels go on with a comma: ${after}`)
    rest = after.slice(1)
  }
}

function sampleOf(line: string): Sample {
  const name = metricName.exec(line)?.[0]
  if (!name) throw new Error(`no metric: ${line}`)
  const after = line.slice(name.length)
  const { labels, rest } = after[0] === '{' ? labelsOf(after.slice(1)) : { labels: {}, rest: after }
  const text = /^ (\S+)$/.exec(rest)?.[1]
  if (text === undefined || !number.test(text)) throw new Error(`no value: ${line}`)
  return { name, labels, value: Number(text) }
}

export function readExposition(text: string): Exposition {
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line must end with a line feed')
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const seen = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const [, word, name = '', more = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (word === 'HELP') {
      if (helped.has(name)) throw new Error(`told twice: ${line}`)
      helped.add(name)
    } else if (word === 'TYPE') {
      if (types.has(name) || samples.some((s) => s.name === name)) throw new Error(`typed late: ${line}`)
      if (!['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(more))
        throw new Error(`no type: ${line}`)
      types.set(name, more)
    } else if (line.startsWith('#') || line === '') throw new Error(`unexpected: ${line}`)
    else {
      const sample = sampleOf(line)
      if (!types.has(sample.name)) throw new Error(`untyped: ${line}`)
      const last = samples.at(-1)?.name
      if (last !== sample.name && samples.some((s) => s.name === sample.name))
        throw new Error(`the lines of one metric must stand together: ${line}`)
      const identity = JSON.stringify([sample.name, Object.entries(sample.labels).sort()])
      if (seen.has(identity)) throw new Error(`there twice: ${line}`)
      seen.add(identity)
      samples.push(sample)
    }
  }
  return { types, samples }
}
