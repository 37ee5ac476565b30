import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { Refusal } from '#domain/refusal.ts'
import { type Cap, readBody } from './body.ts'
import {
  type CallOptions,
  checkStatus,
  downloadPreset,
  fetchPreset,
  firstRequest,
  type Preset,
} from './call.ts'
import { type Dial, dialTcp } from './dial.ts'
import { asRefusal } from './failures.ts'
import { follow, type Way } from './follow.ts'
import type { Hop } from './hop.ts'
import type { JsonLimits } from './json/read.ts'
import { createJsonThread, type ReadJson } from './json/thread.ts'
import { Unreadable } from './json/tokens.ts'
import { type Lookup, lookupAll, resolveTarget } from './resolve.ts'
import { parseTarget, targetOf } from './target.ts'

export interface EgressDeps {
  lookup?: Lookup
  dial?: Dial
  limits?: { dnsMs?: number; dialMs?: number }
  /** Hears every answer, before its body is read. */
  onAnswer?: (hop: Pick<Hop, 'target' | 'headers'>) => void
}

export interface Reply {
  status: number
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>
  bytes: Uint8Array
  text(): string
  /** Reads it within limits, and a large one on a thread; `bytes` and `text` are used up. */
  json(limits?: Partial<JsonLimits>): Promise<unknown>
}

export interface Download {
  status: number
  headers: ReadonlyMap<string, string>
  /** Bytes written to the sink. */
  size: number
}

export interface Egress {
  safeFetch(url: string, options?: CallOptions): Promise<Reply>
  /** Large files, streamed into `sink`, which is destroyed if the call fails. */
  safeDownload(url: string, sink: Writable, options?: CallOptions): Promise<Download>
  /** The same check of a URL without a request: for a setting that is saved now and called later. */
  checkUrl(url: string, options?: CheckOptions): Promise<void>
  /**
   * A connected socket for a library that speaks its own protocol (mail): resolved, checked and dialled like a request.
   * The caller adds TLS and closes it.
   */
  connect?(host: string, port: number, options?: ConnectOptions): Promise<Socket>
  /** The same, and returns the addresses. */
  publicAddresses?(url: string, options?: CheckOptions): Promise<readonly string[]>
}

export type ConnectOptions = Pick<CallOptions, 'allowPrivateAddress' | 'signal'>
type CheckOptions = Pick<CallOptions, 'allowPrivateAddress' | 'signal'>

/** Ten times the longest answer that a service gives; lists of nodes have their own limit. */
const maxElements = 2_000_000

function replyOf(
  { status, headers, target }: Hop,
  bytes: Uint8Array<ArrayBuffer>,
  readJson: ReadJson,
): Reply {
  const text = () => new TextDecoder().decode(bytes)
  const json: Reply['json'] = async (limits) => {
    try {
      return await readJson(bytes, { maxElements, ...limits })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      const host = target.hostname
      throw new Refusal(error.why === 'not-json' ? 'egress.not-json' : 'egress.too-many-elements', { host })
    }
  }
  return { status, headers, bytes, text, json }
}

/** The buffer grows in place: an answer is in memory once. */
async function inMemory(hop: Hop, cap: Cap, readJson: ReadJson): Promise<Reply> {
  const buffer = new ArrayBuffer(0, { maxByteLength: cap.maxBytes })
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      const at = buffer.byteLength
      buffer.resize(at + chunk.length)
      new Uint8Array(buffer, at).set(chunk)
      done()
    },
  })
  await readBody(hop, sink, cap)
  return replyOf(hop, new Uint8Array(buffer), readJson)
}

type Use<T> = (hop: Hop, cap: Cap) => Promise<T>

async function call<T>(way: Way, url: string, given: CallOptions, preset: Preset, use: Use<T>): Promise<T> {
  const {
    maxBytes = preset.maxBytes,
    timeoutMs = preset.timeoutMs,
    allowPrivateAddress = false,
    tls = {},
    proxy,
  } = given
  const first = parseTarget(url)
  const request = firstRequest(given, preset.encoding)
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = given.signal ? AbortSignal.any([limit, given.signal]) : limit
  let at = first
  let hop: Hop | undefined
  try {
    const onHop = (target: typeof first) => {
      at = target
    }
    hop = await follow(way, first, request, {
      allowPrivateAddress,
      tls,
      proxy,
      signal,
      line: given.line,
      onHop,
    })
    way.onAnswer?.(hop)
    checkStatus(hop, given.expectStatus)
    return await use(hop, { maxBytes, signal })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (given.signal?.aborted) throw new Refusal('egress.cancelled', { host: at.hostname })
    if (limit.aborted) throw new Refusal('egress.too-slow', { host: at.hostname, seconds: timeoutMs / 1000 })
    throw asRefusal(error, at.hostname)
  } finally {
    hop?.close()
  }
}

/** The only way to make outgoing requests: every hop is resolved, checked and dialled by the checked address (S5). */
export function createEgress(deps: EgressDeps = {}): Egress {
  const { lookup = lookupAll, dial = dialTcp, limits = {}, onAnswer } = deps
  const { dnsMs = 5_000, dialMs = 10_000 } = limits
  const way: Way = { lookup, dial, dnsMs, dialMs, onAnswer }
  const readJson = createJsonThread()

  async function publicAddresses(url: string, options: CheckOptions = {}): Promise<readonly string[]> {
    const { allowPrivateAddress = false, signal = new AbortController().signal } = options
    const target = parseTarget(url)
    try {
      const redirected = false
      return await resolveTarget(target, {
        ...{ lookup, dnsMs, signal, redirected },
        allowPrivate: allowPrivateAddress,
      })
    } catch (error) {
      throw asRefusal(error, target.hostname)
    }
  }

  return {
    safeFetch: (url, options = {}) =>
      call(way, url, options, fetchPreset, (hop, cap) => inMemory(hop, cap, readJson)),

    async safeDownload(url, sink, options = {}) {
      sink.on('error', () => {}) // a file that cannot be opened fails before the body arrives; readBody reports it
      try {
        return await call(way, url, options, downloadPreset, async (hop, cap) => {
          const total = Number(hop.headers.get('content-length')) || undefined
          const { onProgress } = options
          const onBytes = onProgress && ((received: number) => onProgress(received, total))
          const size = await readBody(hop, sink, { ...cap, onBytes })
          return { status: hop.status, headers: hop.headers, size }
        })
      } catch (error) {
        sink.destroy()
        throw error
      }
    },

    async connect(host, port, { allowPrivateAddress = false, signal = new AbortController().signal } = {}) {
      const target = targetOf(host, port)
      const limit = AbortSignal.timeout(dialMs)
      const either = AbortSignal.any([signal, limit])
      const rules = { lookup, dnsMs, signal: either, redirected: false, allowPrivate: allowPrivateAddress }
      try {
        const addresses = await resolveTarget(target, rules)
        return await dial({ hostname: target.hostname, addresses, port, signal: either })
      } catch (error) {
        if (limit.aborted && !signal.aborted)
          throw new Refusal('egress.not-reached', { host: target.hostname, seconds: dialMs / 1000 })
        throw asRefusal(error, target.hostname)
      }
    },

    publicAddresses,
    checkUrl: async (url, options) => void (await publicAddresses(url, options)),
  }
}
