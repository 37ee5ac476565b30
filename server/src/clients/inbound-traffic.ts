import { type RawBuilder, sql } from 'kysely'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import type { OnInbound } from '#domain/traffic/fold.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import { chunked, eachInTurn, jsonRows, setsFor } from '../store/sets.ts'
import type { InboundCount } from './undo/image.ts'

const tables = ['client_inbound_traffics', 'client_inbound_days'] as const
const keysOf = {
  client_inbound_traffics: 'client_id, inbound_id',
  client_inbound_days: 'day, client_id, inbound_id',
}
/** Rows of pending bytes that one transaction adds up: the writer is free for others in between. */
const atOnce = 12
/** Days are deleted in portions, like the rest of the history. */
const rowsAtOnce = 20_000

interface InboundSum {
  inbound_id: number
  up: number
  down: number
  charged: number
  rest: number
}

/** Hundredths are carried: those of many clients together are too large a number. */
function sumsIn(moved: readonly OnInbound[]): InboundSum[] {
  const sums = new Map<number, InboundSum>()
  for (const { inbound, up, down, charged } of moved) {
    const sum = sums.get(inbound) ?? { inbound_id: inbound, up: 0, down: 0, charged: 0, rest: 0 }
    if (!sums.has(inbound)) sums.set(inbound, sum)
    sum.up = Math.min(sum.up + up, mostBytes)
    sum.down = Math.min(sum.down + down, mostBytes)
    const hundredths = sum.rest + (charged % 100)
    sum.charged = Math.min(sum.charged + Math.floor(charged / 100) + Math.floor(hundredths / 100), mostBytes)
    sum.rest = hundredths % 100
  }
  return [...sums.values()]
}

/**
 * What clients used on each inbound, where it is counted apart (ADR 146). A tick appends one row, whatever has moved; `settle`
 * adds such rows to the sums by client and by day. A client's row is found by its name, so whatever renames, deletes or
 * resets clients settles first.
 */
