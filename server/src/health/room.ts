import type { Alert } from '#contract/alerts.ts'
import type { Finding, Health, HealthState } from '#contract/health-api.ts'
import { type Check, hasOwnAlert, shown, worstFirst, worstOf } from '#domain/health/check.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import type { Instance } from '../instance/instance.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Told } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import { columns, type FindingRow, rowOf, toCheck } from './rows.ts'

/** One look: what a check found, and when. */
export interface Looked {
  name: string
  at: number
  tookMs: number
  checks: readonly Check[]
}

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  instance: Pick<Instance, 'id' | 'name' | 'others'>
}

type Rows = ReadonlyMap<string, FindingRow>

/** The time of a look is at most this far behind. */
const restoreMs = 240_000

const actor = { kind: 'job', name: 'health', address: '' } as const

/**
 * What the checks found last. Owns `findings`, `finding_mutes` and `health_checks`. The doctor records its looks here; all
 * that shows a state reads it here.
 */
export function createHealth({ db, commit, now, instance }: Deps) {
  const sets = setsFor(db.engine)
  const source = instance.id
  /** What each check found when it was last stored, and when: the same again is stored some minutes later only. */
  const stored = new Map<string, { at: number; found: string }>()
  const isStored = ({ name, at, checks }: Looked) => {
    const last = stored.get(name)
    return last?.found === JSON.stringify(checks) && at - last.at < restoreMs
  }

  /** A result is as old as its state: other words for the same state, as in "3 days left", do not make it new. */
  async function replace(tx: Tx, looked: readonly Looked[]): Promise<Told> {
    const names = looked.map(({ name }) => name)
    const own = tx
      .selectFrom('findings')
      .selectAll()
      .where('source', '=', source)
      .where(sets.among('looked_by', names))
    const before = new Map((await own.execute()).map((row) => [row.id, row]))
    const after = new Map<string, FindingRow>()
    for (const { name, at, checks } of looked)
      for (const check of checks) {
        const last = before.get(check.id)
        const since = last?.state === check.state ? last.since : at
        after.set(check.id, rowOf(check, { source, lookedBy: name, since, at }))
      }
    await tx
      .deleteFrom('findings')
      .where('source', '=', source)
      .where((e) => e.or([sets.among('looked_by', names), sets.among('id', [...after.keys()])]))
      .execute()
    await sets.insert(tx, 'findings', [...after.values()], columns)
    const isSame = ({ id, state, cause }: FindingRow) =>
      before.get(id)?.state === state && before.get(id)?.cause === cause
    const isNews = before.size !== after.size || ![...after.values()].every(isSame)
    if (!isNews) return {}
    return { change: { kind: 'findings-changed' }, alert: await alertsOf(tx, before, after) }
  }

  /** What does not work since now, and what does again. A muted finding is told to nobody. */
  async function alertsOf(tx: Tx, before: Rows, after: Rows): Promise<Alert[]> {
    const isBad = (rows: Rows) => (id: string) => rows.get(id)?.state === 'bad'
    const found = [...after.keys()].filter(isBad(after)).filter((id) => !isBad(before)(id))
    const cleared = [...before.keys()].filter(isBad(before)).filter((id) => !isBad(after)(id))
    if (found.length + cleared.length === 0) return []
    const mutes = await tx.selectFrom('finding_mutes').select('id').execute()
    const muted = new Set(mutes.map(({ id }) => id))
    const tell = (kind: 'health.found' | 'health.cleared', rows: Rows) => (id: string) => {
      const row = rows.get(id)
      const check = row && toCheck(row)
      if (!check || muted.has(id) || hasOwnAlert(check)) return []
      return [{ kind, params: { id, subject: check.subject.name, reason: inEnglish(check.sentence) } }]
    }
    return [...found.flatMap(tell('health.found', after)), ...cleared.flatMap(tell('health.cleared', before))]
  }

  async function noteTimes(tx: Tx, looked: readonly Looked[]): Promise<void> {
    for (const { name, at, tookMs } of looked)
      await tx
        .insertInto('health_checks')
        .values({ source, name, looked_at: at, took_ms: tookMs })
        .onConflict((c) => c.columns(['source', 'name']).doUpdateSet({ looked_at: at, took_ms: tookMs }))
        .execute()
  }

  /** What has never looked has the time 0, and so has the whole. */
  async function noteUnlooked(tx: Tx, known: readonly string[]): Promise<void> {
    await tx
      .insertInto('health_checks')
      .values(known.map((name) => ({ source, name, looked_at: 0, took_ms: 0 })))
      .onConflict((c) => c.columns(['source', 'name']).doNothing())
      .execute()
  }

  async function view(): Promise<Health> {
    const machines = new Map([instance, ...instance.others()].map(({ id, name }) => [id, name]))
    const ids = [...machines.keys()]
    const rows = await db.read.selectFrom('findings').selectAll().where(sets.among('source', ids)).execute()
    const mutes = await db.read.selectFrom('finding_mutes').selectAll().execute()
    const times = await db.read
      .selectFrom('health_checks')
      .select('looked_at')
      .where(sets.among('source', ids))
      .execute()
    const mutedBy = new Map(
      mutes.map(({ id, reason, muted_by: by, muted_at: at }) => [id, { reason, by, at }]),
    )
    const all = rows.map((row): Finding => {
      const seenBy = machines.size > 1 ? (machines.get(row.source) ?? '') : ''
      const { since, checked_at: checkedAt } = row
      return { ...shown(toCheck(row)), since, checkedAt, seenBy, muted: mutedBy.get(row.id) ?? null }
    })
    const findings = worstFirst(all.filter(({ state }) => state !== 'ok'))
    const open = findings.filter(({ muted }) => muted === null)
    const countOf = (state: HealthState) => open.filter((finding) => finding.state === state).length
    return {
      checkedAt: times.length > 0 ? Math.min(...times.map(({ looked_at }) => looked_at)) : 0,
      worst: times.some(({ looked_at }) => looked_at > 0) ? worstOf(open) : null,
      counts: {
        bad: countOf('bad'),
        warn: countOf('warn'),
        note: countOf('note'),
        muted: findings.length - open.length,
      },
      findings,
      passed: all.filter(({ state }) => state === 'ok'),
    }
  }

  return {
    view,
    /** The check that found it here; undefined if it is gone. Another panel that found it has to mend it. */
    async foundBy(id: string): Promise<string | undefined> {
      const machines = [instance, ...instance.others()]
      const rows = await db.read
        .selectFrom('findings')
        .select(['source', 'looked_by'])
        .where('id', '=', id)
        .where('state', '<>', 'ok')
        .execute()
      const own = rows.find((row) => row.source === source)
      const other = machines.find((one) => rows.some((row) => row.source === one.id))
      if (!own && other) throw new Refusal('health.finding-elsewhere', { name: other.name }, 'id')
      return own?.looked_by
    },
    /**
     * Replaces what these checks found before. `known`: all checks there are; what others found is dropped. `isRoutine`: what
     * is the same as before need not be stored each time.
     */
    async record(all: readonly Looked[], known: readonly string[], isRoutine = false): Promise<void> {
      const looked = isRoutine ? all.filter((one) => !isStored(one)) : all
      if (looked.length === 0) return
      await commit(actor, async (tx) => {
        for (const table of ['findings', 'health_checks'] as const) {
          const column = table === 'findings' ? 'looked_by' : 'name'
          const isGone = sets.among(column, [...known])
          await tx
            .deleteFrom(table)
            .where('source', '=', source)
            .where((e) => e.not(isGone))
            .execute()
        }
        const told = await replace(tx, looked)
        await noteTimes(tx, looked)
        await noteUnlooked(tx, known)
        return { result: undefined, ...told }
      })
      for (const { name, at, checks } of looked) stored.set(name, { at, found: JSON.stringify(checks) })
    },
    async mute(id: string, reason: string, by: Actor): Promise<void> {
      await commit(by, async (tx) => {
        const found = await tx
          .selectFrom('findings')
          .select('id')
          .where('id', '=', id)
          .where('state', '<>', 'ok')
          .executeTakeFirst()
        if (!found) throw new Refusal('health.finding-gone', {}, 'id')
        const values = { reason, muted_by: by.name || by.kind, muted_at: now() }
        await tx
          .insertInto('finding_mutes')
          .values({ id, ...values })
          .onConflict((c) => c.column('id').doUpdateSet(values))
          .execute()
        return {
          result: undefined,
          action: { action: 'finding.mute', objectKind: 'finding', object: id, after: { reason } },
          change: { kind: 'findings-changed' },
        }
      })
    },
    async unmute(id: string, by: Actor): Promise<void> {
      await commit(by, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('finding_mutes')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) return { result: undefined }
        return {
          result: undefined,
          action: { action: 'finding.unmute', objectKind: 'finding', object: id },
          change: { kind: 'findings-changed' },
        }
      })
    },
  }
}

export type HealthRoom = ReturnType<typeof createHealth>
