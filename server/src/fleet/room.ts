// Other panels that this one manages as its nodes. Owns nodes, fleet_log (changes that nodes do not have yet), node_inbounds,
// node_client_traffics, node_former_clients, node_guests, left_clients and node_cores. Offers the list of nodes, a worker per node
// that keeps it in step with its desired state, the clients that are online there, and the bytes that nodes count.

import type { Node } from '#contract/node.ts'
import type { ClientRoom } from '../clients/room.ts'
import type { Sightings } from '../clients/sightings.ts'
import type { Core } from '../core/room.ts'
import type { Hub } from '../events/hub.ts'
import type { InboundEdits } from '../inbounds/edits.ts'
import type { Instance } from '../instance/instance.ts'
import type { Notices } from '../notices/room.ts'
import type { Probe } from '../platform/egress/probe.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { OtherInstances } from '../presence/other-instances.ts'
import type { Base } from '../settings/base-services.ts'
import type { MadeChange } from '../store/changes/change.ts'
import type { Traffic } from '../traffic/room.ts'
import { createReadReport } from './adapters/reports.ts'
import { createSluice } from './adapters/sluice.ts'
import { createThreeXUi } from './adapters/three-x-ui.ts'
import { createAdoption } from './adopt/adopt.ts'
import { createJoinTokens } from './adopt/join-token.ts'
import { createLeaving } from './adopt/leave.ts'
import { createLocalState } from './adopt/local-state.ts'
import { createCoreInstall } from './cores/install.ts'
import { createLosses } from './cores/losses.ts'
import { createCorePlan } from './cores/plan.ts'
import { createNodeCores } from './cores/updates.ts'
import { createAvailability } from './registry/availability.ts'
import { createNodeCalls } from './registry/calls.ts'
import { createNodeChecks } from './registry/checks.ts'
import { createDisconnect } from './registry/disconnect.ts'
import { createHeartbeat } from './registry/heartbeat.ts'
import { createNeeds } from './registry/needs.ts'
import { createNotInForce } from './registry/not-in-force.ts'
import { createNodeProbe } from './registry/probe.ts'
import { createRemote } from './registry/remote.ts'
import { createNodeService } from './registry/service.ts'
import { createSubNodes } from './registry/sub-nodes.ts'
import { toSubNode } from './registry/view.ts'
import { createSharing, createWarnings } from './registry/warnings.ts'
import { createDesired } from './sync/desired.ts'
import { createReadState } from './sync/diff.ts'
import { createManagedRows } from './sync/managed.ts'
import { createPending } from './sync/pending.ts'
import { readQueue } from './sync/pending-view.ts'
import { createResults } from './sync/results.ts'
import { createUnmanagedClients } from './sync/unmanaged.ts'
import { createWorker } from './sync/worker.ts'
import { createWorkers } from './sync/workers.ts'
import { createAddresses } from './usage/addresses.ts'
import { createCounters } from './usage/counters.ts'

interface Deps
  extends Pick<Base, 'commit' | 'db' | 'egress' | 'leadership' | 'log' | 'notify' | 'now' | 'settings'> {
  core: { provider: Pick<Core['provider'], 'located' | 'version'> }
  probe: Probe
  hub: Pick<Hub, 'count' | 'publish'>
  notices: Pick<Notices, 'record'>
  instance: Pick<Instance, 'others'>
  otherInstances: Pick<OtherInstances, 'onNode'>
  sightings: Sightings
  traffic: Pick<Traffic, 'add' | 'placed' | 'rates'>
  clientRoom: Pick<ClientRoom, 'adopt'>
  edits: Pick<InboundEdits, 'removeFrom'>
  /** How many clients are online at the core of this panel; infinite while it does not run. */
  onlineHere: () => number
}

const tellAfterMs = 250
const actor = { kind: 'job', name: 'nodes', address: '' } as const

