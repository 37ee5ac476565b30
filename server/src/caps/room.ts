import type { Alert } from '#contract/alerts.ts'
import type { CapPreview, CapTerms, CapView } from '#contract/caps-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkedTerms, coveredBy, holdsOf, newsOf, noTerms, stageOf } from '#domain/traffic/caps.ts'
import type { HeldInbound } from '../inbounds/capped.ts'
import { hold } from '../inbounds/capped.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import type { Told } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import type { Run } from '../traffic/history/place-days.ts'
import type { TrafficHistory } from '../traffic/history/room.ts'
import type { Traffic } from '../traffic/room.ts'
import { createCosts } from './costs.ts'
import { createJudge } from './judge.ts'
import { membersOf } from './members.ts'
import { createScan, within } from './run.ts'
import {
  type CapRow,
  forget,
  missing,
  nameOf,
  type Place,
  readCaps,
  readWorld,
  type Source,
  saveStage,
  saveTerms,
  termsOf,
  type World,
} from './store.ts'

interface Deps extends Pick<Base, 'bulkReads' | 'commit' | 'db' | 'now' | 'settings'> {
  history: Pick<TrafficHistory, 'placeBytes' | 'offset' | 'zone'>
  traffic: Pick<Traffic, 'clock'>
  /** What alerts call this server. */
  hostName: string
}

export interface By extends Place {
  userId: number
  actor: Parameters<Base['commit']>[0]
}

/** A cap that is used up closes within this time. */
const everyMs = 10_000
const actor = { kind: 'job', name: 'caps', address: '' } as const
const isSame = (a: Place, b: Place): boolean => a.kind === b.kind && a.id === b.id
const placeOf = ({ kind, place }: CapRow): Place => ({ kind, id: place })

/**
 * Monthly caps of this server, nodes and inbounds, and what they cost. Owns `server_caps`; what a cap does to inbounds is
 * written by their room, beside what the operator chose.
 */
