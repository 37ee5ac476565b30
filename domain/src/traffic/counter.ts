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

export interface CounterText {
  /** Kind and name, as the counters of both ways begin. */
  base: string
  way: Way
}

/** A traffic counter's text without its way; undefined for any other counter. */
export function splitCounter(text: string): CounterText | undefined {
  const end = ends.find(([suffix]) => text.endsWith(suffix))
  return end && { base: text.slice(0, -end[0].length), way: end[1] }
}

/** Whose it is, by its exact beginning: a name that holds `>>>` itself is never taken for another (properties, trap 3). */
export function parseBase(base: string): Omit<CounterName, 'way'> | undefined {
  const start = kinds.find(([prefix]) => base.startsWith(prefix))
  const name = start && base.slice(start[0].length)
  if (!start || !name) return undefined
  const ignored = start[1] === 'client' ? isPlaceholder(name) : name === ownTag
  return ignored ? undefined : { kind: start[1], name }
}

export function parseCounter(text: string): CounterName | undefined {
  const split = splitCounter(text)
  const whose = split && parseBase(split.base)
  return whose && { ...whose, way: split.way }
}

export const baseOf = ({ kind, name }: Omit<CounterName, 'way'>): string =>
  `${kinds.find(([, k]) => k === kind)?.[0] ?? ''}${name}`
export const withWay = (base: string, way: Way): string =>
  `${base}${ends.find(([, w]) => w === way)?.[0] ?? ''}`

/** As the core calls it. */
export const counterText = ({ way, ...whose }: CounterName): string => withWay(baseOf(whose), way)
