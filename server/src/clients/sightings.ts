import { sql } from 'kysely'
import { type IpEntry, mergeIps, parseIps } from '#domain/traffic/ip-log.ts'
import type { Tx } from '../store/open.ts'
import type { Sets } from '../store/sets.ts'

const onConflict = sql`on conflict (client_email) do update set ips = excluded.ips`

/** Stores what other rooms observe about clients. Every method runs in the caller's transaction. */
export function createSightings({ among, insert, update, unfold }: Sets) {
  return {
    /** A last-seen time never goes back. */
    async seen(tx: Tx, bumps: readonly { email: string; at: number }[]): Promise<void> {
      const rows = unfold([...bumps], { email: 'text', at: 'int' })
      await sql`update client_traffics set last_online = v.at from ${rows} as v
        where client_traffics.email = v.email and client_traffics.last_online < v.at`.execute(tx)
    },

    fetched: (tx: Tx, fetches: readonly { email: string; at: number }[]): Promise<void> =>
      update(
        tx,
        'client_traffics',
        fetches.map(({ email, at }) => ({ email, last_sub_fetch: at })),
        { email: 'text', last_sub_fetch: 'int' },
        'email',
      ),

    /** Records which apps fetched them; emails without a client are ignored. */
    async fetchedWith(tx: Tx, apps: readonly { email: string; app: string; at: number }[]): Promise<void> {
      const rows = unfold([...apps], { email: 'text', app: 'text', at: 'int' })
      await sql`insert into client_apps (client_id, app, seen_at)
        select c.id, v.app, max(v.at) from ${rows} as v join clients c on c.email = v.email
        where true group by c.id, v.app
        on conflict (client_id, app) do update set seen_at = excluded.seen_at
        where excluded.seen_at > client_apps.seen_at`.execute(tx)
    },

    /** One batch; emails without a client are ignored. */
    async logIps(tx: Tx, seen: readonly { email: string; entries: IpEntry[] }[], at: number): Promise<void> {
      const emails = seen.map(({ email }) => email)
      const there = new Set(
        (await tx.selectFrom('clients').select('email').where(among('email', emails)).execute()).map(
          (r) => r.email,
        ),
      )
      const rows = await tx
        .selectFrom('inbound_client_ips')
        .select(['client_email', 'ips'])
        .where(among('client_email', emails))
        .execute()
      const before = new Map(rows.map((row) => [row.client_email, row.ips]))
      const after = seen
        .filter(({ email }) => there.has(email))
        .map(({ email, entries }) => ({
          client_email: email,
          ips: JSON.stringify(mergeIps(parseIps(before.get(email) ?? ''), entries, at)),
        }))
        .filter(({ client_email, ips }) => ips !== before.get(client_email))
      await insert(tx, 'inbound_client_ips', after, { client_email: 'text', ips: 'text' }, onConflict)
    },
  }
}

export type Sightings = ReturnType<typeof createSightings>
