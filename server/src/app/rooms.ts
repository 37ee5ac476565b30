import { hostname } from 'node:os'
import { splitHostPort } from '#domain/net/address.ts'
import { createBackupRoom } from '../backup/room.ts'
import { createCallers } from '../callers/room.ts'
import { createCaps } from '../caps/room.ts'
import { createCertificates } from '../certificates/room.ts'
import { type CertificateDates, createCertificateDates } from '../certificates/tools/certificate-dates.ts'
import { createDirectory } from '../directory/room.ts'
import { createDoctorRoom } from '../doctor/room.ts'
import { createEntries } from '../entries/room.ts'
import { watchSessions } from '../events/watch-sessions.job.ts'
import { createFleet } from '../fleet/room.ts'
import { createSelf } from '../fleet/self/room.ts'
import { createHealth } from '../health/room.ts'
import { createStateText } from '../metrics/state.ts'
import { createMoveIn } from '../move-in/room.ts'
import { createDateWatches, createLoadWatch } from '../notices/watches.ts'
import type { ClockEvidence } from '../platform/egress/clock-evidence.ts'
import { createJobs, type Job } from '../platform/jobs/jobs.ts'
import { createWorks } from '../platform/jobs/works.ts'
import { version } from '../platform/version.ts'
import { createOnlineByInbound } from '../presence/by-inbound.ts'
import { createOnlineLists } from '../presence/online.ts'
import { createProbes } from '../probes/room.ts'
import { createRotation } from '../rotation/room.ts'
import { createSetupRoom } from '../setup/room.ts'
import { createStatus } from '../status/room.ts'
import { auditPrune } from '../store/audit/prune.job.ts'
import { createTelegram } from '../telegram/room.ts'
import type { Traffic } from '../traffic/room.ts'
import { createUpdateJobs } from '../updates/jobs.ts'
import { createUpdates } from '../updates/room.ts'
import { type BaseDeps, type BaseServices, createBaseServices } from './base-services.ts'
import { createClientRooms } from './client-rooms.ts'
import { createCoreRooms } from './core-rooms.ts'
import type { PanelDeps } from './panel.ts'
import { createHistoryRooms, createTrafficRooms } from './traffic-rooms.ts'

interface Deps extends BaseDeps, Pick<PanelDeps, 'metering' | 'restartWholly' | 'parent'> {
  /** What the servers that the panel calls say about the time. */
  evidence: ClockEvidence
}

