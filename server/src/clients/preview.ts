import { type RawBuilder, sql } from 'kysely'
import type { BulkPreview } from '#contract/client-bodies.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Db } from '../store/open.ts'
import { chunked, type Sets } from '../store/sets.ts'
import type { OnlineClients } from './online.ts'
import type { PickClients } from './selection.ts'

interface Deps {
  db: Db
  sets: Sets
  pickClients: PickClients
  online: OnlineClients
}

const none = {
  ...{ count: 0, online: 0, endless: 0, used: 0, usedOnline: 0 },
  ...{ otherQuota: 0, attached: 0, stranded: 0, attachedOnline: 0 },
}
type Counts = typeof none
const named = 3

/** What an act on many clients would hit, counted in the database. */
export function createPreview({ db, sets, pickClients, online }: Deps) {
  const { among } = sets
  const countIf = (condition: RawBuilder<unknown>) => sql`sum(case when ${condition} then 1 else 0 end)`

  async function counted(emails: readonly string[], { usedFrom, quota, inboundIds }: BulkPreview) {
    const isOnline = among('c.email', online.emails())
    const isUsed =
      usedFrom === undefined ? sql`1 = 0` : sql`c.enable and coalesce(t.up + t.down, 0) >= ${usedFrom}`
    const on = (isIn: RawBuilder<boolean>) =>
      sql`exists (select 1 from client_inbounds ci where ci.client_id = c.id and ${isIn})`
    const isAttached = inboundIds ? on(among('ci.inbound_id', inboundIds)) : sql`1 = 0`
    const isElsewhere = inboundIds ? on(sql<boolean>`not ${among('ci.inbound_id', inboundIds)}`) : sql`1 = 0`
    const { rows } = await sql<Counts>`select count(*) as count,
      ${countIf(isOnline)} as online,
      ${countIf(sql`c.expiry_time = 0`)} as endless,
      ${countIf(isUsed)} as used,
      ${countIf(sql`${isUsed} and ${isOnline}`)} as "usedOnline",
      ${countIf(quota === undefined ? sql`1 = 0` : sql`c.total_gb <> ${quota}`)} as "otherQuota",
      ${countIf(isAttached)} as attached,
      ${countIf(sql`${isAttached} and not ${isElsewhere}`)} as stranded,
      ${countIf(sql`${isAttached} and ${isOnline}`)} as "attachedOnline"
      from clients c left join client_traffics t on t.email = c.email
      where ${among('c.email_key', emails.map(emailKey))}`.execute(db.read)
    return rows[0]
  }

  return async (body: BulkPreview) => {
    const emails = await pickClients(db.read, body)
    const total = { ...none }
    for (const part of chunked(emails)) {
      const some = await counted(part, body)
      for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += Number(some?.[key] ?? 0) // of `none`
    }
    return { ...total, names: emails.slice(0, named) }
  }
}

export type Preview = ReturnType<typeof createPreview>
