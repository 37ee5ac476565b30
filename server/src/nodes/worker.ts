import type { Coded } from '#contract/coded.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import { NodeSaidNo } from './calls.ts'
import type { Derive } from './derive.ts'
import type { FleetLog, LoggedKey, Mark } from './fleet-log.ts'
import {
  type ClientWork,
  clientNotKept,
  clientWork,
  type InboundWork,
  inboundWork,
  type Picture,
} from './pass.ts'
import type { Intent, Placements } from './placements.ts'
import type { Wire } from './wire.ts'

interface Deps {
  db: Db
  commit: Commit
  log: FleetLog
  derive: Derive
  placements: Placements
}

/** Keys that one look at a node settles. */
const most = 1_000
/** Calls to one node at a time. */
const width = 4
/** An inbound, its clients, and a last look: more only if somebody edits meanwhile. */
const passes = 5

/** What became of a key: done, refused for a reason, or waiting for another one. */
type Verdict = 'done' | 'called' | 'waits' | { why: Coded }

interface Judged {
  key: LoggedKey
  verdict: Verdict
  /** Recorded with the verdict, in its transaction. */
  record?: (tx: Tx) => Promise<void>
}

/** Makes one node be what it should be, key by key. The node's own words against a key stop only that key. */
export function createWorker({ db, commit, log, derive, placements }: Deps) {
  async function picture(node: number, wire: Wire, clientIds?: readonly number[]): Promise<Picture> {
    const snapshot = await wire.snapshot()
    const wantedInbounds = await derive.inbounds(db.read, node)
    return {
      snapshot,
      wantedInbounds,
      placedInbounds: await placements.inbounds(db.read, node),
      clients: await derive.clients(db.read, node, wantedInbounds, clientIds),
      placedClients: await placements.clients(db.read, node, clientIds),
    }
  }

  /** Only the node's own no is about the key; everything else is about the node and ends the round. */
  async function asked(key: LoggedKey, call: () => Promise<void>): Promise<Judged> {
    try {
      await call()
      return { key, verdict: 'called' }
    } catch (error) {
      if (!(error instanceof NodeSaidNo)) throw error
      return { key, verdict: { why: codedOf(error) } }
    }
  }

  /** Stored before the calls: a crash in between leaves nothing on the node that the panel does not know. */
  async function prepare(
    node: number,
    inbounds: readonly Begun<InboundWork>[],
    clients: readonly Begun<ClientWork>[],
  ) {
    const keys = [...inbounds, ...clients].map(({ key }) => key)
    return commit.upkeep(async (tx) => {
      const fresh = new Set(await log.current(tx, keys))
      for (const { key, work } of inbounds)
        if (fresh.has(key) && work.wanted) await placements.placeInbound(tx, node, work.id, work.wanted.tag)
      const intents = clients.filter(({ key }) => fresh.has(key)).flatMap(({ work }) => intentOf(work))
      const placed = await placements.placeClients(tx, node, intents)
      const grants = clients.filter(({ key, work }) => fresh.has(key) && work.placed && work.wanted)
      await placements.grant(
        tx,
        node,
        grants.map(({ work: { id, granted } }) => ({ clientId: id, granted })),
      )
      const blocked = new Set(intents.map((i) => i.clientId).filter((id) => !placed.has(id)))
      return (key: LoggedKey) => fresh.has(key) && !(key.kind === 'client' && blocked.has(key.key))
    })
  }

  async function settle(judged: readonly Judged[], isLast: boolean): Promise<void> {
    const told = judged.filter(({ verdict }) => verdict !== 'called' && (verdict !== 'waits' || isLast))
    if (told.length === 0) return
    await commit.upkeep(async (tx) => {
      for (const { key, verdict, record } of told) {
        if (verdict === 'done') {
          if (await log.done(tx, key)) await record?.(tx)
        } else
          await log.failed(
            tx,
            key,
            typeof verdict === 'object' ? verdict.why : coded('fleet.inbound-not-there'),
          )
      }
    })
  }

  function judgeInbound(
    node: number,
    key: LoggedKey,
    work: InboundWork,
    wasCalled: boolean,
  ): Judged | undefined {
    const { id, step, wanted, accepted } = work
    const there = (news: { tag: string; accepted?: string }) => async (tx: Tx) => {
      await placements.confirmInbound(tx, node, id, news)
      await log.retryAll(tx, node) // its clients may have waited for it
    }
    if (step.do === 'conflict') return { key, verdict: { why: step.why } }
    if (step.do === 'nothing') {
      const record = wanted ? there({ tag: wanted.tag }) : (tx: Tx) => placements.dropInbound(tx, node, id)
      return { key, verdict: 'done', record }
    }
    if (!wasCalled) return undefined
    // It was sent just now, and the node shows it in its own way.
    if (step.do === 'update' && step.blocksOnly && wanted)
      return { key, verdict: 'done', record: there({ tag: wanted.tag, accepted }) }
    return { key, verdict: { why: coded('fleet.not-kept', { fields: step.do }) } }
  }

  function judgeClient(
    node: number,
    key: LoggedKey,
    work: ClientWork,
    wasCalled: boolean,
  ): Judged | undefined {
    const { id, plan, wanted, placed } = work
    if (plan.do === 'conflict') return { key, verdict: { why: plan.why } }
    if (plan.do === 'wait') return { key, verdict: 'waits' }
    const isGone = !wanted || wanted.on.length === 0
    const steps = plan.do === 'steps' ? plan.steps : undefined
    // A name that the list does not show was asked for by itself: its answer is the proof.
    if (plan.do === 'nothing' || (wasCalled && steps?.remove?.unseen)) {
      if (isGone) return { key, verdict: 'done', record: (tx) => placements.dropClient(tx, node, id) }
      if (!placed) return undefined // there already, and not known yet
      const named = { email: wanted.client.email, subId: wanted.client.subId }
      return { key, verdict: 'done', record: (tx) => placements.confirmClient(tx, node, id, named) }
    }
    return wasCalled ? { key, verdict: { why: clientNotKept(work) } } : undefined
  }

  /** One look and the calls that follow from it. `more`: another look is needed. */
  async function pass(
    node: number,
    wire: Wire,
    called: Set<string>,
    isLast: boolean,
    seen: (p: Picture) => void,
  ): Promise<{ more: boolean; calls: number }> {
    const keys = await log.due(db.read, node, most)
    const idsOf = (kind: Mark['kind']) => keys.filter((key) => key.kind === kind).map(({ key }) => key)
    const now = await picture(node, wire, idsOf('client'))
    seen(now)
    if (keys.length === 0) return { more: false, calls: 0 }
    const judged: Judged[] = []
    const inbounds: Begun<InboundWork>[] = []
    const clients: Begun<ClientWork>[] = []
    for (const key of keys) {
      const wasCalled = called.has(callOf(key))
      const work = key.kind === 'inbound' ? inboundWork(now, key.key) : clientWork(now, key.key)
      const verdict =
        'step' in work ? judgeInbound(node, key, work, wasCalled) : judgeClient(node, key, work, wasCalled)
      if (verdict) judged.push(verdict)
      else if ('step' in work) inbounds.push({ key, work })
      else clients.push({ key, work })
    }
    await settle(judged, false)
    const calls = await makeCalls(node, wire, now, inbounds, clients)
    for (const { key, verdict } of calls) if (verdict === 'called') called.add(callOf(key))
    await settle(
      [...calls, ...judged.filter(({ verdict }) => verdict === 'waits')],
      isLast || calls.length === 0,
    )
    const more = calls.some(({ verdict }) => verdict === 'called') || keys.length === most
    return { more, calls: calls.length }
  }

  async function makeCalls(
    node: number,
    wire: Wire,
    { snapshot }: Picture,
    inbounds: readonly Begun<InboundWork>[],
    clients: readonly Begun<ClientWork>[],
  ): Promise<Judged[]> {
    if (inbounds.length + clients.length === 0) return []
    const isFresh = await prepare(node, inbounds, clients)
    const calls: Judged[] = []
    const isRemoval = ({ work: { plan } }: Begun<ClientWork>) =>
      plan.do === 'steps' && plan.steps.remove !== undefined
    const doInbounds = async (some: readonly Begun<InboundWork>[]) => {
      for (const { key, work } of some)
        if (isFresh(key)) calls.push(await asked(key, () => wire.inbound(work.step, work.wanted, snapshot)))
    }
    const doClients = async (some: readonly Begun<ClientWork>[]) => {
      const done = await mapLimited(
        some.filter(({ key }) => isFresh(key)),
        width,
        ({ key, work }) =>
          asked(key, async () => {
            if (work.plan.do === 'steps') await wire.client(work.plan.steps, work.placed?.subId ?? '')
          }),
      )
      calls.push(...done)
    }
    await doInbounds(inbounds.filter(({ work }) => work.step.do !== 'delete'))
    await doClients(clients.filter(isRemoval))
    await doClients(clients.filter((one) => !isRemoval(one)))
    await doInbounds(inbounds.filter(({ work }) => work.step.do === 'delete'))
    return calls
  }

  return {
    /** Works on everything that is due, and says how many keys it called for. `seen` gets each look at the node. */
    async round(node: number, wire: Wire, seen: (p: Picture) => void): Promise<number> {
      const called = new Set<string>()
      let made = 0
      for (let n = 1; n <= passes; n++) {
        const { more, calls } = await pass(node, wire, called, n === passes, seen)
        made += calls
        if (!more) break
      }
      return made
    },

    /** Everything that is not as it should be goes into the log, and nothing that the panel did not put there. */
    async compare(node: number, wire: Wire): Promise<number> {
      const whole = await picture(node, wire)
      const ids = (a: ReadonlyMap<number, unknown>, b: ReadonlyMap<number, unknown>) => [
        ...new Set([...a.keys(), ...b.keys()]),
      ]
      const inbounds = ids(whole.wantedInbounds, whole.placedInbounds)
        .filter((id) => inboundWork(whole, id).step.do !== 'nothing')
        .map((key): Mark => ({ node_id: node, kind: 'inbound', key }))
      const clients = ids(whole.clients, whole.placedClients)
        .filter((id) => {
          const { plan, placed } = clientWork(whole, id)
          return plan.do !== 'nothing' || !placed
        })
        .map((key): Mark => ({ node_id: node, kind: 'client', key }))
      return commit.upkeep(async (tx) => {
        const known = await tx
          .selectFrom('fleet_log')
          .select(['kind', 'key'])
          .where('node_id', '=', node)
          .execute()
        const there = new Set(known.map(nameOf))
        const fresh = [...inbounds, ...clients].filter((mark) => !there.has(nameOf(mark)))
        await log.touch(tx, fresh)
        return fresh.length
      })
    },
  }
}

interface Begun<W> {
  key: LoggedKey
  work: W
}

const nameOf = ({ kind, key }: Pick<Mark, 'kind' | 'key'>): string => `${kind} ${key}`
/** A call counts for the state that it was made for. */
const callOf = (key: LoggedKey): string => `${nameOf(key)} ${key.seq}`

/** A client that the panel does not know to be on the node, and that is or will be there. */
function intentOf({ id, wanted, placed, granted, remote }: ClientWork): Intent[] {
  if (!wanted || placed || wanted.on.length === 0) return []
  const { email, subId } = wanted.client
  return [{ clientId: id, email, subId, granted, sums: remote?.sums ?? { up: 0, down: 0 } }]
}

export type Worker = ReturnType<typeof createWorker>
