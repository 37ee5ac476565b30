import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import type { Dial } from './dial.ts'
import type { Lookup } from './resolve.ts'

/** A pretend internet for tests: names answer what the test says, and every dial ends at a loopback server. */
export interface World {
  lookup: Lookup
  dial: Dial
  /** What would have been dialled, in order. */
  dialled: string[]
  looked: string[]
}

/** Each name has a list of answers; the last one is repeated. */
export type Names = Record<string, readonly (readonly string[])[]>

export function createWorld(names: Names, portOf: (hostname: string, port: number) => number): World {
  const dialled: string[] = []
  const looked: string[] = []
  const asked = new Map<string, number>()
  return {
    dialled,
    looked,
    async lookup(hostname) {
      looked.push(hostname)
      const turn = asked.get(hostname) ?? 0
      asked.set(hostname, turn + 1)
      const answers = names[hostname] ?? []
      const answer = answers[Math.min(turn, answers.length - 1)]
      if (!answer) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
      return answer
    },
    dial({ hostname, addresses, port }) {
      dialled.push(...addresses)
      return new Promise((resolve, reject) => {
        const socket = connect(portOf(hostname, port), '127.0.0.1', () => resolve(socket))
        socket.once('error', reject)
      })
    },
  }
}

export interface Site {
  port: number
  /** Connections accepted so far. */
  connections(): number
  /** Connections that are open now. */
  open(): number
  stop(): Promise<void>
}

export async function startServer(server: Server): Promise<Site> {
  let count = 0
  const open = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => {
    count++
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP listener always has one
  return {
    port,
    connections: () => count,
    open: () => open.size,
    stop() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export const startSite = (listener: RequestListener): Promise<Site> => startServer(createServer(listener))
