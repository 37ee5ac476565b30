import { isPlaceholder } from '#domain/core-config/users.ts'
import type { Delta } from './delta.ts'

export type CounterKind = Delta['kind']
type Way = 'up' | 'down'

export interface CounterName {
  kind: CounterKind
  name: string
  way: Way
}

const kinds: readonly [prefix: string, kind: CounterKind][] = [
  ['user>>>', 'client'],
  ['inbound>>>', 'inbound'],
  ['outbound>>>', 'outbound'],
]
const ends: readonly [suffix: string, way: Way][] = [
  ['>>>traffic>>>uplink', 'up'],
  ['>>>traffic>>>downlink', 'down'],
]

/** The panel's own way to the core is nobody's traffic. */
const ownTag = 'api'

/** By exact beginning and end: a name that holds `>>>` itself is never taken for another one's (properties, trap 3). */
export function parseCounter(text: string): CounterName | undefined {
  const start = kinds.find(([prefix]) => text.startsWith(prefix))
  const end = ends.find(([suffix]) => text.endsWith(suffix))
  if (!start || !end || text.length <= start[0].length + end[0].length) return undefined
  const name = text.slice(start[0].length, -end[0].length)
  const kind = start[1]
  const ignored = kind === 'client' ? isPlaceholder(name) : name === ownTag
  return ignored ? undefined : { kind, name, way: end[1] }
}

/** As the core calls it. */
export function counterText({ kind, name, way }: CounterName): string {
  const prefix = kinds.find(([, k]) => k === kind)?.[0] ?? ''
  const suffix = ends.find(([, w]) => w === way)?.[0] ?? ''
  return `${prefix}${name}${suffix}`
}
