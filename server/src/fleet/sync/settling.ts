import { sentSoFar } from '#domain/fleet/inbound-plan.ts'
import { coded } from '#domain/refusal.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Tx } from '../../store/open.ts'
import type { Intent, Placements } from './managed.ts'
import type { FleetLog, LoggedKey } from './pending.ts'
import type { Judged } from './results.ts'
import type { ClientWork, InboundWork } from './state.ts'

interface Deps {
  commit: Commit
  log: FleetLog
  placements: Placements
  /** Called after what a node has, or refused, was stored. */
  settled: () => void
}

export interface Begun<W> {
  key: LoggedKey
  work: W
}

/** What is stored before a node is called, and after it answered: the same on every road. */
export function createSettling({ commit, log, placements, settled }: Deps) {
  /** Stored before the calls: a crash in between leaves nothing on the node that the panel does not know. */
  async function prepare(
    node: number,
    inbounds: readonly Begun<InboundWork>[],
    clients: readonly Begun<ClientWork>[],
    first?: (tx: Tx) => Promise<void>,
  ) {
    const keys = [...inbounds, ...clients].map(({ key }) => key)
    return commit.upkeep(async (tx) => {
      await first?.(tx)
      const fresh = new Set(await log.current(tx, keys))
      for (const { key, work } of inbounds)
        if (fresh.has(key) && work.wanted)
          await placements.placeInbound(
            tx,
            node,
            work.id,
            work.wanted.tag,
            sentSoFar(work.placed, work.wanted),
          )
        else if (fresh.has(key) && work.placed?.goneAt === 0)
          await placements.confirmInbound(tx, node, work.id, { remoteId: work.remoteId })
      const intents = clients.filter(({ key }) => fresh.has(key)).flatMap(({ work }) => intentOf(work))
      const placed = await placements.placeClients(tx, node, intents)
      const grants = clients.filter(({ key, work }) => fresh.has(key) && work.placed && work.wanted)
      await placements.send(
        tx,
        node,
        grants.map(({ work }) => work),
      )
      const blocked = new Set(intents.map((i) => i.clientId).filter((id) => !placed.has(id)))
      return (key: LoggedKey) => fresh.has(key) && !(key.kind === 'client' && blocked.has(key.key))
    })
  }

  async function settle(judged: readonly Judged[], isLast: boolean): Promise<void> {
    const told = judged.filter(({ verdict }) => verdict !== 'called' && (verdict !== 'waits' || isLast))
    if (told.length === 0) return
    const plain = told.filter(({ verdict, record, always }) => verdict === 'done' && !record && !always)
    await commit.upkeep(async (tx) => {
      await log.doneMany(
        tx,
        plain.map(({ key }) => key),
      )
      for (const { key, verdict, record, always } of told) {
        if (verdict === 'done' && !record && !always) continue
        await always?.(tx)
        if (verdict === 'done') {
          if (await log.done(tx, key)) await record?.(tx)
        } else {
          const why = typeof verdict === 'object' ? verdict.why : coded('fleet.inbound-not-there')
          await log.failed(tx, key, why)
          await record?.(tx)
        }
      }
    })
    settled()
  }

  return { prepare, settle }
}

export type Settling = ReturnType<typeof createSettling>

/** A client that the panel does not know to be on the node, and that is or will be there. */
function intentOf({ id, wanted, placed, granted, remote }: ClientWork): Intent[] {
  if (!wanted || placed || wanted.on.length === 0) return []
  const { email, subId } = wanted.client
  return [{ clientId: id, email, subId, granted, sums: remote?.sums ?? { up: 0, down: 0 } }]
}
