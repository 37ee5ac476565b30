import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { QuotaOwner } from '#contract/quotas.ts'
import type { Usage } from '#domain/quotas/in-force.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { Schema } from '../../store/schema.ts'
import { chunked, jsonRows, readInChunks, type Sets } from '../../store/sets.ts'

export type UsageRow = Selectable<Schema['client_quota_usage']>
export interface Counted {
  target: string
  name: string
  /** In hundredths of a byte. */
  charged: number
}

/** What a reset took away. */
export type QuotaCount = Pick<UsageRow, 'client_id' | 'target' | 'used'>

const columns = {
  target: 'text',
  client_id: 'int',
  bytes: 'int',
  used: 'int',
  spent: 'int',
  reset: 'text',
  owner: 'text',
  ends_at: 'int',
} as const

export const usageIn = ({ bytes, used, spent, reset, ends_at: endsAt }: UsageRow): Usage => ({
  ...{ bytes: Number(bytes), used: Number(used), spent: Number(spent) === 1 },
  ...{ reset, endsAt: Number(endsAt) },
})

export const usageRow = (client: number, target: string, owner: QuotaOwner, usage: Usage): UsageRow => ({
  ...{ client_id: client, target, owner },
  ...{ bytes: usage.bytes, used: usage.used, spent: usage.spent ? 1 : 0 },
  ...{ reset: usage.reset, ends_at: usage.endsAt },
})

/** The table of what is used of each quota; a row for each one that counts for a client. */
export function createUsage({ among, insert, unfold }: Sets, sqlite: boolean) {
  const least = sql.raw(sqlite ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))
  // SQLite would scan the table otherwise.
  const full = sql.raw(sqlite ? 'indexed by idx_quota_full' : '')
  const ends = sql.raw(sqlite ? 'indexed by idx_quota_ends' : '')

  const cell = (at: number, type: 'text' | 'bigint') =>
    sqlite ? sql.raw(`e.value ->> ${at}`) : sql.raw(`(e.value ->> ${at})::${type}`)
  const each = (json: string) =>
    sqlite ? sql`json_each(${json}) as e` : sql`jsonb_array_elements(${json}::jsonb) as e(value)`

  /** `where`: about the client `c.id`. */
  async function add(tx: Tx, counted: readonly Counted[], where: RawBuilder<unknown> = sql`1 = 1`) {
    for (const part of chunked(counted)) {
      const json = await jsonRows(part, ({ target, name, charged }) => [target, name, charged])
      await sql`update client_quota_usage set used = ${least}(client_quota_usage.used + v.charged, ${most})
        from (select ${cell(0, 'text')} as target, c.id as id, ${cell(2, 'bigint')} as charged
          from ${each(json)}, clients c where c.email = ${cell(1, 'text')} and ${where}) as v
        where client_quota_usage.target = v.target and client_quota_usage.client_id = v.id`.execute(tx)
    }
  }

  return {
    add,
    isAny: async (source: Reader | Tx): Promise<boolean> =>
      (await source.selectFrom('client_quota_usage').select('client_id').limit(1).execute()).length > 0,

    /** Everything that a quota is for. It walks the index from one to the next, so its cost is their number. */
    async targets(source: Reader | Tx): Promise<string[]> {
      const { rows } = await sql<{ target: string }>`with recursive t(target) as (
          select min(target) from client_quota_usage
          union all select (select min(q.target) from client_quota_usage q where q.target > t.target) from t
            where t.target is not null)
        select target from t where target is not null`.execute(source)
      return rows.map(({ target }) => target)
    },

    of: (source: Reader | Tx, clients: readonly number[]): Promise<UsageRow[]> =>
      readInChunks(clients, (part) =>
        source.selectFrom('client_quota_usage').selectAll().where(among('client_id', part)).execute(),
      ),

    async write(tx: Tx, rows: readonly UsageRow[]): Promise<void> {
      const again = sql`on conflict (target, client_id) do update set bytes = excluded.bytes, used = excluded.used,
        spent = excluded.spent, reset = excluded.reset, owner = excluded.owner, ends_at = excluded.ends_at`
      if (rows.length > 0) await insert(tx, 'client_quota_usage', rows, columns, again)
    },

    async drop(tx: Tx, rows: readonly Pick<UsageRow, 'client_id' | 'target'>[]): Promise<void> {
      const byTarget = Map.groupBy(rows, ({ target }) => target)
      for (const [target, those] of byTarget)
        for (const part of chunked(those.map((row) => row.client_id)))
          await tx
            .deleteFrom('client_quota_usage')
            .where('target', '=', target)
            .where(among('client_id', part))
            .execute()
    },

    async forget(tx: Tx, clients: readonly number[]): Promise<void> {
      await tx.deleteFrom('client_quota_usage').where(among('client_id', clients)).execute()
    },

    async forgetTargets(tx: Tx, targets: readonly string[]): Promise<void> {
      await tx.deleteFrom('client_quota_usage').where(among('target', targets)).execute()
    },

    /** Used up since the last look, at most so many. */
    async full(source: Reader | Tx, most: number): Promise<UsageRow[]> {
      const { rows } = await sql<UsageRow>`select * from client_quota_usage ${full}
        where spent = 0 and used >= bytes * 100 limit ${most}`.execute(source)
      return rows
    },

    /** Begins anew at this time, at most so many. */
    async over(source: Reader | Tx, now: number, most: number): Promise<UsageRow[]> {
      const { rows } = await sql<UsageRow>`select * from client_quota_usage ${ends}
        where ends_at > 0 and ends_at <= ${now} limit ${most}`.execute(source)
      return rows
    },

    /** What begins anew with the counters of these clients, or of all. */
    counts: async (source: Reader | Tx, clients?: readonly number[]): Promise<QuotaCount[]> => {
      const query = source
        .selectFrom('client_quota_usage')
        .select(['client_id', 'target', 'used'])
        .where('reset', '=', 'client')
        .where('used', '>', 0)
      const rows = clients
        ? await readInChunks(clients, (part) => query.where(among('client_id', part)).execute())
        : await query.execute()
      return rows.map(({ client_id, target, used }) => ({ client_id, target, used: Number(used) }))
    },

    /** Such counts come back; what was counted since stays. */
    async addBack(tx: Tx, counts: readonly QuotaCount[]): Promise<void> {
      for (const part of chunked(counts)) {
        const rows = unfold(part, { client_id: 'int', target: 'text', used: 'int' })
        await sql`update client_quota_usage set used = ${least}(client_quota_usage.used + v.used, ${most}) from ${rows} as v
          where client_quota_usage.target = v.target and client_quota_usage.client_id = v.client_id`.execute(
          tx,
        )
      }
    },

    /** Those that begin anew with the counters of their clients; the clients that get inbounds back. */
    async zero(tx: Tx, clients?: RawBuilder<unknown>): Promise<number[]> {
      const within = clients ? sql`and client_id in (${clients})` : sql``
      const { rows } = await sql<{ client_id: number; spent: number }>`update client_quota_usage set used = 0
        where reset = 'client' and used > 0 ${within} returning client_id, spent`.execute(tx)
      return [...new Set(rows.filter(({ spent }) => Number(spent) === 1).map((row) => row.client_id))]
    },
  }
}

export type QuotaUsage = ReturnType<typeof createUsage>
