import { identitiesOf } from '#domain/fleet/client-plan.ts'
import { codedOf } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Db, Tx } from '../../store/open.ts'
import { clientName, tagName } from '../adapters/drift.ts'
import type { Wire } from '../adapters/three-x-ui.ts'
import { NodeSaidNo } from '../registry/calls.ts'
import type { Look } from './look.ts'
import { type FleetLog, type LoggedKey, type Mark, nameOf } from './pending.ts'
import type { createVerdicts, Judged } from './results.ts'
import type { Begun, Settling } from './settling.ts'
import { type ClientWork, clientWork, type InboundWork, inboundWork, type Picture } from './state.ts'

interface Deps {
  db: Db
  log: FleetLog
  look: Look
  settling: Settling
  verdicts: ReturnType<typeof createVerdicts>
  startAnew: (tx: Tx, node: number, clientId: number) => Promise<void>
}

/** Keys that one look at a node settles. */
const most = 1_000
/** Calls to one node at a time. */
const width = 4
/** An inbound, its clients, and a last look: more only if somebody edits meanwhile. */
const passes = 5

/** Makes one node be what it should be, key by key. The node's own words against a key stop only that key. */
export function createWorker({ db, log, look, settling, verdicts, startAnew }: Deps) {
  const { prepare, settle } = settling

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

  /** One look and the calls that follow from it. True if another look is needed. */
  async function pass(
    node: number,
    wire: Wire,
    { called, settled }: Round,
    isLast: boolean,
    seen: (p: Picture) => void,
  ): Promise<boolean> {
    const keys = await log.due(db.read, node, most)
    const idsOf = (kind: Mark['kind']) => keys.filter((key) => key.kind === kind).map(({ key }) => key)
    const now = await look(node, wire, idsOf('client'))
    seen(now)
    if (keys.length === 0) return false
    const judged: Judged[] = []
    const inbounds: Begun<InboundWork>[] = []
    const clients: Begun<ClientWork>[] = []
    for (const key of keys) {
      const wasCalled = called.has(callOf(key))
      const work = key.kind === 'inbound' ? inboundWork(now, key.key) : clientWork(now, key.key)
      const verdict =
        'step' in work
          ? verdicts.inbound(node, key, work, wasCalled)
          : verdicts.client(node, key, work, wasCalled)
      if (verdict) judged.push(verdict)
      else if ('step' in work) inbounds.push({ key, work })
      else clients.push({ key, work })
    }
    for (const { key, verdict } of judged)
      if (verdict === 'done') for (const name of namesOf(now, key)) settled.add(name)
    await settle(judged, false)
    const calls = await makeCalls(node, wire, now, inbounds, clients)
    for (const { key, verdict } of calls) if (verdict === 'called') called.add(callOf(key))
    await settle(
      [...calls, ...judged.filter(({ verdict }) => verdict === 'waits')],
      isLast || calls.length === 0,
    )
    return calls.some(({ verdict }) => verdict === 'called') || keys.length === most
  }

  /**
   * Clients whose counter begins at zero when they are added. A list shows nobody who is on no inbound, and a client
   * that lost its last one may be there with the counter that it had: adding it only attaches it.
   */
  async function madeAnew(wire: Wire, clients: readonly Begun<ClientWork>[]): Promise<number[]> {
    const added = clients.filter(
      ({ work: { plan, placed } }) => placed && plan.do === 'steps' && plan.steps.add !== undefined,
    )
    const ids = await mapLimited(added, width, async ({ work: { id, wanted, placed } }) => {
      const known = [...(wanted ? [wanted.client] : []), ...identitiesOf(placed)]
      try {
        const bytes = await wire.kept(
          known[0]?.email ?? '',
          known.map(({ subId }) => subId),
        )
        return bytes === 0 ? [id] : []
      } catch (error) {
        if (error instanceof NodeSaidNo) return [] // a counter that begins anew is noticed, as it goes back
        throw error
      }
    })
    return ids.flat()
  }

  async function makeCalls(
    node: number,
    wire: Wire,
    { snapshot }: Picture,
    inbounds: readonly Begun<InboundWork>[],
    clients: readonly Begun<ClientWork>[],
  ): Promise<Judged[]> {
    if (inbounds.length + clients.length === 0) return []
    const anew = await madeAnew(wire, clients)
    const isFresh = await prepare(node, inbounds, clients, async (tx) => {
      for (const id of anew) await startAnew(tx, node, id)
    })
    const calls: Judged[] = []
    const isRemoval = ({ work: { plan } }: Begun<ClientWork>) =>
      plan.do === 'steps' && (plan.steps.remove ?? plan.steps.check) !== undefined
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
            if (work.plan.do === 'steps')
              await wire.client(
                work.plan.steps,
                identitiesOf(work.placed).map(({ subId }) => subId),
              )
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
    /** Works on everything that is due. `seen` gets each look at the node. */
    async round(node: number, wire: Wire, seen: (p: Picture) => void): Promise<Settled> {
      const round: Round = { called: new Set(), settled: new Set() }
      for (let n = 1; n <= passes; n++) {
        if (!(await pass(node, wire, round, n === passes, seen))) break
      }
      return { settled: round.settled }
    },
  }
}

interface Round {
  /** Calls that were made. */
  called: Set<string>
  settled: Set<string>
}

/** What a round made sure of, as `namesIn` of the fleet calls it. */
export interface Settled {
  settled: ReadonlySet<string>
}

/** The names under which a key is or was on the node. */
function namesOf(
  { wantedInbounds, placedInbounds, clients, placedClients }: Picture,
  { kind, key }: LoggedKey,
): string[] {
  if (kind === 'inbound')
    return [wantedInbounds.get(key)?.tag, placedInbounds.get(key)?.tag].flatMap((tag) =>
      tag ? tagName(tag) : [],
    )
  const wanted = clients.get(key)?.client
  const known = [...(wanted ? [wanted] : []), ...identitiesOf(placedClients.get(key))]
  return known.map(({ email }) => clientName(email))
}

/** A call counts for the state that it was made for. */
const callOf = (key: LoggedKey): string => `${nameOf(key)} ${key.seq}`

export type Worker = ReturnType<typeof createWorker>
