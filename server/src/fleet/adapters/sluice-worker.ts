import {
  type FleetApplied,
  type FleetApply,
  type FleetDone,
  type FleetKey,
  mostKeys,
} from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/names.ts'
import { type Identity, identitiesOf, type PlacedClient } from '#domain/fleet/client-plan.ts'
import { sentSoFar } from '#domain/fleet/inbound-plan.ts'
import { nothingShown } from '#domain/fleet/snapshot.ts'
import type { Sums } from '#domain/fleet/sums.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../store/open.ts'
import type { Derive } from '../sync/desired.ts'
import type { PlacedInboundRow, Placements } from '../sync/managed.ts'
import type { FleetLog, LoggedKey } from '../sync/pending.ts'
import type { Judged } from '../sync/results.ts'
import type { Begun, Settling } from '../sync/settling.ts'
import { type ClientWork, clientWork, type InboundWork, type Picture } from '../sync/state.ts'
import type { Road } from './sluice-calls.ts'

interface Deps extends Clock {
  db: Db
  log: FleetLog
  derive: Derive
  placements: Placements
  settling: Settling
  /** One edit may concern every node: each gets its turn, and others on the event loop theirs in between. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Sums that a node said outside of its reports. */
  take: (node: number, clients: ReadonlyMap<string, Sums>) => void
  /** Counts what a node said of a client before the panel forgets that it was there. */
  lastSums: (tx: Tx, node: number, clientId: number) => Promise<unknown>
  startAnew: (tx: Tx, node: number, clientId: number) => Promise<void>
}

/** More only if somebody edits meanwhile. */
const passes = 20

/** An inbound whose row id is not known may be the node's own, so nothing that is on it is ours to touch. */
export const ourTags = (placed: Iterable<PlacedInboundRow>): string[] =>
  [...placed].filter(({ goneAt, remoteId }) => goneAt === 0 && remoteId > 0).map(({ tag }) => tag)

type Work = Begun<InboundWork> | Begun<ClientWork>
const isInbound = (one: Work): one is Begun<InboundWork> => 'step' in one.work

function inboundKey({ placed, wanted }: InboundWork): FleetKey {
  const known = placed && {
    tag: placed.tag,
    accepted: placed.accepted,
    goneAt: placed.goneAt,
    remoteId: placed.remoteId,
    // As it was stored for this call.
    sent: wanted ? sentSoFar(placed, wanted) : placed.sent,
  }
  return { kind: 'inbound', placed: known ?? null, be: wanted ?? null }
}

function clientKey({ placed, wanted }: ClientWork): FleetKey {
  // The name that it has there, and the last ones that it was sent under: a call takes a hundred.
  const [first, ...sent] = identitiesOf(placed).map(({ email, subId }) => ({ email, subId }))
  const names = first ? [first, ...sent.slice(-99)] : []
  const isHere = wanted && wanted.on.length > 0
  return {
    kind: 'client',
    names,
    be: isHere
      ? {
          client: { deviceSecrets: '', ...wanted.client },
          on: wanted.on.map(({ inbound, flowOverride }) => ({ tag: inbound.tag, flowOverride })),
        }
      : null,
  }
}

/** Nothing else was sent under its name: there is nothing to be recorded. */
const isJust = (placed: PlacedClient, { email, subId }: Identity): boolean =>
  placed.email === email && placed.subId === subId && placed.sent.length === 0

