import type { HealthAction } from '#contract/health-api.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, page, setting } from './check.ts'

/** A name that clients or browsers use for this machine. */
export interface NameFact {
  of: 'panel' | 'subscriptions' | 'public-host' | 'host'
  name: string
  /** Undefined: it does not resolve; `error` says why. */
  addresses: readonly string[] | undefined
  error: string
}

const pages: Record<NameFact['of'], HealthAction> = {
  panel: setting('panel', 'webDomain'),
  subscriptions: setting('subscription', 'subDomain'),
  'public-host': setting('panel', 'publicHost'),
  host: page('panel/inbounds?view=addresses'),
}

/**
 * A name may lead to a CDN or a load balancer, which is right and cannot be told from a mistake: for hosts of links
 * that is the usual case, so it is not reported.
 */
function judgeName({ of, name, addresses, error }: NameFact, own: ReadonlySet<string>): Check {
  const id = `names.${name}`
  const subject = { kind: 'name', id: name, name } as const
  const lost = coded('health.name-lost', { name, reason: error })
  if (!addresses) return check(id, of === 'host' ? 'warn' : 'bad', lost, pages[of], subject)
  if (addresses.some((address) => own.has(address)))
    return check(id, 'ok', coded('health.name-here', { name }), undefined, subject)
  const sentence = coded('health.name-elsewhere', { name, addresses: addresses.slice(0, 4).join(', ') })
  return of === 'host'
    ? check(id, 'ok', sentence, undefined, subject)
    : check(id, 'note', sentence, pages[of], subject)
}

export const judgeNames = (facts: readonly NameFact[], own: readonly string[]): Check[] => {
  const here = new Set(own)
  return facts.map((fact) => judgeName(fact, here))
}
