import type { Alert } from '#contract/alerts.ts'
import type {
  Rotation,
  RotationKind,
  RotationPreview,
  RotationRules,
  RotationState,
} from '#contract/rotation-api.ts'
import { rotationKinds } from '#contract/rotation-api.ts'
import { coreProtocol } from '#domain/core-config/client-entry.ts'
import { endsWithListener } from '#domain/core-config/plan-inbounds.ts'
import { canonicalStream } from '#domain/inbounds/stream.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { plannedAt } from '#domain/rotation/progress.ts'
import {
  checkedRules,
  kindRefusal,
  type Planned,
  plannedRotation,
  type Surroundings,
  wholeRefusal,
} from '#domain/rotation/rules.ts'
import { changesOf, kindsOf, textsOf, type Values, valuesOf, withValues } from '#domain/rotation/values.ts'
import type { By, Inbounds } from '../inbounds/service.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import type { Told } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import type { InboundRow } from '../store/rows/inbound.ts'
import { readAround } from './around.ts'
import { type RotationStore, type Run, shownRun } from './store.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  inbounds: Pick<Inbounds, 'serve' | 'tryOut'>
  store: RotationStore
  onlineByInbound: () => Promise<readonly { id: number; online: number }[]>
}

type Cause = Rotation['cause']
type Around = Surroundings & { row: InboundRow }

type Running = Run & { ended_at: 0 }
const isRunning = (run: Run | undefined): run is Running => run?.ended_at === 0
const ofPort: ReadonlySet<string> = new Set([
  ...['inbound.port-taken', 'inbound.port-in-use', 'inbound.port-of-panel', 'inbound.port-of-subscriptions'],
])
const idsOf = ({ inbound, children }: Surroundings) => [inbound.id, ...children.map(({ id }) => id)]

const listed = (told: Told['action']): readonly Action[] =>
  told === undefined ? [] : Array.isArray(told) ? told : [told as Action] // isArray does not narrow a readonly array

const actionOf = (action: Action['action'], row: InboundRow, before?: unknown, after?: unknown): Action => ({
  ...{ action, objectKind: 'inbound', object: `${row.id} ${row.tag}`, before, after },
})
const nameOf = ({ remark, tag }: InboundRow): string => remark || tag

const shownValues = (values: Values) =>
  Object.fromEntries(kindsOf(values).map((kind) => [kind, textsOf(values, kind)]))