/** Creates the parts from the bottom up; `self/room.ts` is this panel as a node of another one. */
export function createFleet(deps: Deps) {
  const { db, hub, log, commit } = deps
  const call = createNodeCalls(deps.egress, deps.settings)
  const probe = createNodeProbe(call)
  const heartbeat = createHeartbeat({ ...deps, probe })
  const warnings = createWarnings(deps.now)
  const sharing = createSharing({ ...deps, heartbeat, warnings })
  const addresses = createAddresses(deps)
  const pending = createPending(db, deps.now)
  const desired = createDesired(db)
  const managedRows = createManagedRows(db, deps.now)
  const counters = createCounters({ ...deps, pending, desired, warnings })
  const readState = createReadState({ db, desired, managedRows })
  const unmanaged = createUnmanagedClients({ db, managedRows })
  const readReport = createReadReport({ ...deps, counters, addresses })
  const parts = { ...deps, call, heartbeat, pending, desired, managedRows, counters, unmanaged, readState }
  const worker = createWorker({
    ...parts,
    results: createResults(parts),
    warnings,
    onStored: tellSoon,
  })
  const workers = createWorkers({
    ...parts,
    worker,
    threeXUi: createThreeXUi(parts),
    sluice: createSluice({ call, readReport }),
    readReport,
  })
  const subNodes = createSubNodes({ ...parts, workers, addresses })
  const availability = createAvailability({ ...parts, workers })
  const joinTokens = createJoinTokens({ ...deps, call })
  const service = createNodeService({ ...parts, joinTokens, probe, subNodes, warnings, workers })
  const joining = { ...parts, joinTokens, workers, service }
  const losses = createLosses(parts)
  const cores = createNodeCores({
    ...parts,
    losses,
    plan: createCorePlan({ ...parts, losses }),
    install: createCoreInstall({ call, service }),
  })
  const localState = createLocalState({ db, desired, managedRows })

  heartbeat.listen({
    beaten() {
      tell()
      sharing.beaten()
    },
    async kindChanged(ids) {
      await commit(actor, async () => ({ result: undefined, change: { kind: 'node-availability-changed' } }))
      for (const id of ids) workers.compareSoon(id)
    },
  })

  /** Without browsers nothing is counted. */
  function tell(): void {
    if (hub.count() === 0) return
    void list().then(
      (nodes) => hub.publish('nodes', nodes),
      (error: unknown) => log.warn({ err: error }, 'failed to tell browsers about the nodes'),
    )
  }

  let timer: NodeJS.Timeout | undefined
  /** A round stores many results one after the other: browsers are told once. */
  function tellSoon(): void {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      tell()
    }, tellAfterMs).unref()
  }

  async function list(): Promise<Node[]> {
    const nodes = await service.list()
    return [...nodes, ...subNodes.list(nodes).map(toSubNode)]
  }

  return {
    service,
    list,
    adoption: createAdoption({ ...joining, localState }),
    leave: createLeaving(joining),
    remote: createRemote({ db, call, probe: deps.probe }),
    addresses,
    addressesByPanel: subNodes.addresses,
    disconnect: createDisconnect({ ...parts, workers }),
    history: heartbeat.history,
    trends: heartbeat.trends,
    /** What the checks of entries need of nodes. */
    checks: createNodeChecks(parts),
    needs: createNeeds({ ...parts, workers, warnings }),
    jobs: [...heartbeat.jobs, workers.job, subNodes.job, availability.job, cores.job],
    cores,
    workers,
    notInForce: createNotInForce(db),
    counters,
    inTx: pending.inTx,
    onChange(change: MadeChange): void {
      if (change.kind === 'nodes-reported') {
        if (change.foreign) sharing.take(change)
        return
      }
      // The rows are read again; the last heartbeats stay, unless another instance changed the node.
      if (change.kind === 'nodes-changed') heartbeat.changed(change.foreign ? change.ids : [])
      if (change.kind === 'nodes-changed') for (const part of [subNodes, warnings]) part.forget(change.ids)
      if (change.kind === 'node-availability-changed') heartbeat.changed([]) // the rows are read again
      workers.onChange(change)
    },
    /** Another instance may have changed anything. */
    drop: pending.drop,
    /** Another instance asks the nodes; browsers here see what it stored. */
    follow(): void {
      heartbeat.forgetAll()
      tell()
    },
    refresh(): void {
      heartbeat.changed([])
      workers.refresh()
    },
    queue: (node: number) => readQueue(db, node),
    /** Waits up to this long for the node. */
    async retry(node: number, mostMs = 0): Promise<null> {
      await commit.upkeep((tx) => pending.retryAll(tx, node))
      await waitFor(workers.wake(node), mostMs)
      return null
    },
    /** Who is online on which node, by its row id and by the id of its panel. */
    async online(): Promise<{ id: number; guid: string; emails: readonly string[] }[]> {
      return (await heartbeat.nodes()).map((row) => ({
        id: row.id,
        guid: heartbeat.beat(row.id)?.said?.guid ?? row.guid,
        emails: workers.onlineOn(row.id),
      }))
    },
    /** All panels below this one, for a panel above it. */
    async descendants() {
      return (await list()).map(({ guid, parentGuid, name, address, status }) => ({
        guid,
        parentGuid,
        name,
        address,
        status,
      }))
    },
  }
}

export type Fleet = ReturnType<typeof createFleet>
