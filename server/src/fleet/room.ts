import type { Alert } from '#contract/alerts.ts'
import type { Node } from '#contract/node.ts'
import type { Notify } from '#domain/notices.ts'
import type { IpEntry } from '#domain/traffic/ip-log.ts'
import type { Hub } from '../events/hub.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Clock } from '../platform/clock.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { MadeChange } from '../store/changes/change.ts'
import type { Commit, Told } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { createHeard } from './adapters/reports.ts'
import { createRoadRun } from './adapters/sluice.ts'
import { createRoadCompare } from './adapters/sluice-compare.ts'
import { createRoadWorker } from './adapters/sluice-worker.ts'
import { createListRun } from './adapters/three-x-ui-round.ts'
import { createTurns } from './adapters/turns.ts'
import { type Adopting, createAdoption } from './adopt/adopt.ts'
import { createGivenTokens } from './adopt/join-token.ts'
import { createLeaving } from './adopt/leave.ts'
import { createHere } from './adopt/local-state.ts'
import { createStanding } from './registry/availability.ts'
import { createNodeCalls } from './registry/calls.ts'
import { createKick } from './registry/disconnect.ts'
import { createHeartbeat } from './registry/heartbeat.ts'
import { createNeeds } from './registry/needs.ts'
import { createNotInForce } from './registry/not-in-force.ts'
import { createNodeProbe } from './registry/probe.ts'
import { createRemote } from './registry/remote.ts'
import { createNodeService } from './registry/service.ts'
import { createSharing } from './registry/sharing.ts'
import { createBelow } from './registry/sub-nodes.ts'
import { toFurther } from './registry/view.ts'
import { createNoticed } from './registry/warnings.ts'
import { createCompare, createNoting } from './sync/compare.ts'
import { createDerive } from './sync/desired.ts'
import { createLook } from './sync/look.ts'
import { createPlacements } from './sync/managed.ts'
import { createFleetLog } from './sync/pending.ts'
import { readQueue } from './sync/pending-view.ts'
import { createVerdicts } from './sync/results.ts'
import { createSettling } from './sync/settling.ts'
import { createStrangers } from './sync/unmanaged.ts'
import { createGuests } from './sync/unmanaged-rows.ts'
import { createWorker } from './sync/worker.ts'
import { createFleet } from './sync/workers.ts'
import { createAddresses } from './usage/addresses.ts'
import { createReports } from './usage/counters.ts'

interface Deps extends Clock {
  db: Db
  commit: Commit
  log: Log
  egress: Egress
  probe: Probe
  hub: Pick<Hub, 'count' | 'publish'>
  ownGuid: () => string
  notify: Notify
  recordAlerts: (tx: Tx, alerts: readonly Alert[]) => Promise<void>
  settings: SettingsReader
  /** How many clients are online at the core of this panel; infinite while it does not run. */
  onlineHere: () => number
  logIps: (tx: Tx, seen: readonly { email: string; entries: IpEntry[] }[], at: number) => Promise<void>
  /** When clients were last online; the clients room writes its own tables. */
  seen: (tx: Tx, bumps: readonly { email: string; at: number }[]) => Promise<void>
  countInbounds: ReportDeps['countInbounds']
  addBytes: ReportDeps['addBytes']
  adopting: Adopting
  removeInbounds: (tx: Tx, node: number) => Promise<Told>
  createHistory: Parameters<typeof createHeartbeat>[0]['createHistory']
  /** Workers run where this panel leads; the others know what the leader tells them. */
  leadership: Leadership
  onlineElsewhere: (node: number) => readonly string[]
  /** The other instances on the database that run. */
  others: () => readonly unknown[]
}

const tellAfterMs = 250
const actor = { kind: 'job', name: 'nodes', address: '' } as const

type ReportDeps = Parameters<typeof createReports>[0]

