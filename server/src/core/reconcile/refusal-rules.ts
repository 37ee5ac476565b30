import type { Block } from '#contract/inbound.ts'
import { clientMatcher } from '#domain/core-config/user-names.ts'

/** A client that is refused from these addresses and ranges for a while. */
export interface Refused {
  user: string
  sources: readonly string[]
}

/** Our own, because a template need not have a blackhole: the traffic would take the default route. */
export const refusalOutbound = { tag: 'sluice-refused', protocol: 'blackhole', settings: {} } as const
export const refusalPrefix = 'front-'

/** The core reads a name with this prefix as an expression, which would match others. */
const asMatcher = (user: string): string =>
  user.startsWith('regexp:') ? `regexp:^${user.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : user

/**
 * Rules in front of all others that are not part of the configuration: they follow what clients do, so they are neither
 * recorded in the history nor compared with the stored configuration.
 */
export const refusalRules = (refused: readonly Refused[]): Block[] =>
  refused.map(({ user, sources }) => ({
    type: 'field',
    user: [asMatcher(user), clientMatcher([user])],
    source: [...sources],
    outboundTag: refusalOutbound.tag,
  }))

/** One generation with new tags: the refusal rules, then the configuration's own. */
export const withRefusals = (
  generation: string,
  refusals: readonly Block[],
  rules: readonly Block[],
): Block[] => [
  ...refusals.map((rule, i) => ({ ...rule, ruleTag: `${refusalPrefix}${generation}-${i}` })),
  ...rules.map((rule, i) => ({ ...rule, ruleTag: `${generation}-${i}` })),
]
