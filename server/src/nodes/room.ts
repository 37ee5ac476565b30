import type { IpEntry } from '#domain/traffic/ip-log.ts'
import type { Hub } from '../events/hub.ts'
import type { MadeChange } from '../platform/changes/change.ts'
import type { Commit, Told } from '../platform/changes/commit.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Leadership } from '../platform/instance/leadership.ts'
import type { Log } from '../platform/log.ts'
import { createAddresses } from './addresses.ts'
import { createNodeCalls } from './calls.ts'
import { createCompare, createNoting } from './compare.ts'
import { createDerive } from './derive.ts'
import { createFleet } from './fleet.ts'
import { createFleetLog } from './fleet-log.ts'
import { createHeartbeat, type NodeHistory } from './heartbeat.ts'
import { type Adopting, createAdoption } from './join/adopt.ts'
import { createGuests } from './join/guests.ts'
import { createHere } from './join/here.ts'
import { createLeaving } from './join/leave.ts'
import { createListRun } from './list-run.ts'
import { createLook } from './look.ts'
import { createPlacements } from './placements.ts'
import { createNodeProbe } from './probe.ts'
import { readQueue } from './queue.ts'
import { createRemote } from './remote.ts'
import { createReports } from './reports.ts'
import { createRoadCompare } from './road/compare.ts'
import { createHeard } from './road/heard.ts'
import { createRoadRun } from './road/run.ts'
import { createTurns } from './road/turns.ts'
import { createRoadWorker } from './road/worker.ts'
import { createNodeService } from './service.ts'
import { createSettling } from './settling.ts'
import { createVerdicts } from './verdicts.ts'
import { createWorker } from './worker.ts'

interface Deps {
  db: Db
  commit: Commit
  now: () => number
  log: Log
  egress: Egress
  probe: Probe
  hub: Pick<Hub, 'count' | 'publish'>
  ownGuid: () => string
  logIps: (tx: Tx, seen: readonly { email: string; entries: IpEntry[] }[], at: number) => Promise<void>
  /** When clients were last online; the clients room writes its own tables. */
  seen: (tx: Tx, bumps: readonly { email: string; at: number }[]) => Promise<void>
  countInbounds: ReportDeps['countInbounds']
  addBytes: ReportDeps['addBytes']
  adopting: Adopting
  removeInbounds: (tx: Tx, node: number) => Promise<Told>
  createHistory: (names: readonly ('cpu' | 'mem')[]) => NodeHistory
  /** Workers run where this panel leads; the others know what the leader tells them. */
  leadership: Leadership
  onlineElsewhere: (node: number) => readonly string[]
}

type ReportDeps = Parameters<typeof createReports>[0]

/** Other panels that this one manages. */
export function createNodes(deps: Deps) {
  const { db, hub, log, ownGuid } = deps
  const call = createNodeCalls(deps.egress)
  const probe = createNodeProbe(call)

  /** Nobody looks: nothing is counted. */
  function tell(): void {
    if (hub.count() === 0) return
    void service.list().then(
      (nodes) => hub.publish('nodes', nodes),
      (error: unknown) => log.warn({ err: error }, 'failed to tell browsers about the nodes'),
    )
  }

  const heartbeat = createHeartbeat({ ...deps, probe, listens: (id) => fleet.listens(id), beaten: tell })
  const fleetLog = createFleetLog(db, deps.now)
  const derive = createDerive(db)
  const placements = createPlacements(db)
  const reports = createReports({ ...deps, log: fleetLog, derive })
  const look = createLook({ db, derive, placements })
  const parts = { ...deps, log: fleetLog, look, placements }
  const verdicts = createVerdicts({ ...parts, lastSums: reports.last })
  const settling = createSettling(parts)
  const worker = createWorker({ ...parts, settling, verdicts })
  const guests = createGuests(db)
  const guestsOf = (node: number) => guests.of(db.read, node)
  const compare = createCompare({ ...parts, guests: guestsOf })
  const addresses = createAddresses(deps)
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
    }),
    compare: createRoadCompare({ ...parts, derive, note: createNoting(parts), guests: guestsOf }),
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
  const service = createNodeService({
    ...deps,
    probe,
    heartbeat,
    onlineOn: (node) => onlineOn(node).length,
    roundError: fleet.error,
  })
  const joining = { ...deps, call, heartbeat, fleet, fleetLog, derive, placements, reports, guests, service }
  const here = createHere({ db, derive, placements })

  return {
    service,
    adoption: createAdoption({ ...joining, here }),
    leave: createLeaving(joining),
    remote: createRemote({ db: deps.db, call, probe: deps.probe }),
    addresses,
    history: heartbeat.history,
    jobs: [heartbeat.job, fleet.job],
    fleet,
    reports,
    inTx: fleetLog.inTx,
    onChange(change: MadeChange): void {
      if (change.foreign && change.kind === 'nodes-changed') heartbeat.changed(change.ids)
      fleet.onChange(change)
    },
    /** Another instance may have changed anything. */
    drop: fleetLog.drop,
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
    /** The nodes right below this panel, for a panel above it. */
    async descendants() {
      return (await service.list()).map(({ guid, name, address, status }) => ({
        guid,
        parentGuid: ownGuid(),
        name,
        address,
        status,
      }))
    },
  }
}

export type Nodes = ReturnType<typeof createNodes>
