import type { IpEntry } from '#domain/traffic/ip-log.ts'
import type { Hub } from '../events/hub.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Log } from '../platform/log.ts'
import { createAddresses } from './addresses.ts'
import { createNodeCalls } from './calls.ts'
import { createHeartbeat, type NodeHistory } from './heartbeat.ts'
import { createNodeProbe } from './probe.ts'
import { createRemote } from './remote.ts'
import { createNodeService } from './service.ts'

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
  createHistory: (names: readonly ('cpu' | 'mem')[]) => NodeHistory
}

/** Other panels that this one manages. */
export function createNodes(deps: Deps) {
  const { hub, log, ownGuid } = deps
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

  const heartbeat = createHeartbeat({ ...deps, probe, beaten: tell })
  const service = createNodeService({ ...deps, probe, heartbeat, onlineOn: () => 0 })

  return {
    service,
    remote: createRemote({ db: deps.db, call, probe: deps.probe }),
    addresses: createAddresses(deps),
    history: heartbeat.history,
    job: heartbeat.job,
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