export function createCaps(deps: Deps) {
  const { db, commit, now, hostName } = deps
  const judge = createJudge(deps)
  const scan = createScan(deps)

  async function capped(
    source: Source,
    run: Run,
    world: World,
  ): Promise<{ rows: CapRow[]; views: CapView[] }> {
    const rows = await readCaps(source)
    const some = rows.filter((row) => row.cap_bytes > 0)
    const wanted = some.map((row) => ({ ...placeOf(row), row }))
    return { rows, views: await judge(run, wanted, world) }
  }

  const withCap = async (): Promise<CapView[]> =>
    (await capped(db.read, scan, await readWorld(db.read))).views

  const alertOf = (view: CapView, before: CapRow['stage']): Alert[] => {
    const news = newsOf(before, view.stage)
    const subject = view.name || hostName
    const bytes = { subject, usedBytes: view.used, capBytes: view.capBytes }
    if (news === 'near')
      return [
        { kind: 'cap.near', params: { ...bytes, percent: Math.floor((view.used * 100) / view.capBytes) } },
      ]
    if (news === 'reached')
      return [{ kind: 'cap.reached', params: { ...bytes, end: view.atEnd, untilTime: view.until } }]
    return news === 'over' ? [{ kind: 'cap.over', params: { subject } }] : []
  }

  /** Stages and holds as they are now, and what is told of it. Writes only what differs. */
  async function settle(tx: Tx): Promise<Told> {
    const world = await readWorld(tx)
    const { rows, views } = await capped(tx, within(tx), world)
    const alerts: Alert[] = []
    for (const row of rows) {
      const place = placeOf(row)
      const name = nameOf(world, place)
      if (name === undefined) await forget(tx, place) // it was deleted
      if (name === undefined) continue
      const view = views.find((one) => isSame(one, place))
      const stage = view?.stage ?? 'none'
      if (stage === row.stage) continue
      await saveStage(tx, { ...row, stage })
      if (view) alerts.push(...alertOf(view, row.stage))
      else if (row.stage === 'reached')
        alerts.push({ kind: 'cap.over', params: { subject: name || hostName } })
    }
    const changed = await hold(tx, holdsOf(views, world.inbounds))
    return { alert: alerts, ...(changed.length > 0 && toldOf(changed)) }
  }

  /** Whether a transaction would change anything: most panels have no cap. */
  async function isDue(): Promise<boolean> {
    const rows = await readCaps(db.read)
    const held = await db.read
      .selectFrom('inbounds')
      .select(['id', 'capped'])
      .where('capped', '<>', '')
      .execute()
    if (rows.length === 0) return held.length > 0
    const world = await readWorld(db.read)
    const { views } = await capped(db.read, scan, world)
    const isStale = rows.some((row) => {
      const place = placeOf(row)
      const stage = views.find((one) => isSame(one, place))?.stage ?? 'none'
      return nameOf(world, place) === undefined || stage !== row.stage
    })
    if (isStale) return true
    const holds = holdsOf(views, world.inbounds)
    const isHeld = new Map(held.map(({ id, capped: text }) => [id, text]))
    return (
      holds.size !== held.length || [...holds].some(([id, one]) => isHeld.get(id) !== JSON.stringify(one))
    )
  }

  async function run(): Promise<void> {
    // A clock that cannot be trusted ends no month.
    if (deps.traffic.clock.state().held || !(await isDue())) return
    await commit(actor, async (tx) => ({ result: undefined, ...(await settle(tx)) }))
  }

  async function find(source: Source, { kind, id }: Place, userId: number) {
    const world = await readWorld(source)
    const name = nameOf(world, { kind, id })
    const isTheirs =
      kind !== 'inbound' || world.inbounds.some((one) => one.id === id && one.userId === userId)
    if (name === undefined || !isTheirs) throw new Refusal(missing[kind], { id }, 'id')
    const rows = await readCaps(source)
    return { world, name, row: rows.find((one) => isSame(placeOf(one), { kind, id })) }
  }

  async function view(place: Place, userId: number): Promise<CapView> {
    const { world, row } = await find(db.read, place, userId)
    const [found] = await judge(scan, [{ ...place, row }], world)
    return found as CapView // one in, one out
  }

  return {
    ...createCosts({ ...deps, run: scan }),

    get: ({ userId, ...place }: Omit<By, 'actor'>) => view(place, userId),

    /** This server, every node, and the inbounds of a user that have a cap. */
    async list(userId?: number): Promise<CapView[]> {
      const world = await readWorld(db.read)
      const rows = await readCaps(db.read)
      const known = rows.filter(({ kind, cap_bytes: bytes }) => kind === 'inbound' && bytes > 0).map(placeOf)
      const theirs = known.filter(
        ({ id }) =>
          userId === undefined || world.inbounds.some((one) => one.id === id && one.userId === userId),
      )
      const places: Place[] = [
        { kind: 'server', id: 0 },
        ...[...world.nodes.keys()].map((id) => ({ kind: 'node' as const, id })),
        ...theirs,
      ]
      const wanted = places.map((place) => ({
        ...place,
        row: rows.find((row) => isSame(placeOf(row), place)),
      }))
      return judge(scan, wanted, world)
    },

    withCap,

    /** Those that are nearly or wholly used up. */
    usedUp: async (): Promise<CapView[]> =>
      (await withCap()).filter(({ stage }) => stage === 'near' || stage === 'reached'),

    async preview({ kind, id, userId }: Omit<By, 'actor'>, sent: CapTerms): Promise<CapPreview> {
      const terms = checkedTerms(sent, kind)
      const { world, row } = await find(db.read, { kind, id }, userId)
      const [now] = await judge(scan, [{ kind, id, row: rowOf({ kind, id }, terms, row) }], world)
      const found = now as CapView // one in, one out
      const inside = coveredBy({ kind, id }, world.inbounds).filter(({ isEnabled }) => isEnabled)
      const ids = inside.map((one) => one.id)
      const closes = found.stage === 'reached' && found.atEnd !== 'nothing'
      return { ...found, inbounds: ids.length, ...(await membersOf(db.engine, scan, ids)), closes }
    },

    async save({ kind, id, userId, actor: by }: By, sent: CapTerms): Promise<void> {
      const terms = checkedTerms(sent, kind)
      await commit(by, async (tx, _, include) => {
        const { row, name } = await find(tx, { kind, id }, userId)
        const before = termsOf(row)
        if (JSON.stringify(before) === JSON.stringify({ ...noTerms, ...terms })) return { result: undefined }
        const isPriced = terms.costMonth > 0 || terms.costTb > 0
        await saveTerms(tx, { kind, id }, terms, isPriced ? row?.counted_since || now() : 0)
        await include({
          action: {
            action: 'cap.save',
            objectKind: 'cap',
            object: `${kind} ${id} ${name}`.trim(),
            before,
            after: terms,
          },
        })
        return { result: undefined, ...(deps.traffic.clock.state().held ? {} : await settle(tx)) }
      })
    },

    job: { name: 'caps', everyMs, leaderOnly: true, run } satisfies Job,
  }
}

export type Caps = ReturnType<typeof createCaps>

/** As it would be stored. */
const rowOf = ({ kind, id: place }: Place, terms: CapTerms, row: CapRow | undefined): CapRow => ({
  ...{ kind, place, cap_bytes: terms.capBytes, reset_day: terms.resetDay, counts: terms.counts },
  ...{ warn_percent: terms.warnPercent, at_end: terms.atEnd, stage: row?.stage ?? stageOf(noTerms, 0) },
  ...{ cost_month: terms.costMonth, cost_tb: terms.costTb, counted_since: row?.counted_since ?? 0 },
})

function toldOf(changed: readonly HeldInbound[]): Told {
  const objects = changed.map(({ id, tag }) => `${id} ${tag}`)
  const of = (which: 'before' | 'after') =>
    Object.fromEntries(changed.map(({ id, tag, ...states }) => [`${id} ${tag}`, states[which]]))
  const action: Action = {
    ...{ action: 'cap.hold', objectKind: 'inbounds', object: objects.join(', ') },
    ...{ before: of('before'), after: of('after') },
  }
  const ids = changed.map(({ id }) => id)
  return { action, change: { kind: 'inbounds-changed', ids, removed: [], clients: [] } }
}
