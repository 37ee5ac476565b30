import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Alert, AlertKind } from '#contract/alerts.ts'
import type { Coded } from '#contract/coded.ts'
import { loadKinds, type Thresholds, urgentKinds } from '#domain/alerts/grid.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import type { RecordedAlert } from './outlets.ts'

type Deps = Pick<Base, 'commit' | 'db' | 'now'>

export interface Wish {
  outlet: string
  kinds: ReadonlySet<AlertKind>
  thresholds: Thresholds
}

export interface Waiting {
  id: number
  tries: number
  retryAt: number
  message: string
  createdAt: number
  alert: RecordedAlert
}

/** Alerts and their deliveries as rows. Every method is one statement or one transaction. */
export function createOutbox({ db, commit, now }: Deps) {
  const { among } = setsFor(db.engine)
  const no = sql.raw(db.engine === 'sqlite' ? '0' : 'false') // a literal: partial indexes match the exact text

  /** Loads go to the outlets whose threshold was crossed, everything else by its kind. */
  function wanted({ kinds, thresholds }: Wish): RawBuilder<boolean> {
    const loads = Object.entries(loadKinds).filter(([, kind]) => kinds.has(kind))
    const crossed = loads.map(
      ([what, kind]) =>
        sql<boolean>`(kind = ${kind} and threshold = ${thresholds[what as keyof Thresholds]})`,
    )
    const plain = [...kinds].filter((kind) => !loads.some(([, load]) => load === kind))
    return sql<boolean>`(${sql.join([among('kind', plain), ...crossed], sql` or `)})`
  }

  const waiting = (outlet: string) =>
    db.read
      .selectFrom('alert_deliveries as d')
      .innerJoin('alerts as a', 'a.id', 'd.alert_id')
      .select(['d.id', 'd.tries', 'd.retry_at', 'd.message', 'd.created_at'])
      .select(['a.uid', 'a.kind', 'a.params', 'a.at'])
      .where('d.outlet', '=', outlet)
      .where('d.state', '=', sql.lit('waiting'))
      .orderBy('d.id')

  type Row = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number]
  const toWaiting = (row: Row): Waiting => ({
    id: row.id,
    tries: row.tries,
    retryAt: row.retry_at,
    message: row.message,
    createdAt: row.created_at,
    // What `record` wrote.
    alert: { ...({ kind: row.kind, params: JSON.parse(row.params) } as Alert), id: row.uid, at: row.at },
  })

  const end = (tx: Tx, state: 'delivered' | 'failed', error: Coded | undefined) =>
    tx
      .updateTable('alert_deliveries')
      .set({ state, done_at: now(), error: error ? JSON.stringify(error) : '' })
      .where('state', '=', 'waiting')

  return {
    async anyUnrouted(): Promise<boolean> {
      const { rows } = await sql`select 1 from alerts where routed = ${no} limit 1`.execute(db.read)
      return rows.length > 0
    },

    /** Makes the deliveries of new alerts; one statement for each outlet. */
    route: (wishes: readonly Wish[], home: Wish): Promise<void> =>
      commit.upkeep(async (tx) => {
        for (const wish of wishes)
          await sql`insert into alert_deliveries (alert_id, outlet, state, created_at)
            select id, ${wish.outlet}, 'waiting', ${now()} from alerts
            where routed = ${no} and ${wanted(wish)} order by id`.execute(tx)
        await sql`update alerts set on_home = ${wanted(home)}, routed = not ${no} where routed = ${no}`.execute(
          tx,
        )
      }),

    /** The outlets that something waits for. */
    async busy(): Promise<string[]> {
      const { rows } = await sql<{ outlet: string }>`select distinct outlet from alert_deliveries
        where state = 'waiting'`.execute(db.read)
      return rows.map(({ outlet }) => outlet)
    },

    async next(outlet: string, most: number): Promise<Waiting[]> {
      return (await waiting(outlet).limit(most).execute()).map(toWaiting)
    },
    async ofMessage(outlet: string, message: string): Promise<Waiting[]> {
      return (await waiting(outlet).where('d.message', '=', message).execute()).map(toWaiting)
    },
    /** The last one that must not wait; 0 if there is none. */
    async lastUrgent(outlet: string): Promise<number> {
      const row = await db.read
        .selectFrom('alert_deliveries as d')
        .innerJoin('alerts as a', 'a.id', 'd.alert_id')
        .select((e) => e.fn.max('d.id').as('id'))
        .where('d.outlet', '=', outlet)
        .where('d.state', '=', sql.lit('waiting'))
        .where(among('a.kind', urgentKinds))
        .executeTakeFirst()
      return Number(row?.id ?? 0)
    },

    /**
     * These become one message, stored before it is sent: a second attempt sends the same one, without what came since.
     * One alert alone lends it its id.
     */
    async bind(rows: readonly Waiting[]): Promise<string> {
      const [only, ...more] = rows
      const message = only && more.length === 0 ? only.alert.id : randomUUID()
      const ids = rows.map(({ id }) => id)
      await commit.upkeep((tx) =>
        tx.updateTable('alert_deliveries').set({ message }).where(among('id', ids)).execute(),
      )
      return message
    },
    delivered: (ids: readonly number[]) =>
      commit.upkeep((tx) => end(tx, 'delivered', undefined).where(among('id', ids)).execute()),
    gaveUp: (ids: readonly number[], error: Coded) =>
      commit.upkeep((tx) => end(tx, 'failed', error).where(among('id', ids)).execute()),
    retry: (ids: readonly number[], retryAt: number, error: Coded) =>
      commit.upkeep((tx) =>
        tx
          .updateTable('alert_deliveries')
          .set((e) => ({ tries: e('tries', '+', 1), retry_at: retryAt, error: JSON.stringify(error) }))
          .where(among('id', ids))
          .where('state', '=', 'waiting')
          .execute(),
      ),
    dropOlder: (outlet: string, before: number, error: Coded) =>
      commit.upkeep((tx) =>
        end(tx, 'failed', error).where('outlet', '=', outlet).where('created_at', '<', before).execute(),
      ),

    /** Once more, behind everything that waits; with the same id, so that a receiver that has it drops it. */
    async replay(tx: Tx, id: number): Promise<{ outlet: string; kind: string } | undefined> {
      const found = await tx
        .selectFrom('alert_deliveries as d')
        .innerJoin('alerts as a', 'a.id', 'd.alert_id')
        .select(['d.alert_id', 'd.outlet', 'a.kind', 'd.state'])
        .where('d.id', '=', id)
        .executeTakeFirst()
      if (!found) return undefined
      if (found.state !== 'waiting') {
        const { alert_id, outlet } = found
        const again = { alert_id, outlet, state: 'waiting' as const, created_at: now() }
        await tx.insertInto('alert_deliveries').values(again).execute()
      } else await tx.updateTable('alert_deliveries').set({ retry_at: 0 }).where('id', '=', id).execute()
      return found
    },

    forget: (tx: Tx, outlet: string) =>
      tx.deleteFrom('alert_deliveries').where('outlet', '=', outlet).execute(),
  }
}

export type Outbox = ReturnType<typeof createOutbox>
