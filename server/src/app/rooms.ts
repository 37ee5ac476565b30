import { hostname } from 'node:os'
import type { Surroundings } from '#domain/settings/default-view.ts'
import { createCertificates } from '../certificates/room.ts'
import { type CertificateDates, createCertificateDates } from '../certificates/tools/certificate-dates.ts'
import type { Progress } from '../core/binary/progress.ts'
import { createDirectory } from '../directory/room.ts'
import { watchSessions } from '../events/watch-sessions.job.ts'
import { createFleet } from '../fleet/room.ts'
import { createSelf } from '../fleet/self/room.ts'
import { createStateText } from '../metrics/state.ts'
import { createDateWatches, createLoadWatch } from '../notices/watches.ts'
import type { ClockEvidence } from '../platform/egress/clock-evidence.ts'
import type { Actor } from '../platform/http/caller.ts'
import { createJobs, type Job } from '../platform/jobs/jobs.ts'
import { createWorks } from '../platform/jobs/works.ts'
import { version } from '../platform/version.ts'
import { createOnlineByInbound } from '../presence/by-inbound.ts'
import { createOnlineLists } from '../presence/online.ts'
import { createStatus } from '../status/status.ts'
import { auditPrune } from '../store/audit/prune.job.ts'
import type { Parent } from '../updates/parent.ts'
import { createBackupRooms } from './backup-rooms.ts'
import { createClientRooms } from './client-rooms.ts'
import { type CoreRooms, createCoreRooms } from './core-rooms.ts'
import { createGround, type Ground, type GroundDeps } from './ground.ts'
import { createHealthRoom } from './health.ts'
import { createMoveInRoom } from './move-in.ts'
import { createSetupRooms, ownAddress } from './setup-rooms.ts'
import { createTelegramRoom } from './telegram.ts'
import { createHistoryRooms, createTrafficRooms, type Metering } from './traffic-rooms.ts'
import { createUpdateRoom } from './updates.ts'

interface Deps extends GroundDeps {
  metering?: Metering | undefined
  /** What the servers that the panel calls say about the time. */
  evidence: ClockEvidence
  /** Restarts the panel wholly. */
  restartWholly?: (() => void) | undefined
  /** The process that can start another version in this one's place. */
  parent?: Parent | undefined
  /** Opens the listeners again; known once the panel is served. */
  restart: (actor: Actor) => Promise<void>
  /** How subscriptions are served; undefined until they are. */
  subscriptionsAt: () => Surroundings['sub'] | undefined
  panelSpeaksTls: () => boolean
  /** The listeners look at their certificate files again. */
  certificatesChanged: () => void
}

