import type { Socket } from 'node:net'
import { hostPort, unbracketed } from '#domain/net/address.ts'
import { classifyAddress } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Dial, secure } from './dial.ts'
import { type Lookup, refuseUnlessPublic, resolveTarget } from './resolve.ts'
import { parseTarget, type Target } from './target.ts'

/** A proxy that the operator names for one purpose: `socks5://user:password@host:port`, or http, or https. */
export interface NamedProxy {
  kind: 'socks5' | 'http' | 'https'
  hostname: string
  port: number
  user: string
  password: string
}

const kinds: Record<string, { kind: NamedProxy['kind']; port: number }> = {
  'socks5:': { kind: 'socks5', port: 1080 },
  'socks5h:': { kind: 'socks5', port: 1080 },
  'http:': { kind: 'http', port: 80 },
  'https:': { kind: 'https', port: 443 },
}

export function parseProxy(text: string): NamedProxy {
  const url = URL.parse(text)
  const known = url && kinds[url.protocol]
  const hostname = url ? unbracketed(url.hostname) : ''
  if (!url || !known || hostname === '') throw new Refusal('setting.proxy')
  const { kind, port } = known
  return {
    kind,
    hostname,
    port: Number(url.port) || port,
    user: plain(url.username),
    password: plain(url.password),
  }
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a percent sign that belongs to the password
  }
}

/** The proxy looks the name up, so only what is visibly on this machine or in a private network is refused here. */
export function refuseInnerTarget(target: Target, redirected: boolean): void {
  if (target.literal) refuseUnlessPublic(target, [target.hostname], redirected)
  else if (/(^|\.)localhost$/i.test(target.hostname)) refuseUnlessPublic(target, ['127.0.0.1'], redirected)
}

interface Way {
  lookup: Lookup
  dial: Dial
  dnsMs: number
}

/** Where a proxy may be besides the internet; never a cloud platform's own addresses. */
const inside: ReadonlySet<string> = new Set(['loopback', 'private', 'ula', 'cgnat'])

/** Dials through the proxy. It may be on this machine or in a private network: the operator named it. */
export function dialThrough(text: string, { lookup, dial, dnsMs }: Way): Dial {
  const proxy = parseProxy(text)
  const at = parseTarget(
    `${proxy.kind === 'https' ? 'https' : 'http'}://${hostPort(proxy.hostname, proxy.port)}/`,
  )
  return async ({ hostname, port, signal }) => {
    const found = { lookup, dnsMs, signal, allowPrivate: true, redirected: false }
    const addresses = await resolveTarget(at, found)
    refuseUnlessPublic(
      at,
      addresses.filter((address) => !inside.has(classifyAddress(address))),
      false,
    )
    const plainSocket = await dial({ hostname: at.hostname, addresses, port: at.port, signal })
    const abort = () => plainSocket.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      const socket = proxy.kind === 'https' ? await secure(plainSocket, at, {}, signal) : plainSocket
      await (proxy.kind === 'socks5' ? askSocks : askHttp)(socket, proxy, hostname, port)
      return socket
    } catch (error) {
      plainSocket.destroy()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

/** Exactly so many bytes: what follows belongs to the tunnel. */
async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(count)
    if (bytes?.length === count) return bytes
    if (bytes || socket.destroyed || socket.readableEnded) throw closed()
    await new Promise<void>((resolve, reject) => {
      const done = (settle: () => void) => () => {
        socket.off('readable', ready).off('end', ended).off('close', ended).off('error', failed)
        settle()
      }
      const ready = done(resolve)
      const ended = done(() => reject(closed()))
      const failed = (error: Error) => done(() => reject(error))()
      socket.on('readable', ready).on('end', ended).on('close', ended).on('error', failed)
    })
  }
}

const closed = () => Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' })

const withLength = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new Refusal('setting.proxy')
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}

/** RFC 1928 and RFC 1929. The name goes to the proxy, which looks it up. */
async function askSocks(socket: Socket, proxy: NamedProxy, hostname: string, port: number): Promise<void> {
  const { hostname: host, user, password } = proxy
  const hasUser = user !== '' || password !== ''
  socket.write(hasUser ? Buffer.of(5, 2, 0, 2) : Buffer.of(5, 1, 0))
  const [version, method] = await take(socket, 2)
  if (version !== 5) throw new Refusal('egress.proxy-not-socks', { host })
  if (method === 2 && hasUser) {
    socket.write(Buffer.concat([Buffer.of(1), withLength(user), withLength(password)]))
    const [, status] = await take(socket, 2)
    if (status !== 0) throw new Refusal('egress.proxy-login', { host })
  } else if (method !== 0) throw new Refusal('egress.proxy-login', { host })
  socket.write(Buffer.concat([Buffer.of(5, 1, 0, 3), withLength(hostname), Buffer.of(port >> 8, port & 255)]))
  const [, result, , kind] = await take(socket, 4)
  if (result !== 0) throw new Refusal('egress.proxy-no-way', { host, target: hostname })
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await take(socket, 1))[0] ?? 0)
  await take(socket, length + 2)
}

const longestHead = 16_384

async function askHttp(socket: Socket, proxy: NamedProxy, hostname: string, port: number): Promise<void> {
  const place = hostPort(hostname, port)
  const { hostname: host, user, password } = proxy
  const login = Buffer.from(`${user}:${password}`).toString('base64')
  const head = [
    `CONNECT ${place} HTTP/1.1`,
    `Host: ${place}`,
    ...(user === '' && password === '' ? [] : [`Proxy-Authorization: Basic ${login}`]),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let answer = ''
  while (!answer.endsWith('\r\n\r\n')) {
    if (answer.length > longestHead) throw new Refusal('egress.headers-too-large', { host })
    answer += (await take(socket, 1)).toString('latin1')
  }
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1])
  if (status >= 200 && status < 300) return
  if (status === 407) throw new Refusal('egress.proxy-login', { host })
  if (Number.isNaN(status)) throw new Refusal('egress.not-http', { host })
  throw new Refusal('egress.proxy-status', { status })
}
