import { type Selectable, sql } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import type { Rotation, RotationKind, RotationProgress, RotationRules } from '#contract/rotation-api.ts'
import type { StuckRotation } from '#domain/health/rotation.ts'
import { activeMs, blockedMs, type Seen } from '#domain/rotation/progress.ts'
import { noRules } from '#domain/rotation/rules.ts'
import { changesOf, textsOf, type Values } from '#domain/rotation/values.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { setsFor } from '../store/sets.ts'

type Row = Selectable<Schema['rotations']>
type Source = Reader | Tx

/** A rotation with its values. */
export type Run = Omit<Row, 'former' | 'fresh'> & { former: Values; fresh: Values }

const mostHistory = 50
/** Another panel on the same PostgreSQL may serve what it knows for so long (`inbounds-snapshot`). */
const staleMs = 2_000

const toRun = (row: Row): Run => ({
  ...row,
  former: JSON.parse(row.former) as Values, // written below
  fresh: JSON.parse(row.fresh) as Values,
})

export const shownRun = (run: Run): Rotation => ({
  id: run.id,
  cause: run.cause as Rotation['cause'], // written by the service
  changes: changesOf(run.former, run.fresh),
  beganAt: run.began_at,
  endedAt: run.ended_at,
  endedBy: run.ended_by as Rotation['endedBy'], // as above
  active: run.active,
  fetched: run.fetched,
})

/** Rules, rotations, and how many clients have fetched: what they need of other tables is read here. */
export function createRotationStore(db: Db) {
  const { among } = setsFor(db.engine)
  const margin = db.engine === 'postgres' ? staleMs : 0

  async function rulesOf(source: Source, inboundId: number) {
    const row = await source
      .selectFrom('rotation_rules')
      .selectAll()
      .where('inbound_id', '=', inboundId)
      .executeTakeFirst()
    return {
      rules: row ? (JSON.parse(row.rules) as RotationRules) : noRules, // checked when it was saved
      savedAt: row?.saved_at ?? 0,
      problem: row?.problem ? (JSON.parse(row.problem) as Coded) : null,
      problemAt: row?.problem_at ?? 0,
    }
  }

  const runs = async (source: Source, inboundId: number): Promise<Run[]> =>
    (
      await source
        .selectFrom('rotations')
        .selectAll()
        .where('inbound_id', '=', inboundId)
        .orderBy('id', 'desc')
        .limit(mostHistory)
        .execute()
    ).map(toRun)

  return {
    rulesOf,
    runs,
    async saveRules(tx: Tx, inboundId: number, rules: RotationRules, savedAt: number): Promise<void> {
      const row = { rules: JSON.stringify(rules), saved_at: savedAt, problem: '', problem_at: 0 }
      await tx
        .insertInto('rotation_rules')
        .values({ inbound_id: inboundId, ...row })
        .onConflict((c) => c.column('inbound_id').doUpdateSet(row))
        .execute()
    },
    async saveProblem(tx: Tx, inboundId: number, problem: Coded | null, at: number): Promise<void> {
      await tx
        .updateTable('rotation_rules')
        .set({ problem: problem ? JSON.stringify(problem) : '', problem_at: at })
        .where('inbound_id', '=', inboundId)
        .execute()
    },
    async begin(tx: Tx, run: Pick<Run, 'inbound_id' | 'cause' | 'began_at' | 'former' | 'fresh'>) {
      const { former, fresh } = run
      await tx
        .insertInto('rotations')
        .values({ ...run, former: JSON.stringify(former), fresh: JSON.stringify(fresh) })
        .execute()
    },
    async end(
      tx: Tx,
      id: number,
      by: Rotation['endedBy'],
      { active, fetched }: RotationProgress,
      at: number,
    ) {
      await tx
        .updateTable('rotations')
        .set({ ended_at: at, ended_by: by, active, fetched })
        .where('id', '=', id)
        .execute()
    },
    /** Of inbounds that were deleted. */
    async prune(tx: Tx): Promise<void> {
      const stored = tx.selectFrom('inbounds').select('id')
      await tx.deleteFrom('rotations').where('inbound_id', 'not in', stored).execute()
      await tx.deleteFrom('rotation_rules').where('inbound_id', 'not in', stored).execute()
    },
    /** Inbounds that have rules or a rotation. */
    async inbounds(): Promise<{ id: number; userId: number }[]> {
      const rows = await db.read
        .selectFrom('inbounds')
        .select(['id', 'user_id'])
        .where((e) =>
          e.or([
            e('also_served', '<>', ''),
            e('id', 'in', e.selectFrom('rotation_rules').select('inbound_id')),
          ]),
        )
        .orderBy('id')
        .execute()
      return rows.map(({ id, user_id: userId }) => ({ id, userId }))
    },
    /** Those that were due and could not begin. */
    async stuck(): Promise<StuckRotation[]> {
      const rows = await db.read
        .selectFrom('rotation_rules as r')
        .innerJoin('inbounds as i', 'i.id', 'r.inbound_id')
        .select(['i.id', 'i.remark', 'i.tag', 'r.problem'])
        .where('r.problem', '<>', '')
        .orderBy('i.id')
        .execute()
      return rows.map(({ id, remark, tag, problem }) => ({
        ...{ inboundId: id, name: remark || tag },
        reason: JSON.parse(problem) as Coded, // written by `saveProblem`
      }))
    },
    /** `since`: when the rotation began. */
    async progress(source: Source, ids: readonly number[], since: number, now: number) {
      const [seen, begun] = [now - activeMs, since + margin]
      const { rows } = await sql<Record<keyof RotationProgress, number | string | null>>`
        select count(*) as "active", sum(case when t.last_sub_fetch >= ${begun} then 1 else 0 end) as "fetched",
          sum(case when t.last_sub_fetch < ${seen} then 1 else 0 end) as "linkOnly"
        from clients c join client_traffics t on t.email = c.email
        where c.enable and (c.expiry_time <= 0 or c.expiry_time > ${now})
          and (c.total_gb = 0 or t.up + t.down < c.total_gb)
          and (t.last_online >= ${seen} or t.last_sub_fetch >= ${seen})
          and exists (select 1 from client_inbounds ci where ci.client_id = c.id and ${among('ci.inbound_id', ids)})`.execute(
        source,
      )
      const { active, fetched, linkOnly } = rows[0] ?? {}
      return { active: Number(active ?? 0), fetched: Number(fetched ?? 0), linkOnly: Number(linkOnly ?? 0) }
    },
    /** Values that were blocked lately. */
    blocked: (all: readonly Run[], now: number) => (kind: RotationKind) =>
      new Set(
        all
          .filter(({ cause, ended_by, began_at }) => {
            const isVerdict = cause === 'verdict' || ended_by === 'verdict'
            return isVerdict && began_at >= now - blockedMs
          })
          .flatMap(({ former }) => textsOf(former, kind)),
      ),
    /** What each eye saw of the entries since then. */
    async seen(inboundId: number, since: number): Promise<Seen[]> {
      const rows = await db.read
        .selectFrom('entry_checks')
        .selectAll()
        .where('inbound_id', '=', inboundId)
        .where('checked_at', '>=', since)
        .execute()
      return rows.map(({ last_ok_at: lastOkAt, checked_at: checkedAt, stage, ...row }) => ({
        ...{ ...row, lastOkAt, checkedAt },
        stage: stage as Seen['stage'], // written by the entries room
      }))
    },
  }
}

export type RotationStore = ReturnType<typeof createRotationStore>
