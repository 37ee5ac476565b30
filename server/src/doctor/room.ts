import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Health, HealthReport } from '#contract/health-api.ts'
import type { Settings } from '#contract/settings.ts'
import { geoUses } from '#domain/core-config/geo-files.ts'
import type { CoreFacts, GeoFact } from '#domain/health/core.ts'
import type { BackupFacts } from '#domain/health/data.ts'
import { coded } from '#domain/refusal.ts'
import type { BackupRoom } from '../backup/room.ts'
import type { Connections } from '../connections/room.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import type { Core } from '../core/room.ts'
import type { EntriesRoom } from '../entries/room.ts'
import { knownFiles } from '../geo/geodata.ts'
import type { HealthRoom } from '../health/room.ts'
import type { Config } from '../platform/config.ts'
import type { ClockEvidence } from '../platform/egress/clock-evidence.ts'
import type { OwnPort, PanelServer } from '../platform/http/panel-server.ts'
import { realTimers, type Timers } from '../platform/jobs/timers.ts'
import type { Base } from '../settings/base-services.ts'
import { type ListenPlans, planListeners } from '../settings/listen-plans.ts'
import type { SettingsReader } from '../settings/service.ts'
import { serverClock } from '../store/server-clock.ts'
import type { Traffic } from '../traffic/room.ts'
import type { Updates } from '../updates/room.ts'
import { createDiagnosis, type DiagnosisDeps } from './diagnosis.ts'
import type { Doctor, ServerFacts } from './doctor.ts'
import { createFixing, type FixSources } from './fixing.ts'
import type { PanelSources } from './panel-facts.ts'
import { createSchedule, type Which } from './schedule.ts'
import { createDoctorSocket } from './socket.ts'
import type { Listeners } from './stored.ts'

type DiagnosisSources = Pick<DiagnosisDeps, 'online' | 'refusals' | 'devices' | 'handshakes' | 'isOverIp'>

interface Deps extends Pick<Base, 'log'>, PanelSources, DiagnosisSources, FixSources {
  config: Config
  settings: SettingsReader & FixSources['settings']
  server: PanelServer
  core: Core
  live: Pick<Connections, 'verdict'>
  traffic: Pick<Traffic, 'clock'>
  backup: BackupRoom
  fleet: PanelSources['fleet'] & FixSources['fleet']
  geo: PanelSources['geo'] & FixSources['geo']
  updates: Updates
  entries: Pick<EntriesRoom, 'latest'>
  evidence: ClockEvidence
  health: HealthRoom
  timers?: Timers
}

/**
 * The doctor of a running panel: it gathers facts, `domain/health` judges them, and the room `health` keeps the result. It
 * looks by a schedule, after a change, and when somebody asks. It owns no table.
 */
export function createDoctorRoom(deps: Deps) {
  const { health, config, log } = deps
  let made: Promise<Doctor> | undefined
  const doctor = () => {
    made ??= import('./doctor.ts').then(async ({ createDoctor }) => createDoctor(await runningFacts(deps)))
    return made
  }

  /** `own`: all but those that ask somebody outside. `all`: somebody waits for the result. */
  async function lookAndRecord(which: Which): Promise<HealthReport> {
    const { look, lookAll, names: known, ownNames, reportOf } = await doctor()
    const looks = {
      all: lookAll,
      patiently: () => look(known, true),
      own: () => look(ownNames, true),
    }
    const looked = await (typeof which === 'string' ? looks[which]() : look(which, true))
    // A database that cannot be written is itself a result, which whoever asks must see.
    await health
      .record(looked, known, typeof which !== 'string')
      .catch((error: unknown) => log.warn({ err: error }, 'failed to store what the checks found'))
    return reportOf(looked)
  }

  const report = () => lookAndRecord('all')
  const schedule = createSchedule({ look: lookAndRecord, timers: deps.timers ?? realTimers, log })
  return {
    report,
    async check(): Promise<Health> {
      await report()
      return health.view()
    },
    fix: createFixing(deps, async (name) => (await lookAndRecord([name])).checks),
    diagnose: createDiagnosis(deps),
    ...schedule,
    socket: createDoctorSocket(config.dataFolder, report, log),
  }
}

export type DoctorRoom = ReturnType<typeof createDoctorRoom>

