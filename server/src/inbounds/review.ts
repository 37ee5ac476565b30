import { sql } from 'kysely'
import type { InboundInput, InboundReview } from '#contract/inbound.ts'
import { configDiff } from '#domain/core-config/diff.ts'
import { sameJson } from '#domain/core-config/json.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Db } from '../store/open.ts'
import { toInboundFields } from '../store/rows/inbound.ts'
import { findInbound } from './find.ts'

interface Deps {
  db: Db
  /** The inbound as a save would leave it; throws a Refusal as the save would. */
  plan(id: number, input: InboundInput, userId: number): Promise<{ fields: InboundFields; tag: string }>
  /** Everything that a save checks beside the input itself: other programs, other inbounds, the core. */
  tryOut(id: number, fields: InboundFields): Promise<void>
  /** How many clients are online on each inbound. */
  onlineByInbound: () => Promise<readonly { id: number; online: number }[]>
}

const ofListener = [
  ...(['listen', 'port', 'protocol', 'settings', 'streamSettings', 'nodeId'] as const),
  ...(['enable', 'disableFlow'] as const),
]
const ofLinks = [...ofListener, 'remark', 'shareAddr', 'shareAddrStrategy', 'subSortIndex'] as const

/** What a save of an inbound would change, what the core says, and who would notice. Nothing is stored. */
export const createInboundReview =
  ({ db, plan, tryOut, onlineByInbound }: Deps) =>
  async (id: number, input: InboundInput, userId: number): Promise<InboundReview> => {
    const row = await findInbound(db.read, id, userId)
    const before = toInboundFields(row)
    const { fields, tag } = await plan(id, input, userId)
    const refusal = await tryOut(id, fields).then(
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
    const online = reconnects ? await onlineByInbound() : []
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
