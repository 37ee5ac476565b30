import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HealthReport } from '#contract/health-api.ts'
import type { Settings } from '#contract/settings.ts'
import { geoUses } from '#domain/core-config/geo-files.ts'
import type { CoreFacts, GeoFact } from '#domain/health/core.ts'
import type { BackupFacts } from '#domain/health/data.ts'
import type { UpdateFacts } from '#domain/health/machine.ts'
import { coded } from '#domain/refusal.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import type { Core } from '../core/room.ts'
import { createDoctorSocket } from '../health/socket.ts'
import { createPortLook } from '../inbounds/port-holders.ts'
import type { ClockEvidence } from '../platform/egress/clock-evidence.ts'
import { lookupAll } from '../platform/egress/resolve.ts'
import { ownAddresses } from '../platform/http/address.ts'
import { memory } from '../status/proc.ts'
import { serverClock } from '../store/server-clock.ts'
import type { BackupRooms } from './backup-rooms.ts'
import type { CoreRooms } from './core-rooms.ts'
import { planFront } from './front.ts'
import type { Ground } from './ground.ts'

interface Deps extends Pick<CoreRooms, 'core' | 'live'>, Pick<BackupRooms, 'about' | 'backup'> {
  clockHeld: () => boolean
  evidence: ClockEvidence
  /** Absent while no room looks for new versions. */
  updates?: () => Promise<UpdateFacts | undefined>
}

/** The doctor of a running panel. Its code is loaded when somebody asks: most panels are well. */
export function createHealthRoom(ground: Ground, deps: Deps) {
  const { config, log } = ground
  let made: Promise<() => Promise<HealthReport>> | undefined
  const doctor = async () => {
    made ??= createRunningDoctor(ground, deps)
    return (await made)()
  }
  return { doctor, socket: createDoctorSocket(config.dataFolder, doctor, log) }
}

async function createRunningDoctor(ground: Ground, deps: Deps) {
  const { config, db, now, settings } = ground
  const { core, live, about, backup } = deps
  const { createDoctor } = await import('../health/doctor.ts')
  const { databaseFacts } = await import('../health/database.ts')
  const { createIntegrity } = await import('../health/integrity.ts')
  const { layoutFact } = await import('../health/layout.ts')
  const { permissionFacts } = await import('../health/permissions.ts')
  const { readHosts, readInbounds } = await import('../health/stored.ts')
  const integrity = db.bulk.kind === 'file' ? createIntegrity(db.bulk.file, now) : undefined
  const size = async () => (await about()).database.bytes

  return createDoctor({
    isRunning: true,
    now,
    dataFolder: config.dataFolder,
    logFolder: config.logFolder,
    // What is served now: saved settings may wait for a restart.
    fronts: (stored) => servedNow(planFront(config, stored), ground.ownPorts()),
    stored: async () => ({
      settings: await settings.fresh(),
      inbounds: await readInbounds(db),
      hosts: await readHosts(db),
    }),
    corePid: core.pid,
    portLook: createPortLook,
    lookup: lookupAll,
    ownAddresses,
    clock: async () => {
      const isHeld = deps.clockHeld()
      if (db.engine === 'sqlite') {
        const { offsetMs, against = '' } = deps.evidence.offset() ?? {}
        return { offsetMs, against, isHeld }
      }
      const { at } = await db.read.selectNoFrom(serverClock.as('at')).executeTakeFirstOrThrow()
      return { offsetMs: now() - Number(at), against: 'PostgreSQL', isHeld }
    },
    memory: readMemory,
    layout: () => layoutFact(config.installation?.home),
    permissions: (keyFiles) => permissionFacts(config.dataFolder, keyFiles),
    database: (withinMs) => databaseFacts({ db, size, integrity }, withinMs),
    core: () => coreFacts(core, config.binFolder),
    geo: () => geoFacts(settings.current(), config.binFolder),
    cutting: () => live.verdict().way,
    backups: async () => backupFacts(backup, settings.current()),
    updates: deps.updates ?? (async () => undefined),
  })
}

function servedNow(
  { panel, sub }: ReturnType<typeof planFront>,
  open: ReturnType<Ground['ownPorts']>,
): Pick<ReturnType<typeof planFront>, 'panel' | 'sub'> {
  const at = (what: 'panel' | 'subscriptions') => open.find((one) => one.what === what)
  const opened = (plan: typeof panel, found: ReturnType<typeof at>) =>
    found ? { ...plan, address: found.listen, port: found.port } : plan
  return { panel: opened(panel, at('panel')), sub: opened(sub, at('subscriptions')) }
}

export async function readMemory() {
  const { mem } = memory(await readFile('/proc/meminfo', 'latin1').catch(() => ''))
  return { total: mem.total, available: mem.total - mem.current }
}

/** The geo files that the stored template names. */
export async function geoFacts(settings: Settings, folder: string): Promise<GeoFact[]> {
  const names = new Set([...geoUses(templateOf(settings))].map(({ file }) => file))
  return Promise.all(
    [...names].map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined)
      return { name, changedAt: found?.mtimeMs ?? 0 }
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

function backupFacts({ backups }: BackupRooms['backup'], { backupEnable }: Settings): BackupFacts {
  const { lastRun, lastGoodAt } = backups.runs()
  return {
    isScheduled: backupEnable,
    lastGoodAt,
    isOverdue: backups.scheduled.overdue(),
    error: lastRun?.error ?? '',
  }
}
