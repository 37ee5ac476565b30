import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { canonicalListen, isWildcard } from '#domain/inbounds/listen.ts'
import type { PortClaim } from '#domain/inbounds/port.ts'
import { Refusal } from '#domain/refusal.ts'

/**
 * Decision 28: the core's own test binds nothing, so the panel tries the address and port itself before it saves.
 * Rights that only the core may have (a port below 1024) are no reason to refuse.
 */
export async function refuseUnbindable({
  listen,
  port,
  layers,
  nodeId,
}: Omit<PortClaim, 'id' | 'remark'>): Promise<void> {
  if (nodeId !== null || listen.startsWith('/') || listen.startsWith('@') || port === 0) return
  const host = isWildcard(listen) ? undefined : canonicalListen(listen) // the core takes brackets, a socket does not
  for (const layer of layers) {
    const code = await (layer === 'tcp' ? tryTcp(host, port) : tryUdp(host, port))
    if (code === 'EADDRINUSE') {
      throw new Refusal(
        `Port ${port} (${layer}) is in use by another program on this machine: stop it or choose another port.`,
        'port',
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EINVAL') {
      throw new Refusal(
        `This machine has no address ${listen} to listen on: leave it blank for all addresses, or give one of its own.`,
        'listen',
      )
    }
  }
}

/** Free, and ours to take: the core has the panel's rights. */
export const canBind = async (port: number): Promise<boolean> => (await tryTcp(undefined, port)) === undefined

function tryTcp(host: string | undefined, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen({ port, exclusive: true, ...(host && { host }) }, () =>
      server.close(() => resolve(undefined)),
    )
  })
}

function tryUdp(host: string | undefined, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(host?.includes(':') ? 'udp6' : 'udp4')
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      resolve(error.code)
    })
    socket.bind({ port, exclusive: true, ...(host && { address: host }) }, () =>
      socket.close(() => resolve(undefined)),
    )
  })
}
