import { type RawBuilder, sql } from 'kysely'
import { isDepleted } from '#domain/clients/status.ts'
import { sharedUsage } from '#domain/limits/shared.ts'
import type { ClientChange } from '../platform/changes/change.ts'
import type { Tx } from '../platform/db/open.ts'
import { toClient } from '../platform/db/rows/client.ts'
import { sharedState } from '../platform/db/rows/group.ts'
import type { By } from './service.ts'
import { markSql } from './store.ts'
import { bulkAction, devicesIn, outcomeOf, type Writing } from './writing.ts'

/** A subquery of client row ids. */
export type Scope = RawBuilder<unknown>

export interface Zeroed {
  /** How many counters were not zero. */
  reset: number
  back: ClientChange[]
}

/** Groups that are past their end whatever is counted: their members stay ended. */
async function endedGroups(tx: Tx, now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('client_groups')
    .selectAll()
    .where((e) => e.or([e('total_gb', '>', 0), e('expiry_time', '>', 0)]))
    .execute()
  return rows.filter((row) => isDepleted(sharedUsage(sharedState(row)), now)).map(({ name }) => name)
}

/** Zeroes counters in two statements; clients to re-enable are found through the index of disabled ones. */
export async function zeroCounters(w: Writing, tx: Tx, scope?: Scope): Promise<Zeroed> {
  const now = w.now()
  const within = scope ? sql`and email in (select email from clients where id in (${scope}))` : sql``
  const moved = await sql<{
    email: string
  }>`update client_traffics set up = 0, down = 0, cut_at = 0, set_at = ${markSql(now)}
    where (up <> 0 or down <> 0 or cut_at <> 0) ${within} returning email`.execute(tx)
  await w.sums.recount(tx)
  const over = await endedGroups(tx, now)
  await w.store.devicesZeroed(tx, scope)
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
  return { reset: moved.rows.length, back: changes }
}

export const createResetAll =
  (w: Writing) =>
  async ({ actor }: By): Promise<null> =>
    w.commit(actor, async (tx) => {
      const { reset, back } = await zeroCounters(w, tx)
      const emails = back.map((c) => c.email)
      const touched = reset + emails.length > 0
      return outcomeOf(
        null,
        touched ? bulkAction('clients.resetAllTraffics', emails, { reset }) : undefined,
        back,
      )
    })
