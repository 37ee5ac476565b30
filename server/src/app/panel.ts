import { hostname } from 'node:os'
import type { Coded } from '#contract/coded.ts'
import { codedOf } from '#domain/refusal.ts'
import { proven } from '../backup/restore/stage.ts'
import { applyPending } from '../backup/restore/swap.ts'
import { createPanelLog, type PanelLog } from '../core/logs/logs.ts'
import { refuseBeside, refuseNewSchema } from '../instance/instance.ts'
import { instanceIdOf } from '../instance/instance-id.ts'
import { becomeMember, type Membership } from '../instance/membership.ts'
import type { Config } from '../platform/config.ts'
import { lockFolder } from '../platform/db/lock.ts'
import { createClockEvidence } from '../platform/egress/clock-evidence.ts'
import { createProbe, type Probe } from '../platform/egress/probe.ts'
import { createEgress, type Egress } from '../platform/egress/safe-fetch.ts'
import { createPorts, type Ports } from '../platform/http/ports.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import { teeLog } from '../platform/log.ts'
import { version } from '../platform/version.ts'
import { forgetOnline } from '../presence/other-instances.ts'
import type { Base } from '../settings/base-services.ts'
import { type Db, openDb, type Tx, type WritableDb } from '../store/open.ts'
import { takeOverReadings } from '../traffic/readings.ts'
import type { BeforeUpdate } from '../updates/before-update.ts'
import type { Parent } from '../updates/parent.ts'
import { createChangeFeed, listenersOf } from './change-feed.ts'
import type { Demo } from './demo.ts'
import { createRooms } from './rooms.ts'
import type { Metering } from './traffic-rooms.ts'

export interface PanelDeps extends Pick<Base, 'log' | 'now'> {
  /** Prints lines for the person at the terminal. */
  print: (line: string) => void
  /** Tests pass one that cannot reach the network. */
  egress?: Egress
  probe?: Probe
  metering?: Metering | undefined
  /** Simulates the core and keeps other addresses from writing. Absent: the panel is real. */
  demo?: Demo | undefined
  /** Restarts the panel wholly, in this process; the core goes on. Absent: somebody else does it. */
  restartWholly?: (() => void) | undefined
  /** The process that can start another version in this one's place; absent where there is none. */
  parent?: Parent | undefined
  /** Stay open when another panel takes over. Absent: they are closed with the panel. */
  ports?: Ports
  /** The state before an update. It is brought back before the database is opened, if the new version failed. */
  beforeUpdate?: BeforeUpdate
  /** When the panel looks at other instances; tests do it themselves. */
  lookTimers?: Timers
}

