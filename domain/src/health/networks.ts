import { coded } from '#domain/refusal.ts'
import { type Check, check } from './check.ts'

/** What the files say about the networks of callers. */
export interface NetworkFacts {
  folder: string
  hasProviders: boolean
  hasCountries: boolean
  /** Files that could not be read. */
  problems: readonly { name: string; reason: string }[]
}

/** Undefined: nobody needs to know them. */
export function judgeNetworks(facts: NetworkFacts | undefined): Check[] {
  if (!facts) return []
  const { folder, hasProviders, hasCountries, problems } = facts
  const broken = problems.map(({ name, reason }) =>
    check(`networks.${name}`, 'note', coded('geo.file-unreadable', { name, reason })),
  )
  const found = hasProviders
    ? check('networks', 'ok', coded(hasCountries ? 'health.networks-known' : 'health.networks-providers'))
    : check('networks', 'note', coded('health.networks-unknown', { folder }))
  return [...broken, found]
}
