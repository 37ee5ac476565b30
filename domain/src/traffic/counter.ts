import { isHiddenUser } from '#domain/core-config/users.ts'
import type { Delta } from './delta.ts'

type Whose = Pick<Delta, 'kind' | 'name'>
type Way = 'up' | 'down'

const kinds: readonly [prefix: string, kind: Delta['kind']][] = [
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

/** A traffic counter's name without its direction, which is kind and name; undefined for other counters. */
export function splitCounter(text: string) {
  const end = ends.find(([suffix]) => text.endsWith(suffix))
  return end && { base: text.slice(0, -end[0].length), way: end[1] }
}

/** Parses by exact prefix: a name that contains `>>>` cannot be mistaken for another. */
export function parseBase(base: string): Whose | undefined {
  const start = kinds.find(([prefix]) => base.startsWith(prefix))
  const name = start && base.slice(start[0].length)
  if (!start || !name) return undefined
  const ignored = start[1] === 'client' ? isHiddenUser(name) : name === ownTag
  return ignored ? undefined : { kind: start[1], name }
}

export const baseOf = ({ kind, name }: Whose): string =>
  `${kinds.find(([, k]) => k === kind)?.[0] ?? ''}${name}`
export const withWay = (base: string, way: Way): string =>
  `${base}${ends.find(([, w]) => w === way)?.[0] ?? ''}`

/** The core's counter name. */
export const counterText = ({ way, ...whose }: Whose & { way: Way }): string => withWay(baseOf(whose), way)
