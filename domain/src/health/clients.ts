import type { ClientSummary } from '#contract/client-bodies.ts'
import type { RefusedLogins } from '#contract/session-api.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, fix, only, page, setting } from './check.ts'

export interface ClientFacts extends Pick<ClientSummary, 'total' | 'expiringCount' | 'depletedCount'> {
  /** Those that expire within a day and do not renew. */
  today: number
  /** Enabled ones without an enabled inbound. */
  entryless: number
  refused: RefusedLogins
  subscriptionsOn: boolean
}

const HOUR = 3_600_000

/** What `clients.today` counts, as a query; by the hour, as the page of clients filters. */
export function endingToday(now: number): { expiryFrom: number; expiryTo: number; autoRenew: boolean } {
  const hour = Math.floor(now / HOUR) * HOUR
  return { expiryFrom: hour, expiryTo: hour + 24 * HOUR, autoRenew: false }
}

const clientsWith = (q: string) => page(`panel/clients?${new URLSearchParams({ q })}`)

/** Undefined: another instance looks at clients. */
export function judgeClients(facts: ClientFacts | undefined): Check[] {
  if (!facts) return []
  const { total, today, entryless, expiringCount, depletedCount, refused, subscriptionsOn } = facts
  const found: Check[] = []
  if (today > 0)
    found.push(
      check(
        'clients.today',
        'note',
        coded('health.clients-today', { count: today }),
        clientsWith('expires<1d renew:no'),
      ),
    )
  if (expiringCount > 0)
    found.push(
      check(
        'clients.expiring',
        'note',
        coded('health.clients-expiring', { count: expiringCount }),
        clientsWith('status:expiring'),
      ),
    )
  if (depletedCount > 0)
    found.push(
      check(
        'clients.depleted',
        'note',
        coded('health.clients-depleted', { count: depletedCount }),
        clientsWith('status:depleted'),
      ),
    )
  if (entryless > 0)
    found.push(
      check(
        'clients.entryless',
        'note',
        coded('health.clients-entryless', { count: entryless }),
        clientsWith('status:active'),
      ),
    )
  if (total > 0 && !subscriptionsOn)
    found.push(
      check(
        'subscriptions.off',
        'note',
        coded('health.subscriptions-off'),
        fix('subscriptions', setting('subscription', 'subEnable')),
        only('subscriptions'),
      ),
    )
  return [...found, ...loginCheck(refused)]
}

function loginCheck({ attempts, lastAddress: address }: RefusedLogins): Check[] {
  if (attempts === 0) return []
  const sentence =
    address === ''
      ? coded('health.logins-refused-many', { count: attempts })
      : coded('health.logins-refused', { count: attempts, address })
  return [check('logins', 'warn', sentence, page('panel/activity?verb=refused&range=day'), only('panel'))]
}

/** Enabled clients with limits that nothing enforces. */
export interface UnenforcedFacts {
  /** With an IP limit; 0 while IP limits are on. */
  ip: number
  /** With limits that only panels of our own kind know, on a node of another kind. */
  nodes: number
}

/** Undefined: another instance looks at clients. */
export function judgeUnenforced(facts: UnenforcedFacts | undefined): Check[] {
  if (!facts) return []
  const { ip, nodes } = facts
  const found: Check[] = []
  if (ip > 0)
    found.push(
      check(
        'limits.ip',
        'warn',
        coded('health.limits-ip-off', { count: ip }),
        fix('ipLimit', setting('traffic', 'ipLimitEnable')),
      ),
    )
  if (nodes > 0)
    found.push(
      check('limits.nodes', 'note', coded('health.limits-nodes', { count: nodes }), page('panel/nodes')),
    )
  return found.length > 0 ? found : [check('limits', 'ok', coded('health.limits-good'))]
}