/** The composition root: storage first, then the rooms, then the HTTP server. */
export async function createPanel(config: Config, given: PanelDeps) {
  const panelLog = createPanelLog(given.now)
  const deps = { ...given, panelLog, log: teeLog(given.log, panelLog.add) }
  const unlock = lockFolder(config.dataFolder)
  try {
    const id = instanceIdOf(config.dataFolder)
    const { kind } = config.database
    const admit = (tx: Tx) => refuseBeside(tx, kind, id)
    await deps.beforeUpdate?.bringBack()
    await applyPending({ config, log: deps.log, now: deps.now, admit })
    const db = await openDb(config.database, deps.log, deps.now, (tx) => refuseNewSchema(tx, kind, id))
    try {
      const member = await enter(db, id, deps)
      return await assemble(config, deps, db, member, unlock).catch(async (error) => {
        await member.leave({ coreEnded: false }).catch(() => {}) // report the first failure
        throw error
      })
    } catch (error) {
      await db.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

export type Panel = Awaited<ReturnType<typeof createPanel>>

/** From here on this instance uses the database. Readings from before instances had ids go to the first that enters. */
const enter = (db: WritableDb, id: string, { now, log, lookTimers }: PanelDeps): Promise<Membership> =>
  becomeMember({ db, id, name: hostname(), version, now, log, timers: lookTimers }, async (tx) => {
    await takeOverReadings(tx, id)
    await forgetOnline(tx, id)
  })

async function assemble(
  config: Config,
  deps: PanelDeps & { panelLog: PanelLog },
  db: WritableDb,
  member: Membership,
  unlock: () => void,
) {
  const evidence = createClockEvidence(deps.now)
  const { log, probe = createProbe(), ports = createPorts() } = deps
  const egress = deps.egress ?? createEgress({ onAnswer: evidence.answered })
  let started = false
  const rooms = await createRooms({ ...deps, config, db, member, egress, probe, evidence, ports })
  const { hub, settings, core, live, jobs, status, bulkReads, server } = rooms
  await server.open(rooms)
  jobs.add(server.watching)
  const listeners = listenersOf(rooms)
  rooms.listen(listeners)
  member.onRemoteChange(createChangeFeed(rooms, listeners))

  return {
    db,
    instance: member.instance,
    leadership: member.leadership,
    /** Looks at the other instances at once; tests do not wait for the job. */
    lookAround: member.lookAround,
    hub,
    core,
    entries: rooms.entries,
    callers: rooms.callers,
    rotation: rooms.rotation,
    caps: rooms.caps,
    settings,
    traffic: rooms.traffic,
    usageOfClient: rooms.usageOfClient,
    presence: rooms.presence,
    refusals: rooms.refusals,
    history: rooms.history,
    subscriptions: rooms.subscriptions,
    devices: rooms.devices,
    fleet: rooms.fleet,
    backup: rooms.backup,
    telegram: rooms.telegram,
    doctor: rooms.doctor,
    notices: rooms.notices,
    geo: rooms.geo,
    directory: rooms.directory,
    acme: rooms.acme,
    listeners: server.current,
    /** Those that hear of changes; `bench ways` switches them off. */
    changeListeners: listeners,
    async start() {
      status.start()
      jobs.start()
      await server.listen(rooms.showCredentials)
      live.start()
      await rooms.standIn.start()
      rooms.doctor.socket.start()
      core.start()
      rooms.doctor.start()
      started = true
      proven(config.dataFolder)
    },
    /** How the panel is, for its parent: an answer means that the process is alive. */
    async health(): Promise<{ core: string; fault?: Coded }> {
      const { state } = core.status()
      const fault = await db.read
        .selectFrom('settings')
        .select('id')
        .limit(1)
        .execute()
        .then(() => undefined, codedOf)
      return { core: state, ...(fault && { fault }) }
    },
    /** Another process goes on with the ports: answers what runs, and ends what only waits for news. */
    async handOver(ports: Ports) {
      rooms.self.stop()
      await ports.handOver(hub.closeAll)
    },
    /** `keepCore`: another panel takes it over. `atLast` is given the database when nobody writes any more. */
    async stop({
      keepCore = false,
      atLast,
    }: {
      keepCore?: boolean
      atLast?: (db: Db) => Promise<void>
    } = {}) {
      core.testCores.stop()
      rooms.doctor.socket.stop()
      await jobs.stop()
      await rooms.doctor.stop()
      await rooms.fleet.workers.stop()
      rooms.self.stop()
      rooms.updates.stop()
      rooms.subscriptions.stop()
      await rooms.telegram.stop()
      await rooms.acme.stop()
      await rooms.presence
        .stop()
        .catch((error) => log.warn({ err: error }, 'failed to store last-online times'))
      status.stop()
      const endCore = keepCore ? core.leave() : core.stop()
      const endPorts = server.end(keepCore && deps.ports ? 'leave' : 'close')
      await Promise.all([hub.stop(), endPorts, endCore, rooms.standIn.stop()])
      await rooms.auth.refused.stop()
      await rooms.traffic.stop()
      await rooms.notices.stop()
      live.stop()
      rooms.moveIn.close()
      await rooms.keptAccess.stop()
      await rooms.keptErrors.stop()
      await rooms.subscriptions
        .flush()
        .catch((error) => log.warn({ err: error }, 'failed to store subscription fetches'))
      await rooms.devices
        .flush()
        .catch((error) => log.warn({ err: error }, 'failed to store when devices were seen'))
      await bulkReads.close()
      await member
        .leave({ coreEnded: started && !keepCore })
        .catch((error) => log.warn({ err: error }, 'failed to clear the row of this instance'))
      try {
        await atLast?.(db)
      } finally {
        await db.close()
        unlock()
      }
    },
  }
}
