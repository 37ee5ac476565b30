import { emailKey } from '#domain/clients/field-rules.ts'
import type { Speeds } from '#domain/limits/effective.ts'
import { type Notify, notice } from '#domain/notices.ts'
import { hasSockets } from '../../core/process/held-claim.ts'
import type { Core } from '../../core/room.ts'
import type { Log } from '../../platform/log.ts'
import type { AccessLine } from '../cut/access-line.ts'
import type { Peers } from '../cut/peers.ts'
import type { Support } from '../kernel/self-test.ts'
import { createSocketFinder } from './find-sockets.ts'
import { createPacedClient, type PacedClient } from './paced-client.ts'
import type { ClientSpeeds, LimitReader } from './read-limits.ts'

export interface PaceDeps {
  core: Pick<Core, 'pid' | 'inboundPorts'>
  support: Pick<Support, 'current'>
  peers: Pick<Peers, 'of'>
  limits: LimitReader
  /** Told once if a limited client connects, and its speed cannot be limited on this machine. */
  notify: Notify
  log: Log
}

/** Which clients a change concerns. */
export type Concerned = (email: string, speeds: ClientSpeeds) => boolean

const lookMs = 250
/** A timer may call a moment early. */
const earlyMs = 20
/** The line may be read before the kernel shows the descriptor, or after the connection has ended. */
const tries = 3
const againMs = 30
/** A connection that was seen this recently is still the same. */
const trustedMs = 2_000
/** A busy search leaves the event loop this many times its own duration. */
const leave = 10
const longestRest = 60

interface Waiting extends Pick<AccessLine, 'peer' | 'inbound' | 'email'> {
  tries: number
}

/**
 * Holds each client's speed on the core's own sockets: the kernel paces downloads, and uploads are held by the receive
 * window (ADR 120). Only sockets of limited clients are looked at, and only where the kernel alone cannot do it.
 */