/** Other panels that this one manages. */
export function createNodes(deps: Deps) {
  const { db, hub, log } = deps
  const call = createNodeCalls(deps.egress, () => deps.settings.current().secret)
  const probe = createNodeProbe(call)

  /** Nobody looks: nothing is counted. */
  function tell(): void {
    if (hub.count() === 0) return
    void list().then(
      (nodes) => hub.publish('nodes', nodes),
      (error: unknown) => log.warn({ err: error }, 'failed to tell browsers about the nodes'),
    )
  }

  let timer: NodeJS.Timeout | undefined
  /** A node settles many things one after the other: browsers are told once. */
  function tellSoon(): void {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      tell()
    }, tellAfterMs).unref()
  }

  const heartbeat = createHeartbeat({
    ...deps,
    probe,
    beaten() {
      tell()
      sharing.beaten()
    },
    listens: (id) => fleet.listens(id),
    isAbove: (node) => below.knownAbove(node),
    async kindChanged(ids) {
      await deps.commit(actor, async () => ({
        result: undefined,
        change: { kind: 'node-standing-changed' },
      }))
      for (const id of ids) fleet.compareSoon(id)
    },
  })
  const noticed = createNoticed(deps.now)
  const sharing = createSharing({ ...deps, heartbeat, noticed })
  const addresses = createAddresses(deps)
  const fleetLog = createFleetLog(db, deps.now)
  const derive = createDerive(db)
  const placements = createPlacements(db, deps.now)
  const reports = createReports({ ...deps, log: fleetLog, derive, noticed: noticed.note })
  const look = createLook({ db, derive, placements })
  const parts = { ...deps, log: fleetLog, look, placements, noticed: noticed.note }
  const verdicts = createVerdicts({ ...parts, lastSums: reports.last })
  const settling = createSettling({ ...parts, settled: tellSoon })
  const worker = createWorker({ ...parts, settling, verdicts, startAnew: reports.startAnew })
  const guests = createGuests(db)
  const guestsOf = (node: number) => guests.of(db.read, node)
  const compare = createCompare({ ...parts, guests: guestsOf })
  const heard = createHeard({ ...deps, reports, addresses })
  const roadRun = createRoadRun({
    call,
    heard,
    worker: createRoadWorker({
      ...parts,
      derive,
      settling,
      inTurn: createTurns(),
      take: reports.takeClients,
      lastSums: reports.last,
      startAnew: reports.startAnew,
    }),
    compare: createRoadCompare({
      ...parts,
      derive,
      note: createNoting(parts),
      takeOff: createStrangers({ ...parts, guests: guestsOf }),
    }),
  })
  const fleet = createFleet({
    ...deps,
    call,
    heartbeat,
    fleetLog,
    reports,
    listRun: createListRun({ call, worker, compare, reports }),
    roadRun,
    heard,
  })
  const onlineOn = (node: number) =>
    deps.leadership.leads() ? fleet.online(node) : deps.onlineElsewhere(node)
  const below = createBelow({ ...deps, call, heartbeat, online: fleet.online, take: addresses.take })
  const standing = createStanding({ ...deps, heartbeat, fleet })
  const givenTokens = createGivenTokens({ ...deps, call })
  const service = createNodeService({
    ...deps,
    givenTokens,
    probe,
    heartbeat,
    isAbove: below.isAbove,
    noticed: noticed.of,
    onlineOn: (node) => onlineOn(node).length,
    roundError: fleet.error,
  })
  const joining = {
    ...deps,
    call,
    givenTokens,
    heartbeat,
    fleet,
    fleetLog,
    derive,
    placements,
    reports,
    guests,
    service,
  }
  const here = createHere({ db, derive, placements })

  /** The nodes, and the panels below them. */
  async function list(): Promise<Node[]> {
    const nodes = await service.list()
    return [...nodes, ...below.further(nodes).map(toFurther)]
  }

  return {
    service,
    list,
    adoption: createAdoption({ ...joining, here }),
    leave: createLeaving(joining),
    remote: createRemote({ db: deps.db, call, probe: deps.probe }),
    addresses,
    addressesByPanel: below.addresses,
    kick: createKick({ db, call, heartbeat, onlineOn }),
    history: heartbeat.history,
    trends: heartbeat.trends,
    needs: createNeeds({ ...deps, heartbeat, roundError: fleet.error, noticed: noticed.of }),
    jobs: [...heartbeat.jobs, fleet.job, below.job, standing.job],
    fleet,
    notInForce: createNotInForce(db),
    onlineOn,
    onlineByTag: fleet.onlineByTag,
    reports,
    inTx: fleetLog.inTx,
    onChange(change: MadeChange): void {
      if (change.kind === 'nodes-heard') {
        if (change.foreign) sharing.heard(change)
        return
      }
      // The rows are read again; what was heard stays, unless another instance changed the node.
      if (change.kind === 'nodes-changed') heartbeat.changed(change.foreign ? change.ids : [])
      if (change.kind === 'nodes-changed') for (const part of [below, noticed]) part.forget(change.ids)
      if (change.kind === 'node-standing-changed') heartbeat.changed([]) // the rows are read again
      fleet.onChange(change)
    },
    /** Another instance may have changed anything. */
    drop: fleetLog.drop,
    /** Another instance asks the nodes; browsers here see what it stored. */
    follow(): void {
      heartbeat.forgetAll()
      tell()
    },
    refresh(): void {
      heartbeat.changed([])
      fleet.refresh()
    },
    queue: (node: number) => readQueue(db, node),
    async retry(node: number): Promise<null> {
      await deps.commit.upkeep((tx) => fleetLog.retryAll(tx, node))
      void fleet.wake(node)
      return null
    },
    /** Who is online on which node, by its row id and by the id of its panel. */
    async online(): Promise<{ id: number; guid: string; emails: readonly string[] }[]> {
      return (await heartbeat.nodes()).map((row) => ({
        id: row.id,
        guid: heartbeat.beat(row.id)?.said?.guid ?? row.guid,
        emails: onlineOn(row.id),
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

export type Nodes = ReturnType<typeof createNodes>