async function runningFacts(deps: Deps): Promise<ServerFacts> {
  const { config, db, now, settings, core, server } = deps
  const { databaseFacts } = await import('./database.ts')
  const { createIntegrity } = await import('./integrity.ts')
  const { panelFacts } = await import('./panel-facts.ts')
  const { layoutFact, permissionFacts } = await import('./permissions.ts')
  const { readHosts, readInbounds } = await import('./stored.ts')
  const integrity = db.bulk.kind === 'file' ? createIntegrity(db.bulk.file, now) : undefined

  return {
    isRunning: true,
    isSimulated: deps.demo !== undefined,
    now,
    dataFolder: config.dataFolder,
    logFolder: config.logFolder,
    // What is served now: saved settings may wait for a restart.
    listeners: (stored) => servedNow(planListeners(config, stored), server.ownPorts()),
    stored: async () => ({
      settings: await settings.fresh(),
      inbounds: await readInbounds(db),
      hosts: await readHosts(db),
    }),
    corePid: core.pid,
    clock: async () => {
      const verdict = deps.traffic.clock.state()
      const jumpMs = verdict.held ? verdict.jumpMs : 0
      if (db.engine === 'sqlite') {
        const { offsetMs, against = '' } = deps.evidence.offset() ?? {}
        return { offsetMs, against, jumpMs }
      }
      const { at } = await db.read.selectNoFrom(serverClock.as('at')).executeTakeFirstOrThrow()
      return { offsetMs: now() - Number(at), against: 'PostgreSQL', jumpMs }
    },
    layout: () => layoutFact(config.installation?.home),
    permissions: (keyFiles) => permissionFacts(config.dataFolder, keyFiles),
    database: (withinMs) => databaseFacts(db, integrity, withinMs),
    core: () => coreFacts(core, config.binFolder),
    geo: () => geoFacts(settings.current(), config.binFolder),
    cutting: () => deps.live.verdict().way,
    entries: deps.entries.latest,
    backups: async () => backupFacts(deps.backup, settings.current()),
    updates: async () => {
      const { currentVersion, latestVersion, updateAvailable } = await deps.updates.info()
      // Blank: no release list is set.
      if (latestVersion === '') return undefined
      return { current: currentVersion, newer: updateAvailable ? latestVersion : '' }
    },
    ...panelFacts(deps),
  }
}

function servedNow({ panel, sub }: ListenPlans, open: readonly OwnPort[]): Listeners {
  const at = (what: 'panel' | 'subscriptions') => open.find((one) => one.what === what)
  const opened = (plan: typeof panel, found: ReturnType<typeof at>) =>
    found ? { ...plan, address: found.listen, port: found.port } : plan
  return { panel: opened(panel, at('panel')), sub: opened(sub, at('subscriptions')) }
}

function programOf({ located, progress }: Core['provider']): CoreFacts['program'] {
  if (progress()) return 'installing'
  return located() === undefined ? 'none' : 'installed'
}

/** The geo files that the stored template names. */
export async function geoFacts(settings: Settings, folder: string): Promise<GeoFact[]> {
  const names = new Set([...geoUses(templateOf(settings))].map(({ file }) => file))
  return Promise.all(
    [...names].map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined)
      return { name, changedAt: found?.mtimeMs ?? 0, isKnown: knownFiles.has(name) }
    }),
  )
}

function coreFacts(core: Core, binFolder: string): CoreFacts {
  const { state, version, errorMsg, errorCoded, notOpen = [] } = core.status()
  const [first] = errorCoded ?? []
  return {
    state,
    version,
    reason: first ?? (errorMsg === '' ? undefined : coded('core.said', { reason: errorMsg })),
    program: programOf(core.provider),
    // Only a program in the panel's own folder has a known hash.
    isVerified: core.provider.located()?.startsWith(`${binFolder}/`) ?? false,
    isUnwanted: core.provider.disabled,
    waiting: core.pending().length,
    notOpen: notOpen.map(({ id, remark, tag, reason, reasonCoded }) => ({
      id,
      name: remark || tag,
      reason: reasonCoded ?? coded('other.said', { reason }),
    })),
  }
}

function backupFacts({ backups }: BackupRoom, { backupEnable }: Settings): BackupFacts {
  const { lastRun, lastGoodAt } = backups.runs()
  return {
    isScheduled: backupEnable,
    lastGoodAt,
    isOverdue: backups.scheduled.overdue(),
    error: lastRun?.error ?? '',
  }
}
