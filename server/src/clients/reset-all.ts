import { type RawBuilder, sql } from 'kysely'
import { isDepleted } from '#domain/clients/status.ts'
import { sharedUsage } from '#domain/limits/service.ts'
import type { Tx } from '../store/open.ts'
import { type ClientRow, type TrafficRow, toClient } from '../store/rows/client.ts'
import { sharedState } from '../store/rows/group.ts'
import type { By } from './service.ts'
import { markSql } from './store.ts'
import { countedOf, type Image, partsOf } from './undo/image.ts'
import { bulkAction, devicesIn, outcomeOf, type Writing } from './writing.ts'

/** A subquery of client row ids. */
export type Scope = RawBuilder<unknown>

/** Groups that are past their end whatever is counted: their members stay ended. */
async function endedGroups(tx: Tx, now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('client_groups')
    .selectAll()
    .where((e) => e.or([e('total_gb', '>', 0), e('expiry_time', '>', 0)]))
    .execute()
  return rows.filter((row) => isDepleted(sharedUsage(sharedState(row)), now)).map(({ name }) => name)
}

/**
 * Zeroes counters in two statements; clients to re-enable are found through the index of disabled ones. Returns how many
 * counters were not zero, and the clients that came back.
 */
export async function zeroCounters(w: Writing, tx: Tx, scope?: Scope) {
  const now = w.now()
  const within = scope ? sql`and email in (select email from clients where id in (${scope}))` : sql``
  const moved = await sql<{
    email: string
  }>`update client_traffics set up = 0, down = 0, cut_at = 0, set_at = ${markSql(now)}
    where (up <> 0 or down <> 0 or cut_at <> 0) ${within} returning email`.execute(tx)
  await w.sums.recount(tx)
  const over = await endedGroups(tx, now)
  await w.store.partsZeroed(tx, scope)
  let ended = tx
    .updateTable('clients')
    .set(() => ({
      // One that the operator disabled while it was slow stays disabled.
      enable: sql<boolean>`(enable or disabled_by_panel)`,
      disabled_by_panel: false,
      slowed: '',
      updated_at: now,
    }))
    .where((e) => e.or([e('disabled_by_panel', '=', true), e('slowed', '=', 'ended')]))
    .where((e) => e.or([e('expiry_time', '<=', 0), e('expiry_time', '>', now)]))
  if (scope) ended = ended.where(sql<boolean>`id in (${scope})`)
  if (over.length > 0) ended = ended.where(sql<boolean>`not (${w.sets.among('group_name', over)})`)
  const back = await ended.returning(['email', 'enable']).execute()
  const emails = back.map((r) => r.email)
  if (emails.length > 0)
    await tx
      .updateTable('client_traffics')
      .set((e) => ({
        slowed: '',
        enable: e
          .selectFrom('clients')
          .select('clients.enable')
          .whereRef('clients.email', '=', 'client_traffics.email'),
      }))
      .where(w.sets.among('email', emails))
      .execute()
  const known = await w.find.many(tx, emails)
  const changes = [...known.values()].map(({ row, inboundIds }) => ({
    id: row.id,
    email: row.email,
    formerEmail: row.email,
    inboundIds,
    formerInboundIds: inboundIds,
    ...devicesIn(toClient(row)),
  }))
  return { reset: moved.rows.length, back: changes, rows: [...known.values()].map(({ row }) => row), at: now }
}

export const createResetAll = (w: Writing) => {
  /** What zeroing all counters will change, in the columns that it writes. */
  async function beforeAll(tx: Tx) {
    const counted = ['t.up', 't.down', 't.reset_count', 't.set_at', 't.cut_at', 't.inbound_id'] as const
    const of = await tx
      .selectFrom('client_traffics as t')
      .innerJoin('clients as c', 'c.email', 't.email')
      .select(['c.id', 'c.email', 'c.enable', 'c.disabled_by_panel', 'c.slowed', 'c.updated_at', ...counted])
      .where((e) =>
        e.or([
          ...[e('t.up', '<>', 0), e('t.down', '<>', 0), e('t.cut_at', '<>', 0)],
          ...[e('c.disabled_by_panel', '=', true), e('c.slowed', '=', 'ended')],
        ]),
      )
      .execute()
    const loose = await tx
      .selectFrom('client_traffics as t')
      .select(['t.email', 't.up', 't.down', 't.reset_count', 't.set_at'])
      .where((e) => e.or([e('t.up', '<>', 0), e('t.down', '<>', 0)]))
      .where((e) =>
        e.not(e.exists(e.selectFrom('clients as c').select('c.id').whereRef('c.email', '=', 't.email'))),
      )
      .execute()
    const counts = { inbounds: await w.inboundTraffic.counts(tx), quotas: await w.quotas.usage.counts(tx) }
    return { of, loose, parts: partsOf(await w.hooks.counted?.(tx), counts) }
  }

  return async ({ actor }: By): Promise<null> =>
    w.commit(actor, async (tx) => {
      const before = await beforeAll(tx)
      const { reset, back, rows, at } = await zeroCounters(w, tx)
      const now = new Map(rows.map((row) => [row.id, row]))
      const images: Image[] = [
        ...before.of.flatMap((row) => zeroedImage(row, now.get(row.id), at, before.parts(row.id)) ?? []),
        ...before.loose.map((row) => ({ email: row.email, loose: countedOf(row, at) })),
      ]
      const emails = back.map((c) => c.email)
      const undo = await w.keep(tx, 'clients.resetAllTraffics', images)
      if (reset + emails.length === 0) return { result: null }
      return outcomeOf(null, bulkAction('clients.resetAllTraffics', emails, { reset }, undo), back)
    })
}

const switched = ['enable', 'disabled_by_panel', 'slowed', 'updated_at'] as const
type Switched = Pick<ClientRow, (typeof switched)[number]>
type Before = Switched &
  Pick<ClientRow, 'id' | 'email'> &
  Pick<TrafficRow, 'up' | 'down' | 'reset_count' | 'set_at' | 'cut_at' | 'inbound_id'>

/** Undefined for a client of which nothing changed. `now`: one that came back. */
function zeroedImage(
  row: Before,
  now: ClientRow | undefined,
  at: number,
  parts: ReturnType<ReturnType<typeof partsOf>>,
): Image | undefined {
  const wasCounted = row.up !== 0 || row.down !== 0 || row.cut_at !== 0
  if (!now && !wasCounted) return undefined
  const differing = now ? switched.filter((name) => row[name] !== now[name]) : []
  const pick = (from: Switched) => Object.fromEntries(differing.map((name) => [name, from[name]]))
  return {
    id: row.id,
    email: row.email,
    was: pick(row),
    is: pick(now ?? row),
    traffic: { inbound_id: row.inbound_id, cut_at: row.cut_at },
    ...(wasCounted && { counted: countedOf(row, at, parts) }),
  }
}