export function createPace({ core, support, peers, limits, notify, log }: PaceDeps) {
  const finder = createSocketFinder()
  /** Connected clients by email key; null: its speed is not limited. */
  const clients = new Map<string, { email: string; speeds: ClientSpeeds; paced: PacedClient | null }>()
  const watched = new Set<PacedClient>()
  let speedsOn: ReadonlyMap<string, Speeds> | undefined
  let waiting = new Map<string, Waiting>()
  const changed = new Set<string>()
  let scheduled: NodeJS.Timeout | NodeJS.Immediate | undefined
  let running = false
  let restUntil = 0
  let timer: NodeJS.Timeout | undefined
  let generation = 0
  let isToldForbidden = false

  function failed(error: unknown): void {
    log.warn({ error: String(error) }, 'failed to limit the speed of a client')
  }

  function schedule(delay = 0): void {
    if (scheduled || running) return
    const rest = Math.max(delay, restUntil - performance.now())
    scheduled = rest > 0 ? setTimeout(run, rest).unref() : setImmediate(run)
  }

  function run(): void {
    scheduled = undefined
    running = true
    const began = performance.now()
    flush()
      .catch(failed)
      .finally(() => {
        running = false
        const took = performance.now() - began
        restUntil = performance.now() + Math.min(longestRest, took > 1 ? took * leave : 0)
        if (waiting.size > 0 || changed.size > 0) schedule(waitsForAll() ? againMs : 0)
      })
  }

  const waitsForAll = () => changed.size === 0 && [...waiting.values()].every((one) => one.tries > 0)

  /** A proxy may carry several clients in one connection: then no client's speed can be told apart. */
  const isShared = ({ email, peer, inbound }: Waiting) =>
    peers.of(email).some((one) => one.shared && one.peer === peer && one.inbound === inbound)

  /** One that is not known may be behind a master that has sockets. */
  const isTcp = (tag: string) => {
    const inbound = core.inboundPorts().find((one) => one.tag === tag)
    return inbound === undefined || hasSockets(inbound)
  }

  /** Reads the limits of these clients and keeps what holds for each. */
  async function learn(emails: readonly string[]): Promise<void> {
    speedsOn ??= await limits.inbounds()
    const found = await limits.clients(emails)
    for (const email of emails) {
      const key = emailKey(email)
      const speeds = found.get(key)
      const known = clients.get(key)
      if (!speeds) {
        if (known?.paced) watched.delete(known.paced)
        clients.delete(key)
        continue
      }
      const paced = known?.paced ?? createPacedClient(speeds)
      paced.give(speeds, speedsOn)
      const isLimited = paced.isLimited(speedsOn)
      clients.set(key, { email, speeds, paced: isLimited || paced.size() > 0 ? paced : null })
    }
  }

  /** Everything that the client has open, for a limit that is new to it. */
  function waitForOpen(email: string, paced: PacedClient): void {
    for (const { peer, inbound } of peers.of(email))
      if (!paced.has(peer, inbound) && isTcp(inbound))
        waiting.set(`${peer} ${inbound}`, { peer, inbound, email, tries: 0 })
  }

  async function flush(): Promise<void> {
    const mine = generation
    const again = [...changed]
    changed.clear()
    const unknown = [...waiting.values()].filter(({ email }) => !clients.has(emailKey(email)))
    const emails = new Set([...again, ...unknown.map(({ email }) => email)])
    if (emails.size > 0) await learn([...emails])
    if (mine !== generation) return
    for (const email of again) {
      const paced = clients.get(emailKey(email))?.paced
      if (paced?.isLimited()) waitForOpen(email, paced)
    }
    const touched = new Set<PacedClient>(again.flatMap((email) => clients.get(emailKey(email))?.paced ?? []))
    for (const paced of await place()) touched.add(paced)
    if (mine === generation) lookAt(touched)
    for (const email of again) drop(email)
  }

  /** A client without a limit is let go once its connections are free. */
  function drop(email: string): void {
    const known = clients.get(emailKey(email))
    if (!known?.paced || known.paced.isLimited()) return
    watched.delete(known.paced)
    clients.set(emailKey(email), { ...known, paced: null })
  }

  /** Finds the descriptors of waiting connections; returns the clients that got one. */
  async function place(): Promise<PacedClient[]> {
    const wanted = [...waiting.values()].flatMap((one) => {
      const paced = clients.get(emailKey(one.email))?.paced
      const isOpen = paced?.concerns(one.inbound) && !paced.has(one.peer, one.inbound)
      return paced && isOpen && !isShared(one) ? [{ one, paced }] : []
    })
    waiting = new Map()
    const pid = core.pid()
    if (wanted.length === 0 || pid === undefined) return []
    const kernel = support.current().native // absent where the core's sockets cannot be borrowed
    if (!kernel) {
      if (support.current().way !== 'none' && !isToldForbidden) {
        isToldForbidden = true
        notify(notice('limits.no-speeds'))
      }
      return []
    }
    const found = await finder.find(kernel, pid, new Set(wanted.map(({ one }) => one.peer)))
    const placed: PacedClient[] = []
    for (const { one, paced } of wanted) {
      const [fd] = found.get(one.peer) ?? []
      if (fd !== undefined) {
        paced.add(one.peer, one.inbound, fd)
        placed.push(paced)
      } else if (one.tries + 1 < tries) {
        const name = `${one.peer} ${one.inbound}`
        if (!waiting.has(name)) waiting.set(name, { ...one, tries: one.tries + 1 })
      }
    }
    return placed
  }

  function lookAt(some: Iterable<PacedClient>): void {
    const [kernel, pid] = [support.current().native, core.pid()]
    if (!kernel || pid === undefined) return
    let pidfd: number | undefined
    try {
      for (const paced of some) {
        pidfd ??= kernel.pidfdOpen(pid)
        paced.look(kernel, pidfd, performance.now())
        if (paced.needsLooks()) watched.add(paced)
        else watched.delete(paced)
      }
    } catch (error) {
      failed(error)
    } finally {
      if (pidfd !== undefined) kernel.close(pidfd)
    }
    if (watched.size > 0 && !timer) timer = setInterval(tick, lookMs).unref()
  }

  function tick(): void {
    if (watched.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const now = performance.now() + earlyMs
    const due: PacedClient[] = []
    for (const paced of watched) if (paced.dueAt() <= now) due.push(paced)
    if (due.length > 0) lookAt(due)
  }

  return {
    /** A trusted line of the core: a connection of a client. */
    onLine({ peer, inbound, email }: Pick<AccessLine, 'peer' | 'inbound' | 'email'>): void {
      const known = clients.get(emailKey(email))
      if (known && !known.paced?.concerns(inbound)) return
      if (known?.paced?.has(peer, inbound)) {
        // The port may have been used again for a new connection.
        if (performance.now() - known.paced.lookedAt() < trustedMs) return
        lookAt([known.paced])
        if (known.paced.has(peer, inbound)) return
      }
      if (!isTcp(inbound)) return
      waiting.set(`${peer} ${inbound}`, { peer, inbound, email, tries: 0 })
      schedule()
    },
    /** Other limits hold for these connected clients. `inboundsToo`: the speeds of inbounds changed. */
    changed(concerns: Concerned, inboundsToo = false): void {
      if (inboundsToo) speedsOn = undefined
      for (const { email, speeds } of clients.values())
        if (inboundsToo || concerns(email, speeds)) changed.add(email)
      if (changed.size > 0) schedule()
    },
    /** Forgets clients that are no longer connected. */
    sweep(): void {
      for (const [key, { email, paced }] of clients) {
        if (peers.of(email).length > 0) continue
        if (paced) watched.delete(paced)
        clients.delete(key)
      }
    },
    /** Another core has other sockets. */
    clear(): void {
      generation++
      clients.clear()
      watched.clear()
      waiting.clear()
      changed.clear()
      finder.clear()
      speedsOn = undefined
    },
    stop(): void {
      clearInterval(timer)
      timer = undefined
    },
    /** How many clients have a limit on at least one open connection, for tests and measurements. */
    size: () => [...clients.values()].filter(({ paced }) => paced && paced.size() > 0).length,
  }
}

export type Pace = ReturnType<typeof createPace>