/** Creates every room, floor by floor. `listeners.ts` says who hears of which change. */
export async function createRooms({ metering, restartWholly, evidence, parent, ...deps }: Deps) {
  const base = await createBaseServices(deps)
  const { db, commit, hub, sessions, log } = base
  const { leadership } = base
  const coreRooms = createCoreRooms(base)
  const { core, live, presence, otherInstances, coreMetrics, geo, outbounds } = coreRooms
  const past = createHistoryRooms(base)
  const onlineLists = createOnlineLists({ presence, otherInstances, leadership })
  const { here: onlineHere, everywhere: online } = onlineLists
  const onlineByInbound = createOnlineByInbound({
    ...{ db, now: base.now, bulkReads: base.bulkReads },
    online: onlineLists,
    connections: live,
  })
  const clientRooms = createClientRooms(base, coreRooms, { online, onlineByInbound }, past)
  const trafficRooms = createTrafficRooms(base, coreRooms, past, clientRooms, onlineLists, metering)
  const { clientRoom, devices, subscriptions } = clientRooms
  const { history, traffic, usageOfClient } = trafficRooms
  const entries = createEntries({
    ...{
      ...base,
      core,
      links: subscriptions.checkLinks,
      networkOf: geo.networks.of,
      simulated: base.demo?.round,
    },
  })
  const probes = createProbes({ ...base, entries })
  base.demo?.probes?.(probes)
  const callers = createCallers({ ...base, networkOf: geo.networks.of })
  subscriptions.onFetched(callers.fetched)
  coreRooms.onConnection(({ email, inbound, peer }) =>
    callers.connected(email, inbound, splitHostPort(peer).host),
  )
  const caps = createCaps({ ...base, history, traffic, hostName: hostname() })
  const rotation = createRotation({
    ...{ ...base, core, inbounds: clientRooms.inbounds, onlineByInbound: onlineByInbound.recent },
  })
  const fleet = createFleet({
    ...base,
    core,
    otherInstances,
    traffic,
    clientRoom,
    edits: clientRooms.edits,
    onlineHere: () =>
      core.status().state === 'running' ? onlineHere.emails().length : Number.POSITIVE_INFINITY,
  })
  if (!base.demo) entries.attachNodes(fleet.checks)
  onlineLists.attach({
    everyone: fleet.workers.everyone,
    onlineOn: fleet.workers.onlineOn,
    onlineByTag: fleet.workers.onlineByTag,
    movedAt: fleet.counters.movedAt,
  })
  presence.alsoAt(fleet.workers.places)
  traffic.alsoCount(fleet.counters)
  const status = createStatus({
    ...base,
    ...{ core, online: onlineHere, clientRate: trafficRooms.clientRate, panelVersion: version },
    dataFolder: base.config.dataFolder,
    panelGuid: base.settings.current().panelGuid,
  })
  const self = createSelf({
    ...base,
    core,
    ...clientRooms,
    presence,
    otherInstances,
    onlineByInbound,
    onlineHere: onlineHere.emails,
    status: status.current,
  })
  presence.onConnected(self.report.connected)
  traffic.onTick(({ all }) => {
    self.report.ticked(all)
    callers.moved(all)
  })

  const moveIn = createMoveIn({ ...base, core, clients: clientRoom, names: traffic.names })
  const backup = createBackupRoom({ ...base, core, moveIn, restart: restartWholly })
  const setupRoom = createSetupRoom({ ...base, realityScan: coreRooms.realityScan })
  const updates = createUpdates({ ...base, core, parent, backups: backup.backups })
  const health = createHealth(base)
  const certificates = createCertificateDates({ db, settings: base.settings })
  const acme = await createCertificates({
    ...base,
    inbounds: clientRooms.inbounds,
    dates: certificates,
  })
  const doctor = createDoctorRoom({
    ...base,
    ...coreRooms,
    ...{
      clientRoom,
      traffic,
      backup,
      updates,
      entries,
      callers,
      rotation,
      caps,
      evidence,
      fleet,
      health,
      online,
    },
    ...{ devices, certificates: acme },
  })
  coreRooms.onCoreState(doctor.coreChanged)
  const telegram = createTelegram({
    ...{ ...base, ...clientRooms, core, status, online, backup, health },
    ownAddress: setupRoom.ownAddress,
  })
  base.notices.plugTelegram(telegram.outlet)
  const directory = createDirectory({
    ...base,
    settings: base.settings,
    clients: clientRoom.bulk,
  })
  base.auth.accept(directory)
  const listener = { changed: () => hub.publish('invalidate', { type: 'jobs' }) }
  const works = createWorks({ now: base.now, listener })
  const jobs = createJobs({ log, leadership: base.leadership, clock: base.now, listener })
  if (db.engine === 'postgres') jobs.add(base.member.changes.pruning(commit.upkeep))
  jobs.add(sessions.prune)
  jobs.add(base.auth.refused.job)
  jobs.add(auditPrune(db, commit))
  jobs.add(clientRooms.undo.prune)
  jobs.add(clientRoom.tombstonePrune)
  jobs.add(clientRoom.appsPrune)
  jobs.add(watchSessions(hub, sessions.holding))
  for (const job of core.jobs) jobs.add(job)
  jobs.add(presence.job)
  for (const job of [...history.jobs, ...usageOfClient.jobs]) jobs.add(job)
  jobs.add(coreMetrics.job)
  jobs.add(geo.missing)
  jobs.add(geo.scheduled)
  jobs.add(geo.networks.job)
  jobs.add(outbounds.subscriptions.job)
  for (const job of subscriptions.jobs) jobs.add(job)
  for (const job of entries.jobs) jobs.add(job)
  jobs.add(callers.job)
  jobs.add(rotation.job)
  jobs.add(caps.job)
  jobs.add(devices.job)
  jobs.add(traffic.job)
  jobs.add(doctor.job)
  jobs.add(directory.job)
  for (const job of fleet.jobs) jobs.add(job)
  for (const job of backup.backups.jobs) jobs.add(job)
  for (const job of telegram.jobs) jobs.add(job)
  for (const job of createUpdateJobs({ ...base, updates })) jobs.add(job)
  for (const job of acme.jobs) jobs.add(job)
  for (const job of createNoticeJobs(base, certificates, traffic)) jobs.add(job)
  trafficRooms.metrics.alsoTell(
    createStateText({
      ...{
        db,
        now: base.now,
        dataFolder: base.config.dataFolder,
        core,
        jobs,
        leadership,
        certificates,
        health,
        caps,
      },
      backups: backup.backups,
    }),
  )
  const loads = createLoadWatch({ notices: base.notices, host: hostname() })
  status.onSample((sample) => loads(sample, base.now()))
  status.onSample((sample) => hub.publish('status', sample))
  hub.onConnect('status', () => status.current() ?? undefined)

  return {
    ...base,
    onlineByInbound,
    ...coreRooms,
    ...clientRooms,
    ...trafficRooms,
    ...setupRoom,
    certificates,
    acme,
    online,
    onlineHere,
    status,
    entries,
    probes,
    callers,
    rotation,
    caps,
    fleet,
    self,
    jobs,
    works,
    moveIn,
    directory,
    updates,
    backup,
    health,
    doctor,
    telegram,
  }
}

export type Rooms = Awaited<ReturnType<typeof createRooms>>

const createNoticeJobs = (base: BaseServices, certificates: CertificateDates, { clock }: Traffic): Job[] => [
  ...base.notices.jobs,
  ...createDateWatches({ ...base, clock, certificates, host: hostname() }).jobs,
]
