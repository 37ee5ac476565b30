import type { Block } from '#contract/inbound.ts'
import { foldedKey } from '#domain/untyped.ts'

/** Sections a template may contain. `env` and `version` are not allowed: the panel starts the core. */
export const sectionKinds = {
  log: 'object',
  api: 'object',
  stats: 'object',
  metrics: 'object',
  policy: 'object',
  dns: 'object',
  fakedns: 'object or list',
  routing: 'object',
  observatory: 'object',
  burstObservatory: 'object',
  transport: 'object',
  reverse: 'object',
  geodata: 'object',
  outbounds: 'list',
  inbounds: 'list',
} as const satisfies Record<string, 'object' | 'list' | 'object or list'>

export type Section = keyof typeof sectionKinds

// Object.keys widens the keys to string.
const canonical = new Map((Object.keys(sectionKinds) as Section[]).map((name) => [foldedKey(name), name]))

export const sectionOf = (key: string): Section | undefined => canonical.get(foldedKey(key))

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The non-empty sections, by the core's names, in a fixed order. The core refuses an empty `reverse` or `transport`. */
export function templateSections(template: Block): Partial<Record<Section, unknown>> {
  const found = new Map<Section, unknown>()
  for (const [key, value] of Object.entries(template)) {
    const name = sectionOf(key)
    if (!name || value === null || value === undefined) continue
    if ((name === 'transport' || name === 'reverse') && isEmpty(value)) continue
    found.set(name, value)
  }
  const names = [...canonical.values()]
  return Object.fromEntries(names.filter((n) => found.has(n)).map((n) => [n, found.get(n)]))
}