/** Creates every room. `listeners.ts` says who hears of which change. */
export async function createRooms({
  metering,
  restart,
  restartWholly,
  subscriptionsAt,
  evidence,
  ...given
}: Deps) {
  const { panelSpeaksTls, certificatesChanged, parent, ...deps } = given
  const ground = await createGround(deps)
  const { db, commit, hub, sessions, log } = ground
  const { leadership } = ground
  const coreRooms = createCoreRooms(ground)
  const { core, live, presence, otherInstances, coreMetrics, geo, outbounds } = coreRooms
  const past = createHistoryRooms(ground)
  const onlineLists = createOnlineLists({ presence, otherInstances, leadership })
  const { here: onlineHere, everywhere: online } = onlineLists
  const onlineByInbound = createOnlineByInbound({
    ...{ db, now: ground.now, bulkReads: ground.bulkReads },
    online: onlineLists,
    connections: live,
  })
  const clientRooms = createClientRooms(ground, coreRooms, { online, onlineByInbound }, past)
  const trafficRooms = createTrafficRooms(ground, coreRooms, past, clientRooms, onlineLists, metering)
  const { clientRoom, devices, subscriptions } = clientRooms
  const { history, traffic } = trafficRooms
  const fleet = createFleet({
    ...ground,
    otherInstances,
    traffic,
    clientRoom,
    edits: clientRooms.edits,
    onlineHere: () => (core.status().state === 'running' ? onlineHere().length : Number.POSITIVE_INFINITY),
  })
  onlineLists.attach({
    everyone: fleet.workers.everyone,
    onlineOn: fleet.workers.onlineOn,
    onlineByTag: fleet.workers.onlineByTag,
    movedAt: fleet.counters.movedAt,
  })
  presence.alsoAt(fleet.workers.places)
  traffic.alsoCount(fleet.counters)
  const status = createStatusRoom(ground, coreRooms, onlineHere, trafficRooms.clientRate)
  const self = createSelf({
    db,
    commit,
    ...clientRooms,
    presence,
    otherInstances,
    onlineByInbound,
    onlineHere,
    status: status.current,
  })
  presence.onConnected(self.report.connected)
  traffic.onTick(({ all }) => self.report.ticked(all))

  const moveIn = createMoveInRoom({
    ...ground,
    corePid: core.anyPid,
    restart,
    taken: traffic.names.taken,
    recount: clientRoom.recountGroups,
  })
  const backupRooms = createBackupRooms(ground, {
    moveIn,
    coreVersion: () => core.status().version,
    restartWholly,
  })
  const { updates, jobs: updateJobs } = createUpdateRoom(ground, { core, parent, ...backupRooms })
  const health = createHealthRoom(ground, {
    ...{ core, live: coreRooms.live, evidence },
    ...backupRooms,
    clockHeld: () => traffic.clock.state().held,
    updates: async () => {
      const { currentVersion, latestVersion, updateAvailable } = await updates.info()
      // Blank: no release list is set.
      if (latestVersion === '') return undefined
      return { current: currentVersion, newer: updateAvailable ? latestVersion : '' }
    },
  })
  const telegram = createTelegramRoom(ground, {
    ...clientRooms,
    core,
    status,
    online,
    download: backupRooms.download,
    backups: backupRooms.backup.backups,
    ownAddress,
    subscriptionsAt,
  })
  const directory = createDirectory({
    ...ground,
    settings: ground.settings,
    clients: clientRoom.bulk,
  })
  ground.acceptPasswordsOf(directory.passwordFits)
  const tellJobs = () => hub.publish('invalidate', { type: 'jobs' })
  const works = createWorks({ now: ground.now, onChange: tellJobs })
  const jobs = createJobs({ log, leadership: ground.leadership, clock: ground.now, onVerdict: tellJobs })
  if (db.engine === 'postgres') jobs.add(ground.member.changes.pruning(commit.upkeep))
  jobs.add(sessions.prune)
  jobs.add(ground.auth.refused.job)
  jobs.add(auditPrune(db, commit))
  jobs.add(clientRooms.undo.prune)
  jobs.add(clientRoom.tombstonePrune)
  jobs.add(clientRoom.appsPrune)
  jobs.add(watchSessions(hub, sessions.holding))
  for (const job of core.jobs) jobs.add(job)
  jobs.add(presence.job)
  for (const job of history.jobs) jobs.add(job)
  jobs.add(coreMetrics.job)
  jobs.add(geo.missing)
  jobs.add(geo.scheduled)
  jobs.add(outbounds.subscriptions.job)
  for (const job of subscriptions.jobs) jobs.add(job)
  jobs.add(devices.job)
  jobs.add(traffic.job)
  jobs.add(directory.job)
  for (const job of fleet.jobs) jobs.add(job)
  for (const job of backupRooms.backup.backups.jobs) jobs.add(job)
  for (const job of telegram.jobs) jobs.add(job)
  for (const job of updateJobs) jobs.add(job)
  const certificates = createCertificateDates({ db, settings: ground.settings })
  const acme = await createCertificates({
    ...ground,
    instances: async () => (await ground.member.list()).length,
    updateInbound: clientRooms.inbounds.update,
    ownPorts: () => ground.ownPorts().map(({ port }) => port),
    speaksTls: (what) => (what === 'panel' ? panelSpeaksTls() : (subscriptionsAt()?.tls ?? false)),
    reload: certificatesChanged,
    dates: certificates,
  })
  for (const job of acme.jobs) jobs.add(job)
  for (const job of createNoticeJobs(ground, certificates, () => traffic.clock.state().held)) jobs.add(job)
  trafficRooms.metrics.alsoTell(
    createStateText({
      ...{ db, now: ground.now, dataFolder: ground.config.dataFolder, core: core.status, jobs: jobs.states },
      leads: leadership.leads,
      databaseBytes: async () => (await backupRooms.about()).database.bytes,
      lastGoodBackup: () => backupRooms.backup.backups.runs().lastGoodAt,
      certificates,
    }),
  )
  const loads = createLoadWatch({ ...ground.notices, host: hostname() })
  status.onSample((sample) => loads(sample, ground.now()))
  status.onSample((sample) => hub.publish('status', sample))
  hub.onConnect('status', () => status.current() ?? undefined)

  return {
    ...ground,
    onlineByInbound,
    ...coreRooms,
    ...clientRooms,
    ...trafficRooms,
    ...createSetupRooms(ground, coreRooms),
    certificates,
    acme,
    online,
    onlineHere,
    status,
    fleet,
    self,
    jobs,
    works,
    moveIn,
    directory,
    updates,
    ...backupRooms,
    health,
    telegram,
  }
}

export type Rooms = Awaited<ReturnType<typeof createRooms>>

const createNoticeJobs = (ground: Ground, certificates: CertificateDates, isHeld: () => boolean): Job[] => {
  const { db, commit, now, notices, settings } = ground
  const { record, isWanted } = notices
  const host = hostname()
  const dates = { db, commit, now, record, isWanted, settings, isHeld, certificates, host }
  return [...notices.jobs, ...createDateWatches(dates).jobs]
}

function createStatusRoom(
  { config, settings, now, log }: Ground,
  { core }: CoreRooms,
  online: () => readonly string[],
  clientRate: () => { up: number; down: number },
) {
  return createStatus({
    clientRate,
    dataFolder: config.dataFolder,
    panelVersion: version,
    panelGuid: settings.current().panelGuid,
    // Shows the progress of an install even while the old core runs.
    xray: () => ({ ...core.status(), ...progressOf(core.provider.progress()) }),
    online: () => online().length,
    now,
    log,
  })
}

const progressOf = (progress: Progress | undefined) =>
  progress && { errorMsg: progress.message, errorCoded: [progress.messageCoded] }
