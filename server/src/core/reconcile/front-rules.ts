import type { Block } from '#contract/inbound.ts'

/** A client that is refused from these addresses and ranges, for a while. */
export interface Refused {
  user: string
  sources: readonly string[]
}

/** Of our own, because a template need not have one: what a rule sends nowhere else would take the default route. */
export const refusalOutbound = { tag: 'sluice-refused', protocol: 'blackhole', settings: {} } as const
export const frontPrefix = 'front-'

/** The core reads a name that begins so as an expression, which would match others. */
const asMatcher = (user: string): string =>
  user.startsWith('regexp:') ? `regexp:^${user.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : user

/**
 * Rules that stand before all others and are no part of the configuration: they come and go with what clients do, so
 * that they are neither noted as a version nor compared with what is stored.
 */
export const frontRules = (refused: readonly Refused[]): Block[] =>
  refused.map(({ user, sources }) => ({
    type: 'field',
    user: [asMatcher(user)],
    source: [...sources],
    outboundTag: refusalOutbound.tag,
  }))

/** One generation under fresh names: those in front, and then the configuration's own. */
export const rulesWithFront = (
  generation: string,
  front: readonly Block[],
  rules: readonly Block[],
): Block[] => [
  ...front.map((rule, i) => ({ ...rule, ruleTag: `${frontPrefix}${generation}-${i}` })),
  ...rules.map((rule, i) => ({ ...rule, ruleTag: `${generation}-${i}` })),
]
