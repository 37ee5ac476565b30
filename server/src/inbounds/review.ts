import { sql } from 'kysely'
import type { InboundReview } from '#contract/inbound.ts'
import { configDiff } from '#domain/core-config/diff.ts'
import { sameJson } from '#domain/core-config/json.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Db } from '../store/open.ts'
import { toInboundFields } from '../store/rows/inbound.ts'
import type { InboundClaims } from './claims.ts'
import { findInbound } from './find.ts'
import type { InboundHooks } from './hooks.ts'

interface Deps {
  db: Db
  claims: InboundClaims
  hooks: Pick<InboundHooks, 'onlineByInbound'>
}

/** An inbound as a save would leave it. */
interface Planned {
  id: number
  userId: number
  fields: InboundFields
  tag: string
}

const ofListener = [
  ...(['listen', 'port', 'protocol', 'settings', 'streamSettings', 'nodeId'] as const),
  ...(['enable', 'disableFlow'] as const),
]
const ofLinks = [...ofListener, 'remark', 'shareAddr', 'shareAddrStrategy', 'subSortIndex'] as const

/** What a save of an inbound would change, what the core says, and who would notice. Nothing is stored. */
export async function reviewInbound(
  { db, claims, hooks }: Deps,
  { id, userId, fields, tag }: Planned,
): Promise<InboundReview> {
  const row = await findInbound(db.read, id, userId)
  const before = toInboundFields(row)
  const refusal = await claims.tryOut(id, fields).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  const differs = (keys: readonly (keyof InboundFields)[]) =>
    keys.some((key) => !sameJson(before[key], fields[key]))
  const { rows } = await sql<{ clients: number; subs: number }>`select count(*) as clients,
      count(distinct c.sub_id) as subs from client_inbounds ci join clients c on c.id = ci.client_id where ci.inbound_id = ${id}`.execute(
    db.read,
  )
  const reconnects = before.enable && differs(ofListener)
  const online = reconnects ? await hooks.onlineByInbound() : []
  const { settings: { clients: _, ...settings } = {}, ...rest } = fields
  const { changes, more } = configDiff({ ...before, tag: row.tag }, { ...rest, settings, tag })
  return {
    changes,
    more,
    ...(refusal && { verdict: refusal.message, verdictCoded: codedOf(refusal) }),
    reconnects: online.find((one) => one.id === id)?.online ?? 0,
    subscriptions: differs(ofLinks) ? Number(rows[0]?.subs ?? 0) : 0,
    clients: Number(rows[0]?.clients ?? 0),
  }
}
