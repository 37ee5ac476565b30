import type { Block } from '#contract/inbound.ts'
import { geoUses } from '#domain/core-config/geo-files.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { withSubscriptions } from '#domain/outbounds/with-subscriptions.ts'
import { auditPrune } from '../audit/prune.job.ts'
import { createAuth } from '../auth/service.ts'
import { createAnonymous, createSessions } from '../auth/sessions.ts'
import { createTokens } from '../auth/tokens.ts'
import { raiseEpoch } from '../auth/users.ts'
import { type Listener as ChangeListener, createBus } from '../changes/bus.ts'
import { createClientRoom } from '../clients/room.ts'
import type { Config } from '../config.ts'
import { templateOf } from '../core/desired.ts'
import { coreEnvironment } from '../core/environment.ts'
import { createInstaller } from '../core/installer.ts'
import { createJournal } from '../core/journal.ts'
import { createKeptAccess } from '../core/kept-access.ts'
import { createKeys } from '../core/keys.ts'
import type { PanelLog } from '../core/logs.ts'
import { readOutboundTags } from '../core/outbound-tags.ts'
import { pickPorts } from '../core/ports.ts'
import { createReleases } from '../core/releases.ts'
import { type CoreEvents, createCore } from '../core/room.ts'
import { testConfig } from '../core/test-config.ts'
import { createCoreMetrics } from '../core-metrics/room.ts'
import type { Db } from '../db/open.ts'
import { browserChanges } from '../events/changes.ts'
import { createHub } from '../events/hub.ts'
import { watchSessions } from '../events/watch-sessions.job.ts'
import { planFront } from '../front.ts'
import { createGeo } from '../geo/room.ts'
import { createHosts } from '../hosts/service.ts'
import { loadCertificate } from '../http/certificate.ts'
import { createInboundEdits } from '../inbounds/edits.ts'
import { createFallbacks } from '../inbounds/fallbacks.ts'
import { createInbounds } from '../inbounds/service.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLists } from '../lists/lists.ts'
import { type Log, withoutSecrets } from '../log.ts'
import type { Probe } from '../outbound/probe.ts'
import type { Outbound } from '../outbound/safe-fetch.ts'
import { createOutbounds } from '../outbounds/room.ts'
import { createIpLimit } from '../presence/ip-limit.ts'
import { createPresence } from '../presence/room.ts'
import { createSessions as createLiveSessions } from '../sessions/room.ts'
import { testCutting } from '../sessions/self-test.ts'
import { createSettings } from '../settings/service.ts'
import { createHistory } from '../status/history.ts'
import { createStatus } from '../status/status.ts'
import { createRealityScan } from '../tls-tools/reality-scan.ts'
import type { Traffic } from '../traffic/room.ts'
import { version } from '../version.ts'
import { firstStart } from './first-start.ts'
import { createMetering, type Metering } from './metering.ts'

interface Deps {
  config: Config
  db: Db
  log: Log
  panelLog: PanelLog
  now: () => number
  print: (line: string) => void
  outbound: Outbound
  probe: Probe
  /** Tests have counters of their own. */
  metering?: Metering
  /** Known once the panel is served. */
  ownPorts: () => readonly { what: string; listen: string; port: number }[]
}

