import { type RawBuilder, sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Db, Tx } from '../open.ts'
import { serverClock } from '../server-clock.ts'
import type { Change, ClientChange, MadeChange } from './change.ts'
import type { Commit } from './commit.ts'

/** A row protects what it tells for so long. An instance that was away longer reads everything anew. */
const keptMs = 300_000
/** Those that were seen within this time are told; it is longer than what they count as a gap. */
const toldMs = 120_000
/** An instance that did not read the log for so long does not rely on it. */
export const gapMs = 60_000
/** With more clients, the others compare their core with the database instead. */
const mostClients = 200

/** What one instance tells the others. `partly`: not all clients are named. `names`: as in the table. */
export interface Told {
  change: MadeChange
  partly: boolean
  names: boolean
}

const clientsOf = (change: Change): readonly ClientChange[] => ('clients' in change ? change.clients : [])

function toText(change: MadeChange): string {
  const partly = clientsOf(change).length > mostClients
  return JSON.stringify({ change: partly ? { ...change, clients: [] } : change, partly })
}

/** Clients came, left or were renamed: what is remembered under a name may be another's. */
const movesNames = (change: Change): boolean =>
  change.kind === 'inbounds-changed' ||
  clientsOf(change).some(
    ({ email, formerEmail, inboundIds }) => email !== formerEmail || inboundIds.length === 0,
  )

function toTold({ names, body }: { names: number; body: string }): Told {
  const { change, partly } = JSON.parse(body) as Omit<Told, 'names'> // written by `toText` of the same schema
  return { change: { ...change, foreign: true }, partly, names: names > 0 }
}

/**
 * What is written, told to the other instances on a PostgreSQL: in the transaction of the write, so that it is there
 * exactly if the write is. Write transactions take turns, so the ids are in the order of the commits and nothing appears
 * below an id that was read already. Rows are written only while there is somebody to read them.
 */
export function createChangeLog(db: Db, id: string) {
  const others = (own: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from instances where id <> ${own} and seen_at > ${serverClock} - ${sql.lit(toldMs)})`

  /** Of the transaction that runs; undefined where nobody asks at its start. */
  let hasOthers: boolean | undefined

  return {
    async append(tx: Tx, changes: readonly MadeChange[]): Promise<void> {
      if (db.engine === 'sqlite' || hasOthers === false) return
      for (const change of changes)
        await sql`insert into change_log (at, origin, names, body) select ${serverClock}, ${id},
          ${movesNames(change) ? 1 : 0}::bigint, ${toText(change)} where ${others(sql.lit(id))}`.execute(tx)
    },
    /** The id of the newest row. */
    async newest(source: Db['read'] | Tx = db.read): Promise<number> {
      const row = await source
        .selectFrom('change_log')
        .select((e) => e.fn.max('id').as('id'))
        .executeTakeFirst()
      return Number(row?.id ?? 0)
    },
    /** What another instance wrote after `cursor`, at a glance; undefined if it wrote nothing. */
    glance: {
      sql: (cursor: number) => sql`select max(names) as names, max(id) as id, ${others(sql.lit(id))} as others
        from change_log where id > ${sql.lit(cursor)} and origin <> ${sql.lit(id)}`,
      read(rows: readonly unknown[]): { names: boolean; cursor: number } | undefined {
        // Of the statement above.
        const [row] = rows as { names: number | null; id: number | null; others: boolean }[]
        hasOthers = row?.others
        return row?.id ? { names: Number(row.names) > 0, cursor: Number(row.id) } : undefined
      },
    },
    /** What others wrote after `cursor`, oldest first, and the new cursor. */
    async after(cursor: number): Promise<{ told: Told[]; cursor: number }> {
      const rows = await db.read
        .selectFrom('change_log')
        .select(['id', 'origin', 'names', 'body'])
        .where('id', '>', cursor)
        .orderBy('id')
        .limit(500)
        .execute()
      const told = rows.filter(({ origin }) => origin !== id).map(toTold)
      return { told, cursor: rows.at(-1)?.id ?? cursor }
    },
    /** The leader's. */
    pruning: (upkeep: Commit['upkeep']): Job => ({
      name: 'change-log-prune',
      everyMs: keptMs / 5,
      leaderOnly: true,
      async run() {
        const isOld = sql<boolean>`at < ${serverClock} - ${keptMs}`
        const old = await db.read
          .selectFrom('change_log')
          .select('id')
          .where(isOld)
          .limit(1)
          .executeTakeFirst()
        if (old) await upkeep((tx) => tx.deleteFrom('change_log').where(isOld).execute())
      },
    }),
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>
