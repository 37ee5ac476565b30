import type { RequestListener } from 'node:http'
import { notice } from '#domain/notices.ts'
import { codedOf } from '#domain/refusal.ts'
import type { Hub } from '../events/hub.ts'
import { socketOptions } from '../events/socket.ts'
import type { Config } from '../platform/config.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { ListenPlan } from '../platform/http/address.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Certificate } from '../platform/http/certificate.ts'
import type { PanelServer } from '../platform/http/panel-server.ts'
import type { Port, Ports } from '../platform/http/ports.ts'
import { createReload } from '../platform/http/reload.ts'
import { createHttp, type Http } from '../platform/http/server.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import { type ListenPlans, planListeners } from '../settings/listen-plans.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { Change } from '../store/changes/change.ts'
import { noted } from '../store/changes/commit.ts'
import { createTrusted, openPort, readyLines, refuseTakenPorts } from './open-port.ts'
import type { PanelDeps } from './panel.ts'
import type { Rooms } from './rooms.ts'
import { mountRooms } from './routes.ts'
import { runningAddress } from './running-address.ts'

/** R45: back within 5 s, even while somebody is still downloading. */
const restartPatienceMs = 2_000
/** How often certificate files are looked at. */
const filesMs = 10_000

interface Deps extends Pick<Base, 'commit' | 'log' | 'now'>, Pick<PanelDeps, 'print'> {
  config: Config
  settings: SettingsRoom
  hub: Hub
  ports: Ports
}

export interface Listeners {
  http: Http
  plan: ListenPlans
  sub: SubscriptionPort
  /** Certificate files that changed are served from now on. */
  reload(): void
  listen(beforeReady?: () => Promise<void>): Promise<void>
  end(how: 'leave' | 'close', patienceMs?: number): Promise<void>
}

/** Serves panel and subscriptions. It exists before the rooms, which it serves once `open` is called. */
export interface HttpServer extends PanelServer {
  /** Looks at certificate files. */
  watching: Job
  /** Prepares the listeners; `listen` opens their ports. */
  open(rooms: Rooms): Promise<void>
  current(): Listeners
  /** `beforeReady` runs when the ports are open, before people are told so. */
  listen(beforeReady?: () => Promise<void>): Promise<void>
  /** Subscriptions can be turned on and off while the panel runs. */
  onChange(change: Change): Promise<void>
  /** `leave`: the ports stay open, and callers wait for the next panel. */
  end(how: 'leave' | 'close'): Promise<void>
}

/** Listeners for panel and subscriptions as the settings say now, with the routes of every room behind them. */
async function openListeners(
  { config, settings, ports, print, now, log }: Deps,
  rooms: Rooms,
): Promise<Listeners> {
  const current = await settings.fresh()
  const plan = planListeners(config, current)
  const { challenges, broken } = rooms.acme
  const panelFiles = () => ({ cert: settings.current().webCertFile, key: settings.current().webKeyFile })
  const subFiles = () => ({ cert: settings.current().subCertFile, key: settings.current().subKeyFile })
  const trusted = createTrusted(settings)
  const open = (where: typeof plan.panel, files: typeof panelFiles) =>
    openPort(where, files(), config.dataFolder, now(), challenges, ports, trusted)
  const panel = await open(plan.panel, panelFiles)
  const handler = rooms.subscriptions.handler(trusted, plan.sub.transport === 'configured')
  const sub = await createSubscriptionPort(plan.sub, rooms.demo?.guardedPosts(handler) ?? handler, () =>
    open(plan.sub, subFiles),
  )
  const reloads = [
    ...(plan.panel.transport === 'plain' ? [] : [createReload(panelFiles, panel.port.renew, broken)]),
    ...(plan.sub.transport === 'plain' ? [] : [createReload(subFiles, sub.renew, broken)]),
  ]
  const http = createHttp({
    basePath: plan.basePath,
    identify: { bySession: rooms.sessions.find, byBearer: rooms.tokens.find },
    trusted: () => trusted,
    domain: () => settings.current().webDomain,
    hsts: plan.panel.transport === 'configured',
    sockets: socketOptions,
    now,
    log,
  })
  await mountRooms(http, rooms, plan)
  panel.port.attach(http.handlers)
  return {
    http,
    plan,
    sub,
    reload: () => {
      for (const look of reloads) look()
    },
    async listen(beforeReady = async () => {}) {
      await panel.port.listen(plan.panel.address, plan.panel.port)
      if (settings.current().subEnable) await sub.set(true)
      runningAddress.note(plan, config.dataFolder)
      await beforeReady()
      for (const line of readyLines(plan, panel.fingerprint)) print(line)
    },
    async end(how, patienceMs) {
      await Promise.all([panel.port[how](patienceMs), sub.end(how, patienceMs)])
      http.close()
    },
  }
}

