import { sql } from 'kysely'
import type { IpRefusal } from '#contract/policies-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { Refusal } from '#domain/refusal.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Base } from '../settings/base-services.ts'
import { setsFor } from '../store/sets.ts'

export type Refused = Omit<IpRefusal, 'at'> & { email: string }

/** So many are kept for each client, and for so long. */
const most = 20
const keptMs = 30 * 86_400_000

/** What the IP limit refused, so that an operator can see why somebody complains. */
export function createRefusals({ db, commit, now }: Pick<Base, 'commit' | 'db' | 'now'>) {
  const sets = setsFor(db.engine)
  const columns = { email: 'text', place: 'text', act: 'text', counted: 'text', places: 'int' } as const

  return {
    /** One transaction, however many clients it is about. */
    async note(refused: readonly Refused[]): Promise<void> {
      if (refused.length === 0) return
      const rows = sets.unfold(
        refused.map(({ limit, ...one }) => ({ ...one, places: limit })),
        columns,
      )
      await commit.upkeep(async (tx) => {
        await sql`insert into client_refusals (client_id, at, place, act, counted, places)
          select c.id, ${sql.lit(Math.trunc(now()))}, v.place, v.act, v.counted, v.places
          from ${rows} as v join clients c on c.email = v.email where true`.execute(tx)
        await sql`delete from client_refusals where at < ${Math.trunc(now()) - keptMs}
          or client_id not in (select id from clients)
          or id in (select id from (select id, row_number() over (partition by client_id order by id desc) as n
            from client_refusals) as numbered where n > ${sql.lit(most)})`.execute(tx)
      })
    },

    /** Newest first. */
    async list(email: string): Promise<IpRefusal[]> {
      const row =
        isStorable(email) &&
        (await db.read
          .selectFrom('clients')
          .select('id')
          .where('email_key', '=', emailKey(email))
          .executeTakeFirst())
      if (!row) throw new Refusal('client.missing', { email }, 'email')
      const rows = await db.read
        .selectFrom('client_refusals')
        .selectAll()
        .where('client_id', '=', row.id)
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
      return rows.map(({ at, place, act, counted, places }) => ({
        at,
        place,
        act: act === 'slow' ? 'slow' : 'cut',
        counted: counted === 'network' ? 'network' : 'address',
        limit: places,
      }))
    },
  }
}

export type Refusals = ReturnType<typeof createRefusals>
