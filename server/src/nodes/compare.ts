import { emailKey } from '#domain/clients/names.ts'
import { identitiesOf } from '#domain/fleet/client-plan.ts'
import type { Commit } from '../platform/changes/commit.ts'
import { NodeSaidNo } from './calls.ts'
import { type FleetLog, type Mark, nameOf } from './fleet-log.ts'
import type { Look } from './look.ts'
import { clientWork, inboundWork, oursIn, type Picture } from './pass.ts'
import type { Placements } from './placements.ts'
import type { Wire } from './wire.ts'

interface Deps {
  commit: Commit
  now: () => number
  look: Look
  log: FleetLog
  placements: Placements
  /** Clients on our inbounds that stay the node's own, by email key. */
  guests: (node: number) => Promise<ReadonlySet<string>>
}

/** How long after its deletion a call that was given up, or a backup of the node, may bring an inbound back. */
const lateMs = 3_600_000
const backupMs = 30 * 86_400_000

/** The whole of a node against the whole of what it should be. */
export function createCompare(deps: Deps) {
  const { look, guests } = deps
  const note = createNoting(deps)

  /**
   * The clients of our inbounds are ours to say: somebody whom a late call or the node itself attached to one is
   * detached from it, and stays on the node. Who was there when the inbound was adopted may stay.
   */
  async function detachStrangers(node: number, wire: Wire, whole: Picture): Promise<void> {
    const ours = oursIn(whole)
    const staying = await guests(node)
    const known = new Set(
      [
        ...[...whole.placedClients.values()].flatMap(identitiesOf),
        ...[...whole.clients.values()].map(({ client }) => client),
      ].map(({ email }) => emailKey(email)),
    )
    for (const [key, { email, on }] of whole.snapshot.clients) {
      const detach = [...on.keys()]
        .filter((tag) => ours.has(tag))
        .flatMap((tag) => whole.snapshot.inbounds.get(tag)?.id ?? [])
      if (known.has(key) || staying.has(key) || detach.length === 0) continue
      await wire.client({ name: email, detach }).catch((error: unknown) => {
        if (!(error instanceof NodeSaidNo)) throw error
      })
    }
  }

  /** Everything that is not as it should be goes into the log, and nothing that the panel did not put there. */
  return async function compare(node: number, wire: Wire): Promise<number> {
    const whole = await look(node, wire)
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
    await detachStrangers(node, wire, whole)
    return note(node, [...inbounds, ...clients])
  }
}

/** Notes what a compare found, and forgets what nothing can bring back any more. */
export function createNoting({ commit, now, log, placements }: Omit<Deps, 'look' | 'guests'>) {
  return async function note(node: number, marks: readonly Mark[]): Promise<number> {
    return commit.upkeep(async (tx) => {
      await placements.forgetGone(tx, node, { late: now() - lateMs, backup: now() - backupMs })
      const known = await tx
        .selectFrom('fleet_log')
        .select(['kind', 'key'])
        .where('node_id', '=', node)
        .execute()
      const there = new Set(known.map(nameOf))
      const fresh = marks.filter((mark) => !there.has(nameOf(mark)))
      await log.touch(tx, fresh)
      return fresh.length
    })
  }
}

export type Compare = ReturnType<typeof createCompare>