/** Begins, ends and undoes rotations: each is one transaction with the inbound. */
export function createRotationService({ db, commit, now, inbounds, store, onlineByInbound }: Deps) {
  const progressOf = (source: Tx | typeof db.read, around: Surroundings, run: Run | undefined) =>
    store.progress(source, idsOf(around), isRunning(run) ? run.began_at : now(), now())

  /** The inbound gets these values, and serves the former ones beside them. */
  async function serve(
    tx: Tx,
    { row, inbound }: Around,
    to: Values,
    also: Values | undefined,
    action: Action,
  ) {
    const { id: _, ...fields } = inbound
    const told = await inbounds.serve(tx, row, withValues(fields, to), also)
    return { ...told, action: [action, ...listed(told.action)] }
  }

  async function begin(tx: Tx, around: Around, cause: Cause, former: Values, fresh: Values): Promise<Told> {
    const { row } = around
    await store.begin(tx, { inbound_id: row.id, cause, began_at: now(), former, fresh })
    const action = actionOf('rotation.start', row, shownValues(former), shownValues(fresh))
    const alert: Alert | undefined =
      cause === 'hand' ? undefined : { kind: 'rotation.began', params: { inbound: nameOf(row), cause } }
    return { ...(await serve(tx, around, fresh, former, action)), alert }
  }

  async function planOf(source: Tx | typeof db.read, around: Around, kinds?: readonly RotationKind[]) {
    const [runs, { rules }] = [
      await store.runs(source, around.row.id),
      await store.rulesOf(source, around.row.id),
    ]
    if (isRunning(runs[0])) throw new Refusal('rotation.running')
    return plannedRotation(around, rules.pools, store.blocked(runs, now()), kinds)
  }

  /** What can be opened: the next port that nobody else has. */
  async function usable({ inbound }: Around, { to, ports }: Planned): Promise<Values> {
    const { id, ...fields } = inbound
    for (const [i, port] of (ports.length > 0 ? ports : [undefined]).entries()) {
      const wanted = port === undefined ? to : { ...to, port }
      try {
        await inbounds.tryOut(id, withValues(fields, wanted))
        return wanted
      } catch (error) {
        if (!(error instanceof Refusal) || !ofPort.has(error.code) || i >= ports.length - 1) throw error
      }
    }
    return to
  }

  async function retire(id: number, endedBy: 'fetched' | 'verdict' | 'hand', { userId, actor }: By) {
    await commit(actor, async (tx) => {
      const around = await readAround(tx, id, userId)
      const [run] = await store.runs(tx, id)
      if (!isRunning(run)) throw new Refusal('rotation.not-running')
      await store.end(tx, run.id, endedBy, await progressOf(tx, around, run), now())
      const action = actionOf('rotation.retire', around.row, shownValues(run.former), { by: endedBy })
      const params = { inbound: nameOf(around.row), cause: endedBy }
      const alert: Alert | undefined =
        params.cause === 'hand'
          ? undefined
          : { kind: 'rotation.ended', params: { ...params, cause: params.cause } }
      return { result: undefined, ...(await serve(tx, around, {}, undefined, action)), alert }
    })
  }

  /** Links have only one name and short id: those who fetched the new ones can go on with them until they fetch again. */
  async function putBack(tx: Tx, around: Around, run: Run): Promise<Told> {
    const progress = await progressOf(tx, around, run)
    await store.end(tx, run.id, 'undone', progress, now())
    const stays = kindsOf(run.fresh).filter((kind) => kind === 'sni' || kind === 'shortId')
    const isKept = stays.length > 0 && progress.fetched > 0
    const pick = (values: Values) => Object.fromEntries(stays.map((kind) => [kind, values[kind]])) as Values
    if (isKept)
      await store.begin(tx, {
        ...{ inbound_id: run.inbound_id, cause: 'hand', began_at: now() },
        ...{ former: pick(run.fresh), fresh: pick(run.former) },
      })
    const action = actionOf('rotation.undo', around.row, shownValues(run.fresh), shownValues(run.former))
    return serve(tx, around, run.former, isKept ? pick(run.fresh) : undefined, action)
  }

  async function reconnecting({ inbound, row }: Around): Promise<number> {
    const stream = {
      protocol: coreProtocol(inbound.protocol),
      streamSettings: canonicalStream(inbound.streamSettings),
    }
    if (!row.enable || !endsWithListener(stream)) return 0
    return (await onlineByInbound()).find(({ id }) => id === row.id)?.online ?? 0
  }

  /** The last one that was not undone already. */
  const lastOf = (runs: readonly Run[]): Run => {
    const last = isRunning(runs[0]) ? runs[0] : runs.find(({ ended_by }) => ended_by !== 'undone')
    if (!last) throw new Refusal('rotation.nothing-to-undo')
    return last
  }

  return {
    readAround: (id: number, userId: number) => readAround(db.read, id, userId),
    progress: async (id: number, userId: number) =>
      progressOf(db.read, await readAround(db.read, id, userId), (await store.runs(db.read, id))[0]),

    async state(id: number, userId: number): Promise<RotationState> {
      const around = await readAround(db.read, id, userId)
      const { rules, savedAt, problem } = await store.rulesOf(db.read, id)
      const runs = await store.runs(db.read, id)
      const [first] = runs
      const running = isRunning(first) ? first : undefined
      const values = valuesOf(around.inbound, rotationKinds)
      const whole = wholeRefusal(around)
      return {
        rules,
        cannot: rotationKinds.flatMap((kind) => {
          const refusal = whole ?? kindRefusal(kind, around)
          return refusal ? [{ kind, reason: refusal.message, reasonCoded: codedOf(refusal) }] : []
        }),
        served: rotationKinds.map((kind) => ({ kind, values: textsOf(values, kind) })),
        running: running ? shownRun(running) : null,
        progress: await progressOf(db.read, around, running),
        nextAt: running ? 0 : plannedAt(rules.everyDays, Math.max(savedAt, first?.began_at ?? 0)),
        problem: problem ? inEnglish(problem) : '',
        problemCoded: problem,
        history: runs.filter((run) => !isRunning(run)).map(shownRun),
      }
    },

    async save(id: number, wanted: RotationRules, { userId, actor }: By): Promise<void> {
      const rules = checkedRules(wanted)
      await commit(actor, async (tx) => {
        const around = await readAround(tx, id, userId)
        const refusal = wholeRefusal(around)
        if (refusal) throw refusal
        for (const kind of rotationKinds) {
          const refused = rules.pools[kind].length > 0 && kindRefusal(kind, around)
          if (refused) throw refused
        }
        const { rules: before } = await store.rulesOf(tx, id)
        await store.saveRules(tx, id, rules, now())
        return { result: undefined, action: actionOf('rotation.rules', around.row, before, rules) }
      })
    },

    async preview(
      id: number,
      kinds: readonly RotationKind[] | undefined,
      userId: number,
    ): Promise<RotationPreview> {
      const around = await readAround(db.read, id, userId)
      const progress = await progressOf(db.read, around, undefined)
      const shown = {
        changes: [] as RotationPreview['changes'],
        progress,
        reconnects: await reconnecting(around),
      }
      try {
        const planned = await planOf(db.read, around, kinds)
        shown.changes = changesOf(planned.from, planned.to)
        shown.changes = changesOf(planned.from, await usable(around, planned))
        return shown
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { ...shown, refusal: error.message, refusalCoded: codedOf(error) }
      }
    },

    async start(id: number, cause: Cause, kinds: readonly RotationKind[] | undefined, { userId, actor }: By) {
      const seen = await readAround(db.read, id, userId)
      const fresh = await usable(seen, await planOf(db.read, seen, kinds))
      await commit(actor, async (tx) => {
        const around = await readAround(tx, id, userId)
        await planOf(tx, around, kinds) // the inbound may have changed since
        await store.saveProblem(tx, id, null, 0)
        const former = valuesOf(around.inbound, kindsOf(fresh))
        return { result: undefined, ...(await begin(tx, around, cause, former, fresh)) }
      })
    },

    retire,

    async undo(id: number, { userId, actor }: By): Promise<void> {
      const seen = await readAround(db.read, id, userId)
      const { id: _, ...fields } = seen.inbound
      await inbounds.tryOut(id, withValues(fields, lastOf(await store.runs(db.read, id)).former))
      await commit(actor, async (tx) => {
        const around = await readAround(tx, id, userId)
        const last = lastOf(await store.runs(tx, id))
        if (isRunning(last)) return { result: undefined, ...(await putBack(tx, around, last)) }
        const kinds = kindsOf(last.former)
        const refusal = kinds.map((kind) => kindRefusal(kind, around)).find(Boolean)
        if (refusal) throw refusal
        const told = await begin(tx, around, 'hand', valuesOf(around.inbound, kinds), last.former)
        return { result: undefined, ...told }
      })
    },
  }
}

export type RotationService = ReturnType<typeof createRotationService>
