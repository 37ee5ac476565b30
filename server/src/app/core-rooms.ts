import { geoUses } from '#domain/core-config/geo-files.ts'
import { isHiddenUser } from '#domain/core-config/users.ts'
import { withoutSecrets } from '#domain/secrets/redact.ts'
import { createRealityScan } from '../certificates/tools/reality-scan.ts'
import { createOverIp } from '../clients/over-ip.ts'
import type { AccessLine } from '../connections/cut/access-line.ts'
import { testCutting } from '../connections/kernel/self-test.ts'
import { createLimitReader } from '../connections/pace/read-limits.ts'
import { createConnections } from '../connections/room.ts'
import { createCoreJobs } from '../core/binary/core-job.ts'
import { createGivenFiles } from '../core/binary/given-file.ts'
import { createKeys } from '../core/binary/keys.ts'
import { createReleases } from '../core/binary/releases.ts'
import { createUpgrade, lazyPreflight } from '../core/binary/upgrade.ts'
import type { CoreEvents } from '../core/hooks.ts'
import { createJournal } from '../core/logs/journal.ts'
import { createKeptAccess } from '../core/logs/kept-access.ts'
import { createKeptErrors } from '../core/logs/kept-errors.ts'
import { createSwitch } from '../core/preflight/switch.ts'
import { createWorkingInbounds } from '../core/preflight/working-inbounds.ts'
import { templateOf } from '../core/reconcile/desired.ts'
import { type Core, createCore } from '../core/room.ts'
import { createHandshakes } from '../doctor/handshakes.ts'
import { createGeo } from '../geo/room.ts'
import { createCoreMetrics } from '../metrics/core/room.ts'
import { createOutboundWatch } from '../notices/watches.ts'
import { createOutbounds } from '../outbounds/room.ts'
import { createTunnels } from '../outbounds/tunnels/room.ts'
import { realTimers } from '../platform/jobs/timers.ts'
import { createIpLimit } from '../presence/ip-limit.ts'
import { createOtherInstances } from '../presence/other-instances.ts'
import { createRefusals } from '../presence/refusals.ts'
import { createPresence } from '../presence/room.ts'
import type { BaseServices } from './base-services.ts'

/** The core and the rooms that depend on it: connections, presence, outbounds, geo files. */
export function createCoreRooms(base: BaseServices) {
  const { config, db, log, panelLog, now, egress, hub, settings, notify, tell } = base
  const stateListeners: (() => void)[] = []
  const connectionListeners: ((line: AccessLine) => void)[] = []
  const events: CoreEvents = {
    state(state) {
      hub.publish('xray_state', state)
      for (const listener of stateListeners) listener()
    },
    notify,
    inbounds: () => hub.publish('invalidate', { type: 'inbounds' }),
    backlog: () => hub.publish('invalidate', { type: 'jobs' }),
  }
  const real = createCore({ ...base, env: process.env, events })
  const core: Core = base.demo?.core(real, now) ?? real
  core.attach({ ownPorts: base.server.ownPorts })
  const overIp = createOverIp()
  const live = createConnections({
    core,
    now,
    log,
    pacing: { limits: createLimitReader(db, overIp), notify },
  })
  core.attach({
    canCut: async (pid) => ['pidfd', 'ss'].includes((await testCutting(pid)).way),
    connected: () =>
      void live
        .selfTest()
        .catch((error) => log.warn({ err: error }, 'failed to test whether connections can be cut')),
    cut: async (email, tags) => void (await live.cut(email, tags)),
    endInbound: async (gone) => void (await live.endInbound(gone)),
  })
  const otherInstances = createOtherInstances(base)
  const refusals = createRefusals(base)
  const ipLimit = createIpLimit({ ...base, core, connections: live, otherInstances, refusals, overIp })
  const presence = createPresence({ ...base, core, otherInstances, ipLimit })
  const coreLogs = { settings, logFolder: config.logFolder, policy: config.logs, log }
  const keptAccess = createKeptAccess({ ...coreLogs, timers: realTimers })
  const keptErrors = createKeptErrors(coreLogs)
  const handshakes = createHandshakes(now)
  // One place decides which lines to trust: a client can make the core print lines that look like its own.
  core.onLine((line, parsed) => {
    const read = live.onLine(line)
    keptAccess.onLine(parsed, read)
    const { found } = read
    if (found && !isHiddenUser(found.user)) for (const listener of connectionListeners) listener(found)
    const { kind, text } = parsed
    // Before the core runs, no client can have written anything.
    const isOwn = read.believed || core.pid() === undefined
    keptErrors.onLine(parsed, isOwn)
    if (isOwn) handshakes.onLine(line)
    if (kind !== 'warning' && kind !== 'error') return
    const from = isOwn ? 'XRAY' : 'XRAY (a client may have written this)'
    panelLog.add(kind, withoutSecrets(`${from}: ${text}`))
  })
  const releases = createReleases({ egress, now })
  const filesOf = (written: unknown) => new Set([...geoUses(written)].map(({ file }) => file))
  const geo = createGeo({
    ...base,
    folder: config.binFolder,
    core: {
      running: () => filesOf(core.connected()?.config),
      stored: () => filesOf(templateOf(settings.current())),
      restart: core.restartService,
    },
  })
  const outboundWatch = createOutboundWatch(tell, settings)
  const coreMetrics = createCoreMetrics({ core, now, outboundWatch: outboundWatch.observed })
  const outbounds = createOutbounds({ ...base, core, geo })
  const given = createGivenFiles(base)
  const upgrade = createUpgrade({
    ...{ env: process.env, egress, core, releases, given, events },
    jobs: createCoreJobs({ dataFolder: config.dataFolder, now, log }),
    preflight: lazyPreflight({ db, now, core, env: process.env }),
    switcher: createSwitch({ core, inbounds: createWorkingInbounds(core), events, log }),
  })

  return {
    core,
    /** Registers a listener for changes of the core's state. */
    onCoreState: (listener: () => void): void => void stateListeners.push(listener),
    /** `listener` is told each connection that a client opens to this core. */
    onConnection: (listener: (line: AccessLine) => void): void => void connectionListeners.push(listener),
    live,
    presence,
    isOverIp: overIp.has,
    refusals,
    otherInstances,
    outbounds,
    tunnels: createTunnels({ settings, egress, now }),
    geo,
    coreMetrics,
    outboundWatch,
    keptAccess,
    keptErrors,
    handshakes,
    releases,
    given,
    upgrade,
    keys: createKeys(core.provider.located),
    journal: createJournal({ env: process.env }),
    realityScan: createRealityScan(base.probe),
  }
}

export type CoreRooms = ReturnType<typeof createCoreRooms>
