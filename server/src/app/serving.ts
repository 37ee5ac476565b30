import type { RequestListener } from 'node:http'
import { notice } from '#domain/notices.ts'
import { codedOf } from '#domain/refusal.ts'
import type { Surroundings } from '#domain/settings/default-view.ts'
import type { Hub } from '../events/hub.ts'
import { socketOptions } from '../events/socket.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Actor, Identify } from '../platform/http/caller.ts'
import type { Challenges } from '../platform/http/challenges.ts'
import type { TrustedProxies } from '../platform/http/origin.ts'
import type { Ports } from '../platform/http/ports.ts'
import { createReload } from '../platform/http/reload.ts'
import { createHttp, type Http } from '../platform/http/server.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { Change } from '../store/changes/change.ts'
import { type Commit, noted } from '../store/changes/commit.ts'
import { createTrusted, openPort, planFront, readyLines, refuseTakenPorts, subAt } from './front.ts'
import { served } from './served.ts'
import { createSubFront } from './sub-front.ts'

/** R45: back within 5 s, even while somebody is still downloading. */
const restartPatienceMs = 2_000
/** How often certificate files are looked at. */
const filesMs = 10_000

interface Deps extends Clock {
  config: Config
  commit: Commit
  settings: SettingsRoom
  hub: Hub
  ports: Ports
  identify: Identify
  /** Mounts every room's routes on a new front. */
  mount: (http: Http, basePath: string, sub: Surroundings['sub']) => Promise<void>
  /** Request handler for the subscription port. */
  subscriptions: (trusted: () => TrustedProxies, hsts: boolean) => RequestListener
  /** What certificate authorities are answered. */
  challenges: Challenges
  /** A certificate in a file cannot be used any more; the one before stays in service. */
  broken: (file: string, error: unknown) => void
  /** Called when the panel's address or port changed. */
  moved: () => Promise<void>
  print: (line: string) => void
  log: Log
}

/** Where and how the panel is served: opened from the current settings, and reopened by a restart. */
export async function createServing(deps: Deps) {
  const { config, commit, settings, hub, ports, print, now, log } = deps

  async function openFront() {
    const current = await settings.fresh()
    const plan = planFront(config, current)
    const { challenges, broken } = deps
    const panelFiles = () => ({ cert: settings.current().webCertFile, key: settings.current().webKeyFile })
    const subFiles = () => ({ cert: settings.current().subCertFile, key: settings.current().subKeyFile })
    const trusted = createTrusted(() => settings.current().trustedProxyCIDRs)
    const open = (where: typeof plan.panel, files: typeof panelFiles) =>
      openPort(where, files(), config.dataFolder, now(), challenges, ports, trusted)
    const panel = await open(plan.panel, panelFiles)
    const sub = await createSubFront({
      ...plan.sub,
      handler: deps.subscriptions(trusted, plan.sub.transport === 'configured'),
      open: () => open(plan.sub, subFiles),
    })
    const reloads = [
      ...(plan.panel.transport === 'plain' ? [] : [createReload(panelFiles, panel.port.renew, broken)]),
      ...(plan.sub.transport === 'plain' ? [] : [createReload(subFiles, sub.renew, broken)]),
    ]
    const http = createHttp({
      basePath: plan.basePath,
      identify: deps.identify,
      trusted,
      domain: () => settings.current().webDomain,
      hsts: plan.panel.transport === 'configured',
      sockets: socketOptions,
      now,
      log,
    })
    await deps.mount(http, plan.basePath, subAt(plan.sub))
    panel.port.attach(http.handlers)
    return {
      http,
      plan,
      sub,
      /** Files that changed are served from now on; nobody is disconnected. */
      reload: () => {
        for (const look of reloads) look()
      },
      async listen(beforeReady: () => Promise<void> = async () => {}) {
        await panel.port.listen(plan.panel.address, plan.panel.port)
        if (settings.current().subEnable) await sub.set(true)
        served.note(plan, config.dataFolder)
        await beforeReady()
        for (const line of readyLines(plan, panel.fingerprint)) print(line)
      },
      async end(how: 'leave' | 'close', patienceMs?: number) {
        await Promise.all([panel.port[how](patienceMs), sub.end(how, patienceMs)])
        http.close()
      },
    }
  }

  let front = await openFront()
  let listening = false
  let restarting: Promise<void> | undefined

  async function swap(next: typeof front) {
    hub.closeAll()
    await front.end('leave', restartPatienceMs)
    front = next
    // Not awaited: a core that hangs must not keep the panel closed.
    void deps
      .moved()
      .catch((error) => log.warn({ err: error }, 'failed to guard the new panel ports in the core'))
    try {
      if (listening) await front.listen()
    } finally {
      await ports.closeUnserved()
    }
  }

  const watching: Job = { name: 'certificate-files', everyMs: filesMs, run: () => front.reload() }

  return {
    front: () => front,
    watching,
    reload: () => front.reload(),
    /** An inbound on one of these would lock everybody out. */
    ownPorts: () => [
      { what: 'panel' as const, listen: front.plan.panel.address, port: front.plan.panel.port },
      { what: 'subscriptions' as const, listen: front.plan.sub.address, port: front.plan.sub.port },
    ],
    /** `beforeReady` runs when the ports are open, before people are told so. */
    async listen(beforeReady?: () => Promise<void>) {
      listening = true
      await front.listen(beforeReady)
    },
    /** Subscriptions can be turned on and off while the panel runs. */
    async onChange(change: Change): Promise<void> {
      if (!listening || change.kind !== 'settings-saved') return
      front.reload()
      if (!change.keys.includes('subEnable')) return
      try {
        await front.sub.set(settings.current().subEnable, restartPatienceMs)
      } catch (error) {
        log.error({ err: error }, 'the subscriptions are not served')
        hub.publish('notification', notice('subscription.not-served', { reason: codedOf(error) }))
      }
    },
    /** `leave`: the ports stay open, and callers wait for the next panel. */
    async end(how: 'leave' | 'close') {
      listening = false
      served.forget(config.dataFolder)
      await restarting
      await front.end(how)
    },
    /**
     * R45: restarts inside the process; sessions and core stay. If the new front cannot be served, it is refused while
     * the old one still runs. The old front answers this request before it closes.
     */
    async restartSoon(actor: Actor) {
      if (restarting) return
      const next = await openFront()
      try {
        if (listening) await refuseTakenPorts({ ...front.plan, subEnable: front.sub.isOpen() }, next.plan)
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
    },
  }
}

export type Serving = Awaited<ReturnType<typeof createServing>>