/** Every room, and who hears of what: to learn what a change causes, read the lines with `listeners`. */
export async function createRooms({
  config,
  db,
  log,
  panelLog,
  now,
  print,
  outbound,
  probe,
  metering,
  ownPorts,
}: Deps) {
  const listeners: ChangeListener[] = []
  const publish = createBus(() => listeners, log)
  const hub = createHub({ now, log })
  const settings = await createSettings({
    db,
    now,
    log,
    publish,
    checkCertificate: (cert, key, setting) => void loadCertificate(cert, key, setting),
    codeFits: (secret, code, actor) => auth.codeFits(secret, code, actor),
    raiseEpoch,
  })
  planFront(config, settings.current()) // a bad address is refused before credentials are made and shown
  await firstStart(db, settings, config, now, print)
  const sessions = createSessions(db, now)
  const tokens = createTokens(db, now, log)
  const auth = createAuth({ db, now, publish, settings: settings.fresh })
  const anonymous = createAnonymous(() => settings.current().secret)
  const lists = createLists(db)
  const online = (): readonly string[] => presence.online()

  const notify: CoreEvents['notify'] = (title, message, level, percent) =>
    hub.publish('notification', { title, message, level, ...(percent !== undefined && { percent }) })
  const complete = async (template: Block) => {
    const own = Array.isArray(template.outbounds) ? template.outbounds : []
    return { ...template, outbounds: withSubscriptions(own, await outbounds.subscriptions.outbounds()) }
  }
  const core = createCore({
    config,
    env: process.env,
    db,
    lists,
    settings,
    outbound,
    log,
    now,
    events: {
      state: (state) => hub.publish('xray_state', state),
      notify,
    },
    complete,
    canCut: async (pid) => ['pidfd', 'ss'].includes((await testCutting(pid)).way),
    onConnected: () =>
      void live.selfTest().catch((error) => log.warn({ err: error }, 'cutting could not be tested')),
    cut: async (email, tags) => void (await live.cut(email, tags)),
    onEnding: (api, startId) => traffic.lastReading(api, startId),
  })
  const live = createLiveSessions({ pid: core.pid, api: core.api, inbounds: core.inboundPorts, now, log })
  core.onLine((line) => live.onLine(line))
  const ipLimit = createIpLimit({
    db,
    settings: settings.current,
    activity: live.activity,
    refuse: core.refuse,
    cutPeers: live.cutPeers,
    notify: (title, message) => hub.publish('notification', { title, message, level: 'warning' }),
    log,
    now,
  })
  const presence = createPresence({ db, api: core.api, now, onLook: ipLimit })
  const template = () => templateOf(settings.current())
  const keptAccess = createKeptAccess({
    templateText: () => settings.current().xrayTemplateConfig,
    template,
    logFolder: config.logFolder,
    log,
  })
  core.onLine(keptAccess.onLine)
  core.onLine((_line, { kind, text }) => {
    if (kind === 'warning' || kind === 'error') panelLog.add(kind, withoutSecrets(`XRAY: ${text}`))
  })
  const releases = createReleases({ outbound, now })
  const installer = createInstaller({
    env: process.env,
    getter: core.getter,
    releases,
    restart: core.restartService,
    notify,
  })
  const filesOf = (written: unknown) => new Set([...geoUses(written)].map(({ file }) => file))
  const geo = createGeo({
    db,
    now,
    log,
    outbound,
    folder: config.binFolder,
    core: {
      running: () => filesOf(core.connected()?.config),
      stored: () => filesOf(template()),
      restart: core.restartService,
    },
  })
  const coreMetrics = createCoreMetrics({ running: core.connected, createHistory, now })

  const outbounds = createOutbounds({
    db,
    now,
    publish,
    outbound,
    probe,
    api: core.api,
    testUrl: async () => (await settings.fresh()).xrayOutboundTestUrl,
    firstOutbound: async () => firstTag(await complete(templateOf(await settings.fresh()))),
    binary: core.getter.located,
    env: () => coreEnvironment(config.binFolder),
    freePort: async () => (await pickPorts()).api,
    judge: (binary, candidate) =>
      testConfig(binary, JSON.stringify(candidate), { assetFolder: config.binFolder }),
  })

  const clientRoom = createClientRoom({
    db,
    now,
    publish,
    outboundTags: readOutboundTags,
    names: {
      renamed: (tx, from, to) => traffic.names.renamed(tx, from, to),
      taken: (tx, emails) => traffic.names.taken(tx, emails),
    },
    lists,
    settings: settings.current,
    online,
    ipsCleared: presence.ipsCleared,
  })
  const hosts = createHosts({ db, now, publish })
  const inboundDeps = {
    db,
    now,
    publish,
    clients: clientRoom.assign,
    hosts,
    ownPorts,
    tryInCore: (fields: InboundFields) => core.check.inbound({ ...fields, id: 0, tag: 'candidate' }),
  }
  const status = createStatus({
    dataFolder: config.dataFolder,
    panelVersion: version,
    panelGuid: settings.current().panelGuid,
    // An install is seen while the old core runs on, too.
    xray: () => ({ ...core.status(), ...progressOf(core.getter.progress()) }),
    online: () => online().length,
    now,
    log,
  })
  const record = async () => {} // history joins here
  const traffic: Traffic = createMetering(
    { db, now, log, publish, hub, outbound, settings: settings.current, online, record },
    { core, clientRoom, outbounds, live },
    metering,
  )
  const jobs = createJobs({ log })
  jobs.add(sessions.prune)
  jobs.add(auditPrune(db))
  jobs.add(watchSessions(hub, sessions.holding))
  jobs.add(core.verify)
  jobs.add(presence.job)
  jobs.add(coreMetrics.job)
  jobs.add(geo.missing)
  jobs.add(outbounds.subscriptions.job)
  jobs.add(traffic.job)
  listeners.push({ name: 'core', on: core.onChange }, { name: 'browsers', on: browserChanges(hub) })
  listeners.push({ name: 'presence', on: presence.onChange })
  status.onSample((sample) => hub.publish('status', sample))
  hub.onConnect('status', () => status.current() ?? undefined)

  return {
    hub,
    settings,
    sessions,
    tokens,
    auth,
    anonymous,
    lists,
    online,
    core,
    outbounds,
    live,
    presence,
    clientRoom,
    hosts,
    inbounds: createInbounds(inboundDeps),
    edits: createInboundEdits(inboundDeps),
    fallbacks: createFallbacks({ db, now, publish }),
    status,
    traffic,
    jobs,
    keys: createKeys(core.getter.located),
    releases,
    installer,
    panelLog,
    journal: createJournal({ env: process.env }),
    keptAccess,
    geo,
    coreMetrics,
    realityScan: createRealityScan(probe),
  }
}

export type Rooms = Awaited<ReturnType<typeof createRooms>>

const progressOf = (progress: { message: string } | undefined) => progress && { errorMsg: progress.message }
function firstTag({ outbounds }: { outbounds?: unknown }): string {
  const first: unknown = Array.isArray(outbounds) ? outbounds[0] : undefined
  const tag = first && typeof first === 'object' && 'tag' in first ? first.tag : undefined
  return typeof tag === 'string' ? tag : ''
}
