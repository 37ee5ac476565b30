import { listenRefusal } from './address.ts'
import type { Certificate } from './certificate.ts'
import type { Challenges } from './challenges.ts'
import { createQuota, type Quota } from './connection-quota.ts'
import type { RequestHandlers, Service } from './handover.ts'
import { createListener, type Listener } from './listener.ts'
import type { TrustedProxies } from './origin.ts'

/** Another process that keeps listening sockets open while one panel process follows the other. */
export interface SocketHolder {
  /** The socket that an earlier process left there; undefined if there is none. */
  borrow(name: string): Promise<object | undefined>
  hold(name: string, socket: object): void
  /** Every other socket is closed. */
  holdOnly(names: readonly string[]): void
}

/** Answers say for this long that the connection ends, before connections are closed. */
const goodbyeMs = 300
/** For answers that began shortly before the end: everybody else waits for them. */
const lastAnswersMs = 3_000
/** A connection that was accepted last may bring its request within this time. */
const firstRequestMs = 500
/** A port that the holder was told to close may be busy for a moment. */
const releaseMs = 2_000
const retryMs = 20

const nameOf = (address: string, port: number): string => `${address} ${port}`
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The open ports of this process. They stay open while one panel follows the other. */
export function createPorts(holder?: SocketHolder, quota: Quota = createQuota()) {
  const open = new Map<string, Listener>()

  const held = () => holder?.holdOnly([...open.keys()])

  async function closeUnserved(which: (name: string) => boolean = () => true): Promise<boolean> {
    const left = [...open].filter(([name, listener]) => !listener.isServed() && which(name))
    for (const [name] of left) open.delete(name)
    if (left.length > 0) held()
    await Promise.all(left.map(([, listener]) => listener.close(0)))
    return left.length > 0
  }

  async function bind(listener: Listener, address: string, port: number, endsAt: number): Promise<number> {
    try {
      return await listener.listen(address, port)
    } catch (error) {
      if (performance.now() >= endsAt) throw error
      await pause(retryMs)
      return bind(listener, address, port, endsAt)
    }
  }

  async function openPort(address: string, port: number): Promise<{ listener: Listener; bound: number }> {
    const name = nameOf(address, port)
    const there = open.get(name)
    if (there?.isServed())
      throw listenRefusal(Object.assign(new Error(), { code: 'EADDRINUSE' }), address, port)
    if (there) return { listener: there, bound: port }
    // The same port of another address cannot be opened beside it.
    const isFreed = await closeUnserved((other) => port !== 0 && other.endsWith(` ${port}`))
    const listener = createListener(quota)
    const lent = await holder?.borrow(name)
    const bound = lent
      ? await listener.listen(address, port, lent)
      : await bind(listener, address, port, isFreed && holder ? performance.now() + releaseMs : 0)
    open.set(nameOf(address, bound), listener)
    const socket = listener.handle()
    if (!lent && socket) holder?.hold(nameOf(address, bound), socket)
    return { listener, bound }
  }

  return {
    open: openPort,
    /** Closes for good what this listener had open. */
    async close(listener: Listener, patienceMs?: number): Promise<void> {
      for (const [name, other] of open) if (other === listener) open.delete(name)
      held()
      await listener.close(patienceMs)
    },
    /** After a panel has opened its ports: those of the panel before are not needed any more. */
    async closeUnserved(): Promise<void> {
      await closeUnserved()
      held()
    },
    /**
     * Stops accepting; callers wait at the socket that the holder keeps. Whoever is connected gets an answer first, and
     * callers are served while the last long answers are sent. `closing` ends upgraded connections.
     */
    async handOver(closing: () => void): Promise<void> {
      const listeners = [...open.values()]
      await Promise.all([pause(goodbyeMs), ...listeners.map((listener) => listener.endAfterAnswers())])
      open.clear()
      const closed = listeners.map((listener) => listener.close(lastAnswersMs, firstRequestMs))
      closing()
      await Promise.all(closed)
    },
  }
}
export type Ports = ReturnType<typeof createPorts>

/** What one panel serves on a port. */
export interface Port {
  attach(handlers: RequestHandlers): void
  listen(address: string, port: number): Promise<number>
  /** New connections get this certificate; open ones go on as they are. Only for a port that speaks TLS. */
  renew(certificate: Certificate): void
  /** Answers what runs; the port stays open, and callers wait for the next panel. */
  leave(patienceMs?: number): Promise<void>
  /** Waits up to this long for running requests, and closes the port. */
  close(patienceMs?: number): Promise<void>
}

export function createPort(
  certificate: Certificate | undefined,
  challenges?: Challenges,
  ports: Ports = createPorts(),
  trusted?: () => TrustedProxies,
): Port {
  let service: Service | undefined
  let listener: Listener | undefined
  return {
    attach(handlers) {
      service = { handlers, certificate, challenges, trusted }
    },
    async listen(address, port) {
      if (!service) throw new Error('attach first')
      const opened = await ports.open(address, port)
      listener = opened.listener
      listener.serve(service)
      return opened.bound
    },
    renew(next) {
      if (service) service.certificate = next
      listener?.renew(next)
    },
    async leave(patienceMs) {
      if (service) await listener?.leave(service, patienceMs)
    },
    async close(patienceMs) {
      if (listener) await ports.close(listener, patienceMs)
    },
  }
}