export function createHttpServer(deps: Deps): HttpServer {
  const { config, commit, settings, hub, ports, log } = deps
  let rooms: Rooms | undefined
  let listeners: Listeners | undefined
  let isListening = false
  let restarting: Promise<void> | undefined

  function opened(): { rooms: Rooms; listeners: Listeners } {
    if (!rooms || !listeners) throw new Error('the HTTP server is not open')
    return { rooms, listeners }
  }

  async function swap(next: Listeners) {
    const { rooms, listeners: last } = opened()
    hub.closeAll()
    await last.end('leave', restartPatienceMs)
    listeners = next
    // Not awaited: a core that hangs must not keep the panel closed.
    void rooms.core
      .checkAddresses()
      .catch((error) => log.warn({ err: error }, 'failed to guard the new panel ports in the core'))
    try {
      if (isListening) await next.listen()
    } finally {
      await ports.closeUnserved()
    }
  }

  /**
   * R45: restarts inside the process; sessions and core stay. If the new listeners cannot be opened, the restart is
   * refused while the old ones still run. The old ones answer this request before they close.
   */
  async function restart(actor: Actor) {
    if (restarting) return
    const { rooms, listeners: last } = opened()
    const next = await openListeners(deps, rooms)
    try {
      if (isListening) await refuseTakenPorts({ ...last.plan, subEnable: last.sub.isOpen() }, next.plan)
      if (restarting) return await next.end('close') // another call was faster
      await noted(commit, actor, { action: 'panel.restart', objectKind: 'panel', object: '' })
    } catch (error) {
      await next.end('close')
      throw error
    }
    restarting ??= new Promise((resolve) => setTimeout(resolve, 500))
      .then(() => swap(next))
      .catch((error) => log.error({ err: error }, 'failed to serve the panel after a restart'))
      .finally(() => {
        restarting = undefined
      })
  }

  const reloadCertificates = () => listeners?.reload()
  const watching: Job = { name: 'certificate-files', everyMs: filesMs, run: reloadCertificates }

  return {
    ownPorts: () => {
      if (!listeners) return []
      const { panel, sub } = listeners.plan
      return [
        { what: 'panel', listen: panel.address, port: panel.port },
        { what: 'subscriptions', listen: sub.address, port: sub.port },
      ]
    },
    subscriptions: () => listeners?.plan.sub,
    speaksTls: (what) => {
      const plan = what === 'panel' ? listeners?.plan.panel : listeners?.plan.sub
      return plan !== undefined && plan.transport !== 'plain'
    },
    reloadCertificates,
    restart,
    watching,
    async open(given) {
      rooms = given
      listeners = await openListeners(deps, given)
    },
    current: () => opened().listeners,
    async listen(beforeReady) {
      isListening = true
      await opened().listeners.listen(beforeReady)
    },
    async onChange(change) {
      if (!isListening || change.kind !== 'settings-saved') return
      reloadCertificates()
      if (!change.keys.includes('subEnable')) return
      try {
        await listeners?.sub.set(settings.current().subEnable, restartPatienceMs)
      } catch (error) {
        log.error({ err: error }, 'the subscriptions are not served')
        hub.publish('notification', notice('subscription.not-served', { reason: codedOf(error) }))
      }
    },
    async end(how) {
      isListening = false
      runningAddress.forget(config.dataFolder)
      await restarting
      await listeners?.end(how)
    },
  }
}

/** The subscription port, which opens and closes while the panel runs. */
export async function createSubscriptionPort(
  { address, port }: ListenPlan,
  handler: RequestListener,
  open: () => Promise<{ port: Port }>,
) {
  const serial = createSerial()

  async function make(): Promise<Port> {
    const made = await open()
    made.port.attach({ request: handler })
    return made.port
  }

  /** Created at once, so that a certificate that does not load is reported before anything is closed. */
  let next: Port | undefined = await make()
  let serving: Port | undefined
  let closed = false

  async function start(): Promise<void> {
    if (serving || closed) return
    const made = next ?? (await make()) // a port that was closed cannot be opened again
    next = undefined
    await made.listen(address, port)
    serving = made
  }

  async function end(how: 'leave' | 'close', patienceMs: number | undefined): Promise<void> {
    const last = serving
    serving = undefined
    await last?.[how](patienceMs)
  }

  return {
    isOpen: () => serving !== undefined,
    renew: (certificate: Certificate): void => (serving ?? next)?.renew(certificate),
    set: (on: boolean, patienceMs?: number): Promise<void> =>
      serial(() => (on ? start() : end('close', patienceMs))),
    /** `leave`: the port stays open for the next panel. */
    end: (how: 'leave' | 'close', patienceMs?: number): Promise<void> =>
      serial(async () => {
        closed = true
        await end(how, patienceMs)
      }),
  }
}

export type SubscriptionPort = Awaited<ReturnType<typeof createSubscriptionPort>>
