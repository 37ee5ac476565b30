import { sql } from 'kysely'
import type { By } from './service.ts'
import { bulkDeed, type Writing } from './writing.ts'

/** Every counter to zero in two statements; who comes back by it is found by the index of those who were ended. */
export const createResetAll =
  (w: Writing) =>
  async ({ actor }: By): Promise<null> =>
    w.write(actor, async (tx) => {
      const now = w.now()
      const moved = await sql<{
        email: string
      }>`update client_traffics set up = 0, down = 0 where up <> 0 or down <> 0 returning email`.execute(tx)
      const back = await tx
        .updateTable('clients')
        .set({ enable: true, disabled_by_panel: false, updated_at: now })
        .where('disabled_by_panel', '=', true)
        .where((e) => e.or([e('expiry_time', '<=', 0), e('expiry_time', '>', now)]))
        .returning('email')
        .execute()
      const emails = back.map((r) => r.email)
      if (emails.length > 0)
        await tx
          .updateTable('client_traffics')
          .set({ enable: true })
          .where(w.sets.among('email', emails))
          .execute()
      const known = await w.find.many(tx, emails)
      const changes = [...known.values()].map(({ row, inboundIds }) => ({
        email: row.email,
        formerEmail: row.email,
        inboundIds,
        formerInboundIds: inboundIds,
      }))
      const touched = moved.rows.length + emails.length > 0
      return {
        result: null,
        changes,
        deed: touched ? bulkDeed('clients.resetAllTraffics', emails, { reset: moved.rows.length }) : null,
      }
    })
