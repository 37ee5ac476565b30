import { request } from 'node:http'
import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { hostPort } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { asRefusal } from './failures.ts'
import { parseTarget, type Target } from './target.ts'

/** The panel's own HTTP proxy on loopback, which reaches the target. */
export interface LocalProxy {
  port: number
  user: string
  password: string
}

export interface Through {
  statusCode: number
  /** Until the proxy accepted the connection. */
  connectMs: number
  tlsMs?: number
  /** From the request to the first byte of the response. */
  ttfbMs: number
  delay: number
  /** The begin of the body, if it was asked for. */
  text?: string
}

export interface ThroughOptions {
  /** Sends one request unmeasured, so that the measured one finds everything connected. */
  warm: boolean
  /** Per request. */
  limitMs: number
  signal?: AbortSignal
  /** PEM of a CA to trust instead of the system's. */
  ca?: string
  /** Used instead of the name: a second lookup might return something else. */
  address?: string | undefined
  /** So many bytes of the body are returned at most; none by default. */
  bodyBytes?: number
}

const since = (began: number): number => Math.max(1, Math.round(performance.now() - began))

const tunnelClosed: ReadonlySet<string> = new Set([
  'egress.connection-closed',
  'egress.answer-cut',
  'egress.failed',
])

/** The failure is behind the proxy: a closed tunnel says nothing about the target. */
function sentence(error: unknown, host: string): Refusal {
  const refusal = asRefusal(error, host)
  return tunnelClosed.has(refusal.code) ? new Refusal('egress.proxy-closed') : refusal
}

function openTunnel(
  proxy: LocalProxy,
  target: Target,
  signal: AbortSignal,
  address = target.hostname,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { port, user, password } = proxy
    const proxied = request({
      host: '127.0.0.1',
      port,
      method: 'CONNECT',
      path: hostPort(address, target.port),
      headers: { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
      agent: false,
      signal,
    })
    proxied.once('error', reject)
    proxied.once('connect', ({ statusCode }, socket) => {
      socket.on('error', () => {}) // a socket without an error listener crashes the process
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Refusal('egress.proxy-status', { status: statusCode ?? '' }))
    })
    proxied.once('response', (reply) => {
      reply.destroy()
      reject(new Refusal('egress.proxy-status', { status: reply.statusCode ?? '' }))
    })
    proxied.end()
  })
}

function secure(socket: Socket, target: Target, ca: string | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const tls = tlsConnect({
      socket,
      host: target.hostname,
      servername: target.literal ? '' : target.hostname,
      ALPNProtocols: ['http/1.1'],
      ...(ca === undefined ? {} : { ca }),
    })
    tls.on('error', reject)
    tls.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    tls.once('secureConnect', () => resolve(tls))
  })
}

/** An unused address (TEST-NET-1): the target does not matter. */
const nowhere = 'http://192.0.2.1:80/'

/** Sends a few bytes through a proxy and waits briefly; the caller observes the effect elsewhere. */
export async function knockThrough(proxy: LocalProxy, waitMs: number, ending: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(waitMs)
  const signal = AbortSignal.any([limit, ending])
  try {
    const socket = await openTunnel(proxy, parseTarget(nowhere), signal)
    socket.write('GET / HTTP/1.1\r\nHost: nobody\r\n\r\n')
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      signal.addEventListener('abort', () => socket.destroy(), { once: true })
      if (signal.aborted) socket.destroy()
      socket.resume()
    })
  } catch {
    // A closed connection is ignored too.
  }
}

/** Whether a proxy of ours still answers: it must reject an unknown user. */
export async function stillAnswers(port: number, waitMs: number): Promise<boolean> {
  const unknownUser = { port, user: 'nobody', password: '' }
  try {
    ;(await openTunnel(unknownUser, parseTarget(nowhere), AbortSignal.timeout(waitMs))).destroy()
    return true
  } catch (error) {
    return error instanceof Refusal
  }
}

async function beginOf(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size >= most) break
  }
  return Buffer.concat(parts).subarray(0, most).toString('latin1')
}

/** Requests a URL through a proxy and measures it. The caller has checked the URL; redirects are not followed. */
export async function requestThrough(
  proxy: LocalProxy,
  url: string,
  options: ThroughOptions,
): Promise<Through> {
  const target = parseTarget(url)
  const times: { connectMs: number; tlsMs?: number } = { connectMs: 0 }
  let signal = AbortSignal.timeout(options.limitMs)

  async function connect(): Promise<Socket> {
    const began = performance.now()
    const socket = await openTunnel(proxy, target, signal, options.address)
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    times.connectMs = since(began)
    if (target.url.protocol !== 'https:') return socket
    const handshake = performance.now()
    const tls = await secure(socket, target, options.ca)
    times.tlsMs = since(handshake)
    return tls
  }

  const { Client } = await import('undici') // loaded on demand to save memory
  const client = new Client(target.url.origin, {
    connect: (_, callback) => {
      connect().then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function ask(): Promise<Through> {
    const limit = AbortSignal.timeout(options.limitMs)
    signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
    const began = performance.now()
    try {
      const path = `${target.url.pathname}${target.url.search}`
      const reply = await client.request({ method: 'GET', path, headers: { 'user-agent': 'Sluice' }, signal })
      const delay = since(began)
      const text = options.bodyBytes ? await beginOf(reply.body, options.bodyBytes) : undefined
      if (text === undefined) await reply.body.dump({ limit: 65_536 })
      const setUp = options.warm ? 0 : times.connectMs + (times.tlsMs ?? 0)
      return {
        statusCode: reply.statusCode,
        ...times,
        ttfbMs: Math.max(1, delay - setUp),
        delay,
        ...(text !== undefined && { text }),
      }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (limit.aborted) throw new Refusal('egress.proxy-too-slow', { seconds: options.limitMs / 1000 })
      throw sentence(error, target.hostname)
    }
  }

  try {
    if (options.warm) await ask()
    return await ask()
  } finally {
    await client.destroy().catch(() => {})
  }
}
