import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { Refusal } from '#domain/refusal.ts'
import type { Hop } from './hop.ts'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress }

export interface Cap {
  maxBytes: number
  signal: AbortSignal
  onBytes?: ((received: number) => void) | undefined
}

function tooBig(host: string, maxBytes: number): Refusal {
  const size = maxBytes >= 1_048_576 ? `${Math.floor(maxBytes / 1_048_576)} MiB` : `${maxBytes} bytes`
  return new Refusal('egress.answer-too-large', { host, size })
}

/** Text of any list gives less than a third of this; what gives more was made to fill memory. */
const mostRatio = 100
const freeBytes = 1_048_576

function decoderFor(hop: Hop) {
  const coding = (hop.headers.get('content-encoding') ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return undefined
  if (Object.hasOwn(decoders, coding)) return decoders[coding as keyof typeof decoders]() // hasOwn is the proof
  throw new Refusal('egress.encoding-unasked', { host: hop.target.hostname })
}

function createCounter(host: string, maxBytes: number, onBytes?: (total: number) => void) {
  let total = 0
  return {
    total: () => total,
    async *stage(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        total += chunk.length
        if (total > maxBytes) throw tooBig(host, maxBytes)
        onBytes?.(total)
        yield chunk
      }
    },
  }
}

/** Reads the decoded body into `sink`, stops at the first byte over the cap, and returns the number of bytes. */
export async function readBody(
  hop: Hop,
  sink: Writable,
  { maxBytes, signal, onBytes }: Cap,
): Promise<number> {
  const host = hop.target.hostname
  const empty = hop.method === 'HEAD' || hop.status === 204 || hop.status === 304
  if (!empty && Number(hop.headers.get('content-length') ?? 0) > maxBytes) throw tooBig(host, maxBytes)
  const decoder = empty ? undefined : decoderFor(hop)
  const wire = createCounter(host, maxBytes, onBytes)
  if (!decoder) {
    await pipeline(hop.body, wire.stage, sink, { signal })
    return wire.total()
  }
  // Counted before and after the decoder: a few kilobytes of gzip can expand to gigabytes.
  const unfolded = createCounter(host, maxBytes, (total) => {
    if (total > freeBytes && total > mostRatio * wire.total()) throw new Refusal('egress.inflated', { host })
  })
  await pipeline(hop.body, wire.stage, decoder, unfolded.stage, sink, { signal })
  return unfolded.total()
}
