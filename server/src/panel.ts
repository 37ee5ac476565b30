import { randomUUID } from 'node:crypto'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { auditPrune } from './audit/prune.job.ts'
import { auditRoutes } from './audit/routes.ts'
import { appendAudit } from './audit/trail.ts'
import { randomText } from './auth/random.ts'
import { authRoutes } from './auth/routes.ts'
import { createAuth } from './auth/service.ts'
import { createAnonymous, createSessions } from './auth/sessions.ts'
import { createTokens } from './auth/tokens.ts'
import { ensureAdmin, raiseEpoch } from './auth/users.ts'
import { type Listener as ChangeListener, createBus } from './changes/bus.ts'
import { createClientRoom } from './clients/room.ts'
import { clientRoutes } from './clients/routes.ts'
import type { Config } from './config.ts'
import { createKeys } from './core/keys.ts'
import { createPanelLog } from './core/logs.ts'
import { createReleases } from './core/releases.ts'
import { createCore } from './core/room.ts'
import { coreRoutes } from './core/routes.ts'
import { lockFolder } from './db/lock.ts'
import { type Db, openDb } from './db/open.ts'
import { browserChanges } from './events/changes.ts'
import { createHub } from './events/hub.ts'
import { eventRoutes } from './events/routes.ts'
import { socketOptions } from './events/socket.ts'
import { watchSessions } from './events/watch-sessions.job.ts'
import { createTrusted, openListener, planFront, readyLines, refuseTakenPorts } from './front.ts'
import { hostRoutes } from './hosts/routes.ts'
import { createHosts } from './hosts/service.ts'
import type { Actor } from './http/caller.ts'
import { loadCertificate } from './http/certificate.ts'
import { docsRoutes } from './http/docs.ts'
import { createHttp, type Http } from './http/server.ts'
import { createInboundEdits } from './inbounds/edits.ts'
import { createFallbacks } from './inbounds/fallbacks.ts'
import { inboundRoutes } from './inbounds/routes.ts'
import { createInbounds } from './inbounds/service.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLists } from './lists/lists.ts'
import type { Log } from './log.ts'
import { createOutbound } from './outbound/safe-fetch.ts'
import { pageRoutes } from './pages/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { createSettings } from './settings/service.ts'
import { statusRoutes } from './status/routes.ts'
import { createStatus } from './status/status.ts'
import { subscriptionHandler } from './subscriptions/server.ts'
import { version } from './version.ts'

/** Decision 45: back within 5 s, whoever is still downloading. */
const restartPatienceMs = 2_000

export interface PanelDeps {
  log: Log
  now: () => number
  /** Lines for the person at the terminal. */
  print: (line: string) => void
}

