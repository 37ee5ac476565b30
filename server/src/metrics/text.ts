export type Labels = Readonly<Record<string, string>>

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge'
}

export const gauge = (name: string, help: string): Metric => ({ name: `sluice_${name}`, help, type: 'gauge' })
export const counter = (name: string, help: string): Metric => ({
  name: `sluice_${name}`,
  help,
  type: 'counter',
})
export const seconds = (ms: number): number => ms / 1_000

/** Text format 0.0.4 escapes three characters in a label and two in a help text. */
const inLabel: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' }
const escapeLabel = (value: string) => value.replace(/[\\\n"]/g, (char) => inLabel[char] ?? char)
const escapeHelp = (text: string) => text.replace(/[\\\n]/g, (char) => inLabel[char] ?? char)

export const head = ({ name, help, type }: Metric): string =>
  `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`

export function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

export const metric = (about: Metric, samples: readonly (readonly [Labels, number])[]): string =>
  samples.length === 0
    ? ''
    : head(about) + samples.map(([labels, value]) => sample(about.name, labels, value)).join('')

const ways = ['up', 'down'] as const
/** The two samples of an up/down pair. */
export const bothWays = (labels: Labels, bytes: { up: number; down: number }) =>
  ways.map((direction) => [{ ...labels, direction }, bytes[direction]] as const)