/** Makes a node of our own kind be what it should be: only the keys that are due are read and sent. */
export function createRoadWorker(deps: Deps) {
  const { db, now, log, derive, placements, settling } = deps

  async function begun(node: number, keys: readonly LoggedKey[]): Promise<{ works: Work[]; ours: string[] }> {
    if (keys.length === 0) return { works: [], ours: [] }
    const ids = keys.filter(({ kind }) => kind === 'client').map(({ key }) => key)
    const wantedInbounds = await derive.inbounds(db.read, node)
    const picture: Picture = {
      snapshot: nothingShown(),
      wantedInbounds,
      placedInbounds: await placements.inbounds(db.read, node),
      clients: await derive.clients(db.read, node, wantedInbounds, ids),
      placedClients: await placements.clients(db.read, node, ids),
    }
    const works = keys.map((key): Work => {
      if (key.kind === 'client') return { key, work: clientWork(picture, key.key) }
      const placed = picture.placedInbounds.get(key.key)
      const wanted = wantedInbounds.get(key.key)
      const remoteId = placed?.remoteId ?? 0
      return { key, work: { id: key.key, step: { do: 'nothing' }, wanted, placed, remoteId, accepted: '' } }
    })
    return { works, ours: ourTags(picture.placedInbounds.values()) }
  }

  function inboundJudged(node: number, { key, work }: Begun<InboundWork>, answer: FleetDone): Judged {
    const { id, wanted, placed } = work
    if (!answer.done) {
      const isForeign = answer.why.code === 'fleet.inbound-foreign' && !placed
      const forget = (tx: Tx) => placements.forgetInbound(tx, node, id)
      return { key, verdict: { why: answer.why }, ...(isForeign && { record: forget }) }
    }
    if (!wanted) return { key, verdict: 'done', record: (tx) => placements.inboundGone(tx, node, id, now()) }
    const news = {
      tag: wanted.tag,
      remoteId: answer.id ?? 0,
      ...(answer.accepted && { accepted: answer.accepted }),
    }
    const record = async (tx: Tx) => {
      await placements.confirmInbound(tx, node, id, news)
      await log.retryAll(tx, node) // its clients may have waited for it
    }
    return { key, verdict: 'done', record }
  }

  /**
   * The node did not have the client, and makes it now: it was taken off and wanted again during a call, or the node
   * lost it. Its counter begins at zero, so the one before it must not be compared with it.
   */
  function startsAnew(node: number, { id, placed }: ClientWork, sums: Sums) {
    if (!placed || placed.up + placed.down === 0 || sums.up + sums.down > 0) return undefined
    return (tx: Tx) => deps.startAnew(tx, node, id)
  }

  function clientJudged(node: number, { key, work }: Begun<ClientWork>, answer: FleetDone): Judged {
    const { id, wanted, placed } = work
    if (!answer.done) return { key, verdict: { why: answer.why } }
    const sums = { up: answer.up ?? 0, down: answer.down ?? 0 }
    if (wanted && wanted.on.length > 0) {
      const { email, subId } = wanted.client
      const isKnown = !placed || isJust(placed, { email, subId })
      const always = startsAnew(node, work, sums)
      if (isKnown && (placed || sums.up + sums.down === 0))
        return { key, verdict: 'done', ...(always && { always }) }
      const record = async (tx: Tx) => {
        if (!placed) await placements.startFrom(tx, node, id, sums)
        if (!isKnown) await placements.confirmClient(tx, node, id, { email, subId })
      }
      return { key, verdict: 'done', record, ...(always && { always }) }
    }
    const names = identitiesOf(placed).map(({ email }) => emailKey(email))
    if (sums.up + sums.down > 0) deps.take(node, new Map(names.map((name) => [name, sums])))
    const record = async (tx: Tx) => {
      await deps.lastSums(tx, node, id)
      await placements.dropClient(tx, node, id)
    }
    return { key, verdict: 'done', record }
  }

  async function pass(node: number, road: Road, heard: (applied: FleetApplied) => void): Promise<boolean> {
    const { works, ours } = await deps.inTurn(async () => begun(node, await log.due(db.read, node, mostKeys)))
    if (works.length === 0) return false
    const clients = works.filter((one): one is Begun<ClientWork> => !isInbound(one))
    // What a node has said of a client is stored before it is told to forget it: this process may end meanwhile.
    const isLeaving = ({ work: { wanted } }: Begun<ClientWork>) => !wanted || wanted.on.length === 0
    const isFresh = await settling.prepare(node, works.filter(isInbound), clients, async (tx) => {
      for (const { work } of clients.filter(isLeaving)) await deps.lastSums(tx, node, work.id)
    })
    const sent = works.filter(({ key }) => isFresh(key))
    if (sent.length === 0) return false
    const body: FleetApply = {
      ours,
      keys: sent.map((one) => (isInbound(one) ? inboundKey(one.work) : clientKey(one.work))),
    }
    const { calling } = await deps.inTurn(async () => ({ calling: road.apply(body) }))
    const applied = await calling
    heard(applied)
    const judged = sent.map((one, n): Judged => {
      const answer = applied.keys[n] as FleetDone // one for each key: checked by the road
      return isInbound(one) ? inboundJudged(node, one, answer) : clientJudged(node, one, answer)
    })
    await settling.settle(judged, true)
    return true
  }

  return {
    /** Works on everything that is due. `heard` gets each answer of the node. */
    async round(node: number, road: Road, heard: (applied: FleetApplied) => void): Promise<void> {
      for (let n = 1; n <= passes; n++) if (!(await pass(node, road, heard))) break
    },
  }
}

export type RoadWorker = ReturnType<typeof createRoadWorker>