/** The composition root: the only file that knows every room. */
export async function createPanel(config: Config, deps: PanelDeps) {
  const unlock = lockFolder(config.dataFolder)
  try {
    const db = await openDb(config.database, deps.log, deps.now)
    try {
      return await assemble(config, deps, db, unlock)
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

async function assemble(config: Config, { log, now, print }: PanelDeps, db: Db, unlock: () => void) {
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
  await firstStart()
  const sessions = createSessions(db, now)
  const tokens = createTokens(db, now, log)
  const auth = createAuth({ db, now, publish, settings: settings.fresh })
  const anonymous = createAnonymous(() => settings.current().secret)
  const status = createStatus({
    dataFolder: config.dataFolder,
    panelVersion: version,
    panelGuid: settings.current().panelGuid,
    xray: () => core.status(),
    online: () => 0,
    now,
    log,
  })
  const online = (): readonly string[] => []
  const lists = createLists(db)
  const outbound = createOutbound()
  const panelLog = createPanelLog(now)
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
      notify: (title, message, level) => hub.publish('notification', { title, message, level }),
    },
    cut: async () => {},
  })
  const clientRoom = createClientRoom({ db, now, publish, lists, settings: settings.current, online })
  const hosts = createHosts({ db, now, publish })
  const inboundDeps = {
    db,
    now,
    publish,
    clients: clientRoom.assign,
    hosts,
    ownPorts: () => front?.ownPorts() ?? [],
    tryInCore: (fields: InboundFields) => core.check.inbound({ ...fields, id: 0, tag: 'candidate' }),
  }
  const inbounds = createInbounds(inboundDeps)
  const edits = createInboundEdits(inboundDeps)
  const fallbacks = createFallbacks({ db, now, publish })
  const jobs = createJobs({ log })
  jobs.add(sessions.prune)
  jobs.add(auditPrune(db))
  jobs.add(watchSessions(hub, sessions.holding))
  jobs.add(core.verify)
  listeners.push({ name: 'core', on: core.onChange }, { name: 'browsers', on: browserChanges(hub) })
  status.onSample((sample) => hub.publish('status', sample))
  hub.onConnect('status', () => status.current() ?? undefined)

  /** A fresh panel gets its own secrets; a later start finds them. */
  async function firstStart() {
    const { secret, panelGuid } = settings.current()
    if (secret === '' || panelGuid === '') {
      const made = {
        ...(secret === '' && { secret: randomText(32) }),
        ...(panelGuid === '' && { panelGuid: randomUUID() }),
      }
      await settings.set(made, { kind: 'job', name: 'first start', address: '' })
    }
    const admin = await ensureAdmin(db, config.admin, now())
    if (!admin) return
    print(`Username: ${admin.username}`)
    if (admin.passwordChosen) return
    print(`Password: ${admin.password}`)
    print(
      'The password is shown this once. Choose your own: npm start -- setting -username NAME -password WORD',
    )
  }

  let front: Awaited<ReturnType<typeof openFront>>
  /** Everything that depends on where and how the panel is served; made anew by a restart. */
  async function openFront() {
    const current = await settings.fresh()
    const plan = planFront(config, current)
    const trusted = createTrusted(() => settings.current().trustedProxyCIDRs)
    const panelFiles = { cert: current.webCertFile, key: current.webKeyFile }
    const subFiles = { cert: current.subCertFile, key: current.subKeyFile }
    const panel = await openListener(plan.panel, panelFiles, config.dataFolder, now())
    const sub = await openListener(plan.sub, subFiles, config.dataFolder, now())
    const http = await createHttp({
      listener: panel.listener,
      basePath: plan.basePath,
      identify: { bySession: sessions.find, byBearer: tokens.find },
      trusted,
      domain: () => settings.current().webDomain,
      hsts: plan.panel.transport === 'configured',
      sockets: socketOptions,
      now,
      log,
    })
    await mountAll(http, plan.basePath, plan.sub.transport !== 'plain')
    sub.listener.attach(subscriptionHandler)
    await http.http.ready()
    return {
      http,
      plan,
      ownPorts: () => [
        { what: 'the panel itself', listen: plan.panel.address, port: plan.panel.port },
        { what: 'the subscription server', listen: plan.sub.address, port: plan.sub.port },
      ],
      async listen() {
        await panel.listener.listen(plan.panel.address, plan.panel.port)
        if (plan.subEnable) await sub.listener.listen(plan.sub.address, plan.sub.port)
        for (const line of readyLines(plan, panel.fingerprint)) print(line)
      },
      async close(patienceMs?: number) {
        await Promise.all([panel.listener.close(patienceMs), sub.listener.close(patienceMs)])
        await http.http.close()
      },
    }
  }

  async function mountAll(http: Http, basePath: string, subTls: boolean) {
    const { mount } = http
    authRoutes(mount, {
      auth,
      tokens,
      anonymous,
      basePath,
      twoFactorEnabled: async () => (await settings.fresh()).twoFactorEnable,
    })
    settingsRoutes(mount, {
      settings,
      hasApiToken: tokens.exists,
      subTls: () => subTls,
      restart: restartSoon,
    })
    statusRoutes(mount, status)
    auditRoutes(mount, db)
    hostRoutes(mount, hosts)
    clientRoutes(mount, {
      ...clientRoom,
      lists,
      now,
      online,
      panelGuid: () => settings.current().panelGuid,
      links: { ofClient: async () => [], ofSubscription: async () => [] },
    })
    inboundRoutes(mount, {
      db,
      inbounds,
      edits,
      fallbacks,
      lists,
      allLinks: async () => [],
      deleteClients: (pick, by) =>
        clientRoom.bulk.delWhere(
          'inbound.delAllClients',
          async (tx) => clientRoom.assign.emailsOn(tx, await pick(tx)),
          by,
        ),
    })
    coreRoutes(mount, {
      db,
      now,
      core,
      keys: createKeys(core.getter.located),
      releases: createReleases({ outbound, now }),
      panelLog,
    })
    docsRoutes(http, version, basePath)
    eventRoutes(http, hub, basePath)
    await pageRoutes(http, { webRoot: config.webRoot, basePath, version })
  }

  front = await openFront()
  let listening = false
  let restarting: Promise<void> | undefined

  /**
   * Decision 45: in the process, sessions kept, core untouched. What cannot be served is refused while the old front
   * still stands; that one answers first, then goes.
   */
  async function restartSoon(actor: Actor) {
    if (restarting) return
    const next = await openFront()
    try {
      if (listening) await refuseTakenPorts(front.plan, next.plan)
      if (restarting) return await next.close() // another call was quicker
      const deed = { action: 'panel.restart', objectKind: 'panel', object: '' }
      await db.write((tx) => appendAudit(tx, actor, deed, now()))
    } catch (error) {
      await next.close()
      throw error
    }
    restarting ??= new Promise((resolve) => setTimeout(resolve, 500))
      .then(() => swap(next))
      .catch((error) => log.error({ err: error }, 'the panel could not be served again'))
      .finally(() => {
        restarting = undefined
      })
  }

  async function swap(next: typeof front) {
    hub.closeAll()
    await front.close(restartPatienceMs)
    front = next
    if (listening) await front.listen()
  }

  return {
    db,
    hub,
    core,
    settings,
    front: () => front,
    async start() {
      status.start()
      jobs.start()
      listening = true
      await front.listen()
      core.start()
    },
    async stop() {
      listening = false
      await restarting
      await jobs.stop()
      status.stop()
      await Promise.all([hub.stop(), front.close(), core.stop()])
      await lists.close()
      await db.close()
      unlock()
    },
  }
}
