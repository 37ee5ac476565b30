import { sql } from 'kysely'
import type { Alert } from '#contract/alerts.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import type { Transition } from '#domain/traffic/depletion.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Tx } from '../store/open.ts'
import type { Notices } from './room.ts'

export interface Went {
  email: string
  transition: Transition
  /** After it. */
  expiryTime: number
  quota: number
  /** The inbound, node or label whose quota did it. */
  subject?: string
  /** The group whose shared quota or end did it. */
  group?: string
}

interface Deps {
  notices: Pick<Notices, 'record' | 'isWanted'>
  settings: SettingsReader
}

const bytesPerGb = 1024 ** 3

/** One for the group, however many members it has. */
function groupsEnded(went: readonly Went[]): Alert[] {
  const members = new Map<string, number>()
  for (const { group } of went) if (group !== undefined) members.set(group, (members.get(group) ?? 0) + 1)
  return [...members].map(([group, clients]) => ({ kind: 'group.ended', params: { group, clients } }))
}

function alertOf({ email, transition, expiryTime, quota, group, subject = '' }: Went, at: number): Alert[] {
  if (transition === 'closed')
    return [{ kind: 'client.quota-used', params: { email, subject, totalBytes: quota } }]
  if (transition === 'started') return [{ kind: 'client.first-use', params: { email, expiryTime } }]
  if (transition !== 'ended' || group !== undefined) return []
  return expiryTime > 0 && expiryTime <= at
    ? [{ kind: 'client.expired', params: { email, expiryTime } }]
    : [{ kind: 'client.depleted', params: { email, totalBytes: quota } }]
}

/** Alerts about clients, in the transaction of the tick that changed them. */
export function createClientAlerts({ notices, settings }: Deps) {
  const { record, isWanted } = notices
  /** Those whose rest became small with these bytes: told once, and again after a reset. */
  async function runningOut(tx: Tx, deltas: readonly Delta[]): Promise<Alert[]> {
    if (!isWanted('client.running-out')) return []
    const near = settings.current().trafficDiff * bytesPerGb
    const small = near > 0 ? sql`(total - up - down) <= ${near}` : sql`(total - up - down) * 10 <= total`
    const moved = new Map(deltas.filter((d) => d.kind === 'client').map((d) => [d.name, d.up + d.down]))
    if (moved.size === 0) return []
    const { rows } = await sql<{ email: string; total: number; rest: number }>`
      select email, total, total - up - down as rest from client_traffics
      where total > 0 and (total - up - down) > 0 and ${small}`.execute(tx)
    return rows.flatMap(({ email, total, rest }): Alert[] => {
      const [left, all] = [Number(rest), Number(total)]
      const before = left + (moved.get(email) ?? 0)
      const limit = near || all / 10
      if (before <= limit || all <= limit) return []
      return [{ kind: 'client.running-out', params: { email, leftBytes: left, totalBytes: all } }]
    })
  }

  return {
    /** Whether there is anything to do: most ticks have nothing. */
    concerns: (went: readonly Went[]): boolean => went.length > 0 || isWanted('client.running-out'),
    async told(tx: Tx, went: readonly Went[], deltas: readonly Delta[], at: number): Promise<void> {
      const alerts = [
        ...went.flatMap((one) => alertOf(one, at)),
        ...groupsEnded(went),
        ...(await runningOut(tx, deltas)),
      ]
      if (alerts.length > 0) await record(tx, alerts)
    },
  }
}

export type ClientAlerts = ReturnType<typeof createClientAlerts>
