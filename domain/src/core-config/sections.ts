import type { Block } from '#contract/inbound.ts'
import { foldedKey } from './json.ts'

/** What a template may hold. `env` and `version` are the panel's business: it starts the core. */
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

// Object.keys widens the keys of a typed table to string.
const canonical = new Map((Object.keys(sectionKinds) as Section[]).map((name) => [foldedKey(name), name]))

export const sectionOf = (key: string): Section | undefined => canonical.get(foldedKey(key))

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** The sections that are there, by the core's names, in a fixed order. An empty `reverse` or `transport` would be refused. */
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