export function createInboundTraffic({ engine }: Pick<Db, 'engine'>) {
  const sets = setsFor(engine)
  const { among } = sets
  const sqlite = engine === 'sqlite'
  const least = sql.raw(sqlite ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))

  const cell = (at: number, type: 'text' | 'bigint'): RawBuilder<unknown> =>
    sqlite ? sql.raw(`e.value ->> ${at}`) : sql.raw(`(e.value ->> ${at})::${type}`)
  const each = sqlite
    ? sql`json_each(p.bytes) as e`
    : sql`lateral jsonb_array_elements(p.bytes::jsonb) as e(value)`
  const summed = (at: number) => sql`${least}(sum(${cell(at, 'bigint')}), ${most})`

  /** Adds what is inserted to what is there. */
  const added = (table: (typeof tables)[number]) =>
    sql.join(
      ['up', 'down', 'charged'].map((column) => {
        const own = sql.ref(`${table}.${column}`)
        return sql`${sql.ref(column)} = ${least}(${own} + excluded.${sql.ref(column)}, ${most})`
      }),
    )

  async function add(tx: Tx, table: (typeof tables)[number], until: number): Promise<void> {
    const keys = sql.raw(keysOf[table])
    const day = sql.raw(table === 'client_inbound_days' ? 'p.day, ' : '')
    await sql`insert into ${sql.table(table)} (${keys}, up, down, charged)
      select ${day}c.id, ${cell(1, 'bigint')}, ${summed(2)}, ${summed(3)}, ${summed(4)}
      from client_inbound_pending p, ${each}, clients c
      where p.id <= ${until} and c.email = ${cell(0, 'text')}
      group by ${day}c.id, ${cell(1, 'bigint')}
      on conflict (${keys}) do update set ${added(table)}`.execute(tx)
  }

  /** The sums of all clients: few rows, so the tick adds them itself. */
  async function addAll(tx: Tx, rows: readonly InboundSum[], day: number): Promise<void> {
    const own = (column: string) => sql.ref(`inbound_days.${column}`)
    const rest = sql`(${own('rest')} + excluded.rest)`
    const bytes = (column: 'up' | 'down') =>
      sql`${sql.ref(column)} = ${least}(${own(column)} + excluded.${sql.ref(column)}, ${most})`
    await sets.insert(
      tx,
      'inbound_days',
      rows.map((row) => ({ day, ...row })),
      { day: 'int', inbound_id: 'int', up: 'int', down: 'int', charged: 'int', rest: 'int' },
      sql`on conflict (day, inbound_id) do update set ${bytes('up')}, ${bytes('down')},
        charged = ${least}(${own('charged')} + excluded.charged + ${rest} / 100, ${most}), rest = ${rest} % 100`,
    )
  }

  /** Adds the oldest pending rows; false if there is none. */
  async function settleSome(tx: Tx): Promise<boolean> {
    const rows = await tx
      .selectFrom('client_inbound_pending')
      .select('id')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return false
    for (const table of tables) await add(tx, table, last.id)
    await tx.deleteFrom('client_inbound_pending').where('id', '<=', last.id).execute()
    return true
  }

  async function settle(tx: Tx): Promise<void> {
    while (await settleSome(tx));
  }

  return {
    /** In the tick's transaction: one row, however many have moved, and the sum of each inbound. */
    async count(tx: Tx, moved: readonly OnInbound[], day: number): Promise<void> {
      await addAll(tx, sumsIn(moved), day)
      for (const part of chunked(moved)) {
        const bytes = await jsonRows(part, (m) => [m.name, m.inbound, m.up, m.down, m.charged])
        await tx.insertInto('client_inbound_pending').values({ day, bytes }).execute()
      }
    },
    settle,
    settleSome,
    /** The counters of these clients begin anew; without a subquery of row ids, those of all. */
    async zero(tx: Tx, clients?: RawBuilder<unknown>): Promise<void> {
      await settle(tx)
      const within = clients ? sql`where client_id in (${clients})` : sql``
      await sql`delete from client_inbound_traffics ${within}`.execute(tx)
    },
    /** What these clients used since their counters were reset, or all, for an undo. */
    async counts(tx: Tx, clients?: readonly number[]): Promise<Map<number, InboundCount[]>> {
      await settle(tx)
      const found = new Map<number, InboundCount[]>()
      const query = tx.selectFrom('client_inbound_traffics').selectAll().orderBy('inbound_id')
      for (const part of clients ? chunked(clients) : [undefined]) {
        const rows = await (part ? query.where(among('client_id', part)) : query).execute()
        await eachInTurn(rows, ({ client_id, inbound_id, up, down, charged }) => {
          const known = found.get(client_id)
          if (known) known.push([inbound_id, up, down, charged])
          else found.set(client_id, [[inbound_id, up, down, charged]])
        })
      }
      return found
    },
    /** Adds such counts again; what was counted since stays. */
    async recount(tx: Tx, counted: readonly { id: number; count: InboundCount }[]): Promise<void> {
      const rows = counted.map(({ id, count: [inbound_id, up, down, charged] }) => ({
        ...{ client_id: id, inbound_id, up, down, charged },
      }))
      const kinds = { client_id: 'int', inbound_id: 'int', up: 'int', down: 'int', charged: 'int' } as const
      const table = 'client_inbound_traffics'
      await sets.insert(
        tx,
        table,
        rows,
        kinds,
        sql`on conflict (client_id, inbound_id) do update set ${added(table)}`,
      )
    },
    /** These clients are deleted; what they used on which day stays as long as the rest of the history. */
    async forget(tx: Tx, clients: readonly number[]): Promise<void> {
      await settle(tx)
      await tx.deleteFrom('client_inbound_traffics').where(among('client_id', clients)).execute()
    },
    /** Deletes a portion of the days before this one; false if there is none. */
    async dropDays(tx: Tx, before: number): Promise<boolean> {
      await tx.deleteFrom('inbound_days').where('day', '<', before).execute()
      const row = sql.raw(sqlite ? 'rowid' : 'ctid')
      const gone = await sql`delete from client_inbound_days where ${row} in
        (select ${row} from client_inbound_days where day < ${before} limit ${rowsAtOnce})`.execute(tx)
      return (gone.numAffectedRows ?? 0n) > 0n
    },
    /** By inbound, what was settled. `days`: in these, else since the counters were last reset. */
    async of(
      source: Reader | Tx,
      client: number,
      days?: { from: number; to: number },
    ): Promise<ClientInboundUsage[]> {
      const table = sql.table(days ? 'client_inbound_days' : 'client_inbound_traffics')
      const within = days ? sql`and day >= ${days.from} and day < ${days.to}` : sql``
      const { rows } = await sql<{ inbound_id: number; up: number; down: number; charged: number }>`
        select inbound_id, sum(up) as up, sum(down) as down, sum(charged) as charged from ${table}
        where client_id = ${client} ${within} group by inbound_id order by inbound_id`.execute(source)
      return rows.map(({ inbound_id, up, down, charged }) => ({
        ...(inbound_id < 0 ? { inboundId: 0, nodeId: -inbound_id } : { inboundId: inbound_id }),
        up: Number(up),
        down: Number(down),
        charged: Math.floor(Number(charged) / 100),
      }))
    },
  }
}

export type InboundTraffic = ReturnType<typeof createInboundTraffic>
