import type { ClientFigures } from '#contract/client-details-api.ts'
import type { Db } from '../store/open.ts'
import type { Sets } from '../store/sets.ts'

/** The bytes of each of the last seven days, for the names that have a history. */
export type WeekOf = (names: readonly string[]) => Promise<ReadonlyMap<string, readonly number[]>>

interface Deps {
  db: Db
  sets: Sets
  week: WeekOf
}

const quiet = [0, 0, 0, 0, 0, 0, 0]

/** What the rows of one page show beside the client itself: a week of traffic and the number of devices. */
export function createFigures({ db, sets, week }: Deps) {
  async function devicesOf(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await db.read
      .selectFrom('client_devices')
      .select(({ fn }) => ['client_id', fn.countAll<number>().as('count')])
      .where(sets.among('client_id', ids))
      .where('blocked', '=', false)
      .groupBy('client_id')
      .execute()
    return new Map(rows.map(({ client_id, count }) => [client_id, Number(count)]))
  }

  return async function figures(emails: readonly string[]): Promise<Record<string, ClientFigures>> {
    const known = await db.read
      .selectFrom('clients')
      .select(['id', 'email'])
      .where(sets.among('email', emails))
      .execute()
    const [days, devices] = await Promise.all([
      week(known.map(({ email }) => email)),
      devicesOf(known.map(({ id }) => id)),
    ])
    return Object.fromEntries(
      known.map(({ id, email }) => [
        email,
        { week: [...(days.get(email) ?? quiet)], devices: devices.get(id) ?? 0 },
      ]),
    )
  }
}

export type Figures = ReturnType<typeof createFigures>
