import { isPlaceholder } from '#domain/core-config/users.ts'
import type { Delta } from './delta.ts'

type CounterKind = Delta['kind']
type Way = 'up' | 'down'

interface CounterName {
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

/** The panel's own API inbound is not traffic. */
const ownTag = 'api'

interface CounterText {
  /** Kind and name: the common prefix of the counters of both directions. */
  base: string
  way: Way
}

/** A traffic counter's name without its direction; undefined for other counters. */
export function splitCounter(text: string): CounterText | undefined {
  const end = ends.find(([suffix]) => text.endsWith(suffix))
  return end && { base: text.slice(0, -end[0].length), way: end[1] }
}

/** Parses by exact prefix: a name that contains `>>>` cannot be mistaken for another. */
export function parseBase(base: string): Omit<CounterName, 'way'> | undefined {
  const start = kinds.find(([prefix]) => base.startsWith(prefix))
  const name = start && base.slice(start[0].length)
  if (!start || !name) return undefined
  const ignored = start[1] === 'client' ? isPlaceholder(name) : name === ownTag
  return ignored ? undefined : { kind: start[1], name }
}

export const baseOf = ({ kind, name }: Omit<CounterName, 'way'>): string =>
  `${kinds.find(([, k]) => k === kind)?.[0] ?? ''}${name}`
export const withWay = (base: string, way: Way): string =>
  `${base}${ends.find(([, w]) => w === way)?.[0] ?? ''}`

/** The core's counter name. */
export const counterText = ({ way, ...whose }: CounterName): string => withWay(baseOf(whose), way)
