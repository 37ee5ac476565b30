import { createSocket } from 'node:dgram'
import { lstat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { canonicalListen, isSocketPath, isWildcard, socketFile } from '#domain/inbounds/listen.ts'
import type { Layer4, PortClaim } from '#domain/inbounds/port.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { programNamed } from '#domain/net/program.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Holder, otherProgramOnPort, otherProgramOnSocket } from './port-holders.ts'

type Claim = Omit<PortClaim, 'id' | 'remark'>

const taken = (port: number, layer: Layer4, holder: Holder): Refusal =>
  new Refusal('inbound.port-in-use', { port, layer, holder: programNamed(holder) }, 'port')

const noAddress = (listen: string): Refusal => new Refusal('inbound.address-not-here', { listen }, 'listen')

const absent: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'])

/**
 * Whether the core could open an inbound. The core's own config test binds nothing, so the panel tries address and port
 * itself. Sockets that the core already holds do not count, nor do rights that only the core may have (ports below
 * 1024).
 */
export function createBindable(core: { pid(): number | undefined }) {
  async function whyNotPort(layer: Layer4, listen: string, port: number): Promise<Refusal | undefined> {
    const host = isWildcard(listen) ? undefined : canonicalListen(listen) // the core accepts brackets, a socket does not
    const attempt = () => (layer === 'tcp' ? tryTcp(host, port) : tryUdp(host, port))
    const code = await attempt()
    if (code !== undefined && absent.has(code)) return noAddress(listen)
    if (code !== 'EADDRINUSE') return undefined
    const { seen, otherProgram } = await otherProgramOnPort(layer, listen, port, core.pid())
    if (otherProgram) return taken(port, layer, otherProgram)
    // Only the core holds it, or it was freed just now.
    if (seen || (await attempt()) !== 'EADDRINUSE') return undefined
    return taken(port, layer, { name: '', pid: 0 })
  }

  async function whyNotSocket(listen: string): Promise<Refusal | undefined> {
    const path = socketFile(listen)
    const otherProgram = await otherProgramOnSocket(path, core.pid())
    if (otherProgram)
      return new Refusal('inbound.path-in-use', { path, holder: programNamed(otherProgram) }, 'listen')
    if (path.startsWith('@')) return undefined
    const kind = async (file: string) => lstat(file).catch((error: NodeJS.ErrnoException) => error.code)
    const [file, folder] = [await kind(path), await kind(dirname(path))]
    if (folder === 'ENOENT') return new Refusal('inbound.folder-missing', { folder: dirname(path) }, 'listen')
    if (typeof file === 'object' && !file.isSocket())
      return new Refusal('inbound.path-no-socket', { path }, 'listen')
    return undefined
  }

  async function whyNot(claim: Claim): Promise<Refusal | undefined> {
    const { listen, port, layers } = claim
    if (!runsHere(claim) || layers.length === 0) return undefined
    if (isSocketPath(listen)) return whyNotSocket(listen)
    if (port === 0) return undefined
    for (const layer of layers) {
      const refusal = await whyNotPort(layer, listen, port)
      if (refusal) return refusal
    }
    return undefined
  }

  return { whyNot, whyNotAt }
}

export type Bindable = ReturnType<typeof createBindable>

/** Why nothing could be opened at this address any more, also by whoever holds a port there: the machine lost it. */
async function whyNotAt(listen: string): Promise<Refusal | undefined> {
  if (isSocketPath(listen) || isWildcard(listen)) return undefined
  const code = await tryTcp(canonicalListen(listen), 0)
  return code !== undefined && absent.has(code) ? noAddress(listen) : undefined
}

/** Free, and allowed for us: the core has the panel's rights. */
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

/** The core binds both address families; a machine without IPv6 has only one. */
async function tryUdp(host: string | undefined, port: number): Promise<string | undefined> {
  if (host !== undefined) return tryUdpAs(host.includes(':') ? 'udp6' : 'udp4', host, port)
  const code = await tryUdpAs('udp6', '::', port)
  return code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL' ? tryUdpAs('udp4', '0.0.0.0', port) : code
}

function tryUdpAs(type: 'udp4' | 'udp6', address: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(type)
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      resolve(error.code)
    })
    socket.bind({ port, exclusive: true, address }, () => socket.close(() => resolve(undefined)))
  })
}
