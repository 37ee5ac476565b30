import { type RawBuilder, sql } from 'kysely'
import {
  bucketOf,
  inBuckets,
  nextBucket,
  type Point,
  type Step,
  stepFor,
  steps,
  type ZoneOffset,
  zoneOffset,
} from '#domain/traffic/buckets.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { zoneOf } from '../../platform/system-time-zone.ts'
import type { Base } from '../../settings/base-services.ts'
import type { SettingsReader } from '../../settings/service.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Tx } from '../../store/open.ts'
import { setsFor } from '../../store/sets.ts'
import { createKeep } from './keep.ts'
import { type Kind, kinds } from './names.ts'
import { createPlaceDays } from './place-days.ts'
import { createRecorder, tables } from './record.ts'
import { createWeek, lastDayStarts } from './week.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  settings: Pick<SettingsReader, 'current'>
}

export interface Range {
  from?: number | undefined
  to?: number | undefined
  step?: Step | undefined
}

const foldEveryMs = 60_000
const keepEveryMs = 3_600_000
/** The default range of a query. */
const usual: Record<Step, number> = { '5m': 86_400, '1h': 7 * 86_400, '1d': 30 * 86_400 }

/** Clients of one subscription whose days are added up. */
const mostTogether = 10

/** Traffic of clients, inbounds, outbounds and nodes over time. */
export function createTrafficHistory({ db, commit, now, settings }: Deps) {
  /** A name, or `Local`. */
  const zone = () => settings.current().timeLocation
  let used: { zone: string; offset: ZoneOffset } | undefined
  function offset(): ZoneOffset {
    const wanted = zone()
    if (used?.zone !== wanted) used = { zone: wanted, offset: zoneOffset(zoneOf({ timeLocation: wanted })) }
    return used.offset
  }

  const recorder = createRecorder(db, offset)
  const places = createPlaceDays(db, recorder.names, offset)
  const keep = createKeep(commit.upkeep)
  const { among } = setsFor(db.engine)

  /**
   * Jumps from bucket to bucket by index: rows are ordered by time, so scanning a range would read everybody's rows.
   */
  const walk = (table: string, ref: number, from: RawBuilder<unknown>, to: number) => sql`
    select h.at, h.up, h.down from (
      with recursive b(at) as (
        select min(at) from ${sql.table(table)} where at >= ${from}
        union all
        select (select min(f.at) from ${sql.table(table)} as f where f.at > b.at) from b where b.at < ${to}
      ) select at from b
    ) as b join ${sql.table(table)} as h on h.at = b.at and h.ref = ${ref} where h.at < ${to}`

  /** One statement, so that a concurrent fold cannot hide or double a bucket. */
  async function points(ref: number, step: Step, from: number, to: number): Promise<Point[]> {
    const start = sql`${sql.lit(from)}`
    const unfolded = sql`(select case when until > ${start} then until else ${start} end from history_folded)`
    const rows =
      step === '5m'
        ? walk(tables['5m'], ref, start, to)
        : sql`${walk(tables[step], ref, start, to)} union all ${walk(tables['5m'], ref, unfolded, to)}`
    const { rows: found } = await sql<{ at: number; up: number; down: number }>`${rows}`.execute(db.read)
    return found.map(({ at, up, down }) => ({ t: at, up, down }))
  }

  async function read(kind: Kind, name: string, range: Range): Promise<{ step: Step; points: Point[] }> {
    const seconds = Math.floor(now() / 1_000)
    const to = range.to ?? seconds + 1
    const from = range.from ?? to - usual[range.step ?? '5m']
    const step = range.step ?? stepFor(from, seconds)
    if (!isStorable(name) || from >= to) return { step, points: [] }
    const known = await db.read
      .selectFrom('history_names')
      .select('id')
      .where('kind', '=', kinds[kind])
      .where('name', '=', name)
      .executeTakeFirst()
    if (!known) return { step, points: [] }
    // Whole buckets: folded data cannot be split.
    const begin = bucketOf(Math.max(from, seconds - steps[step].kept), step, offset())
    const end = nextBucket(Math.max(to, begin + 1) - 1, step, offset())
    return { step, points: inBuckets(await points(known.id, step, begin, end), step, offset()) }
  }

  /** What counted against the quotas of these clients on each of the last days, today included; days without traffic too. */
  async function lastDays(emails: readonly string[], count = 30): Promise<{ at: number; bytes: number }[]> {
    const seconds = Math.floor(now() / 1_000)
    const days = lastDayStarts(seconds, count, offset()).map((at) => ({ at, bytes: 0 }))
    const from = days[0]?.at
    for (const email of emails.slice(0, mostTogether)) {
      const { points: used } = await read('client', email, { step: '1d', from })
      for (const { t, up, down } of used) {
        const day = days.find(({ at }) => at === t)
        if (day) day.bytes += up + down
      }
    }
    const { rows } = await sql<{
      day: number
      more: number
    }>`select d.day, sum(d.charged / 100 - d.up - d.down) as more
      from client_inbound_days d join clients c on c.id = d.client_id
      where ${among('c.email', emails.slice(0, mostTogether))} and d.day >= ${from ?? 0} group by d.day`.execute(
      db.read,
    )
    for (const { day: at, more } of rows) {
      const day = days.find((one) => one.at === at)
      if (day) day.bytes = Math.max(0, day.bytes + Number(more))
    }
    return days
  }

  /** A client takes its history along; history that another client left under the new name does not become its own. */
  async function rename(tx: Tx, from: string, to: string): Promise<void> {
    recorder.names.forget('client', [from, to])
    const rows = await tx
      .selectFrom('history_names')
      .select(['id', 'name'])
      .where('kind', '=', kinds.client)
      .where('name', 'in', [from, to])
      .execute()
    const [old, taken] = [rows.find((r) => r.name === from), rows.find((r) => r.name === to)]
    if (!old) return
    if (taken) {
      // A tick may already have counted under the new name: keep those bytes.
      const recent = sql`at >= (select until from history_folded)`
      await sql`insert into history_fine (at, ref, up, down)
          select at, ${sql.lit(old.id)}, up, down from history_fine where ref = ${taken.id} and ${recent}
          on conflict (at, ref) do update set up = history_fine.up + excluded.up, down = history_fine.down + excluded.down`.execute(
        tx,
      )
      await sql`delete from history_fine where ref = ${taken.id} and ${recent}`.execute(tx)
      await tx.deleteFrom('history_names').where('id', '=', taken.id).execute()
    }
    await tx.updateTable('history_names').set({ name: to }).where('id', '=', old.id).execute()
  }

  /** Removes the names of clients deleted with their counters; their rows age out. */
  async function forget(tx: Tx, emails: readonly string[]): Promise<void> {
    recorder.names.forget('client', emails)
    await tx
      .deleteFrom('history_names')
      .where('kind', '=', kinds.client)
      .where(among('name', emails))
      .where('name', 'not in', (e) =>
        e.selectFrom('client_traffics').select('email').where(among('email', emails)),
      )
      .execute()
  }

  async function fold(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await commit.upkeep((tx) => recorder.fold(tx, now()))));
  }

  async function prune(signal: AbortSignal): Promise<void> {
    await keep(now(), signal)
    while (!signal.aborted && (await commit.upkeep((tx) => places.prune(tx, now()))) > 0);
  }

  return {
    record: recorder.record,
    /** The same bytes by place, where a cost is noted. */
    placed: places.record,
    placeBytes: places.since,
    read,
    week: createWeek(db, now, offset),
    lastDays,
    /** Days are those of this zone. */
    zone: () => zoneOf({ timeLocation: zone() }),
    offset,
    /** Another instance may have renamed or deleted clients. */
    dropNames: recorder.names.forgetAll,
    /** Runs in the transaction of the rename or deletion: a crash cannot separate a client from its history. */
    async inTx(tx: Tx, change: Change): Promise<void> {
      if (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed') return
      const gone: string[] = []
      for (const { email, formerEmail, inboundIds } of change.clients)
        if (formerEmail !== null && formerEmail !== email) await rename(tx, formerEmail, email)
        else if (inboundIds.length === 0) gone.push(email)
      if (gone.length > 0) await forget(tx, gone)
    },
    jobs: [
      { name: 'history-fold', everyMs: foldEveryMs, leaderOnly: true, run: fold },
      { name: 'history-keep', everyMs: keepEveryMs, leaderOnly: true, run: prune },
    ] satisfies Job[],
  }
}

export type TrafficHistory = ReturnType<typeof createTrafficHistory>
