import { type RawBuilder, sql } from 'kysely'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Reader, Tx } from '../store/open.ts'
import { chunked, type Sets } from '../store/sets.ts'

type Sums = Map<string, number>

/**
 * `client_groups.used`: what the counters of a group's members sum up to, for groups with a shared quota. It is kept
 * with every write of a counter or a membership, so a tick costs what moved and not what the group has (ADR 124).
 */
export function createGroupSums(sets: Pick<Sets, 'among' | 'update'>) {
  const { among } = sets
  const shared = sql`c.group_name in (select name from client_groups where total_gb > 0)`

  /** Most panels have no shared quota: then this look is all that a write costs. */
  async function isKept(db: Reader | Tx): Promise<boolean> {
    const one = await db
      .selectFrom('client_groups')
      .select('name')
      .where('total_gb', '>', 0)
      .limit(1)
      .execute()
    return one.length > 0
  }

  async function sumsOf(tx: Tx, emails: readonly string[]): Promise<Sums> {
    const sums: Sums = new Map()
    for (const part of chunked(emails)) {
      const { rows } = await sql<{
        name: string
        n: number
      }>`select c.group_name as name, sum(t.up + t.down) as n
        from clients c join client_traffics t on t.email = c.email
        where ${among('c.email', part)} and ${shared} group by c.group_name`.execute(tx)
      for (const { name, n } of rows) sums.set(name, (sums.get(name) ?? 0) + Number(n))
    }
    return sums
  }

  /** From the members' counters themselves: where a quota is new, and to heal. */
  async function recount(tx: Tx, names?: readonly string[]): Promise<void> {
    const wanted = names ? sql`and ${among('g.name', names)}` : sql``
    const { rows } = await sql<{
      name: string
      used: number
      n: number | null
    }>`select g.name as name, g.used as used,
        (select sum(t.up + t.down) from clients c join client_traffics t on t.email = c.email
          where c.group_name = g.name and c.group_name <> '') as n
      from client_groups g where g.total_gb > 0 ${wanted}`.execute(tx)
    const off = rows.flatMap(({ name, used: stored, n }) => {
      const [had, used] = [Number(stored), Math.min(Number(n ?? 0), mostBytes)]
      return had === used ? [] : [{ name, used, fewer: used < had }]
    })
    await write(tx, off)
  }

  /** With fewer bytes than before, a group that was ended for uncounted ones is judged anew. */
  async function write(tx: Tx, rows: readonly { name: string; used: number; fewer: boolean }[]) {
    const types = { name: 'text', used: 'int' } as const
    const plain = rows.map(({ name, used }) => ({ name, used }))
    await sets.update(tx, 'client_groups', plain, types, 'name')
    const names = rows.filter(({ fewer }) => fewer).map(({ name }) => name)
    if (names.length > 0)
      await tx.updateTable('client_groups').set({ cut_at: 0 }).where(among('name', names)).execute()
  }

  /** A sum that was too large for a number, or would become negative, is counted again. */
  async function add(tx: Tx, sums: Sums): Promise<void> {
    const moved = [...sums].flatMap(([name, bytes]) => (bytes === 0 ? [] : [name]))
    if (moved.length === 0) return
    const rows = await tx
      .selectFrom('client_groups')
      .select(['name', 'used'])
      .where(among('name', moved))
      .where('total_gb', '>', 0)
      .execute()
    const next = rows.map(({ name, used }) => {
      const bytes = sums.get(name) ?? 0
      const isLost = (used >= mostBytes && bytes < 0) || used + bytes < 0
      return { name, used: Math.min(used + bytes, mostBytes), fewer: bytes < 0, isLost }
    })
    const { lost = [], kept = [] } = Object.groupBy(next, ({ isLost }) => (isLost ? 'lost' : 'kept'))
    await write(tx, kept)
    const names = lost.map(({ name }) => name)
    if (names.length > 0) await recount(tx, names)
  }

  return {
    recount,
    /**
     * Does the work and adds to each group what its members have more or less than before. `before` and `after` are
     * the emails that it touches.
     */
    async around<T>(
      tx: Tx,
      { before, after = before }: { before: readonly string[]; after?: readonly string[] },
      work: () => Promise<T>,
    ): Promise<T> {
      if (before.length + after.length === 0 || !(await isKept(tx))) return work()
      const had = await sumsOf(tx, before)
      const result = await work()
      const has = await sumsOf(tx, after)
      for (const [name, bytes] of had) has.set(name, (has.get(name) ?? 0) - bytes)
      await add(tx, has)
      return result
    },
    /** The bytes of a tick: rows with `name`, `u` and `d`. */
    async count(tx: Tx, moved: RawBuilder<unknown>): Promise<void> {
      if (!(await isKept(tx))) return
      const { rows } = await sql<{ name: string; n: number }>`select c.group_name as name, sum(v.u + v.d) as n
        from ${moved} as v join clients c on c.email = v.name where ${shared} group by c.group_name`.execute(
        tx,
      )
      await add(tx, new Map(rows.map(({ name, n }) => [name, Number(n)])))
    },
  }
}

export type GroupSums = ReturnType<typeof createGroupSums>
