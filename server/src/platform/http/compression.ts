import { pipeline, type Readable } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { HttpReply } from './reply.ts'

/** Smaller replies are not compressed. */
const least = 2048
/** As small as gzip's output in less time; the highest quality is for files that are compressed once. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

type Coding = 'br' | 'gzip'

/** Brotli if accepted, else gzip, else none. */
export function codingFor(accept: string | string[] | undefined): Coding | undefined {
  if (typeof accept !== 'string') return undefined
  const weights = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...rest] = part.split(';').map((s) => s.trim())
        const weight = rest.find((s) => s.startsWith('q='))
        return [
          name === 'x-gzip' ? 'gzip' : name,
          weight === undefined ? 1 : Number(weight.slice(2)),
        ] as const
      }),
  )
  if ((weights.get('br') ?? 0) > 0) return 'br'
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0 ? 'gzip' : undefined
}

const mark = (reply: HttpReply, coding: Coding) =>
  reply.header('content-encoding', coding).header('vary', 'accept-encoding')

/** Sends a text, compressed on the thread pool if it is large and the caller accepts it. */
export function sendText(reply: HttpReply, text: string): HttpReply {
  const coding = text.length < least ? undefined : codingFor(reply.request.headers['accept-encoding'])
  if (coding === undefined) return reply.send(text)
  const done = (error: Error | null, packed: Buffer) =>
    void (error ? reply.fail(error) : mark(reply, coding).send(packed))
  if (coding === 'br') brotliCompress(text, brotli, done)
  else gzip(text, done)
  return reply
}

/** The same for a stream, compressed lightly: stronger compression would take longer than producing it. */
export function sendReadable(reply: HttpReply, body: Readable): HttpReply {
  const coding = codingFor(reply.request.headers['accept-encoding'])
  if (coding === undefined) return reply.stream(body)
  const packer =
    coding === 'br'
      ? createBrotliCompress(quick)
      : createGzip({ level: 1, memLevel: 9, chunkSize: 128 * 1024 })
  pipeline(body, packer, () => {}) // the reply watches the compressor, which fails with its source
  return mark(reply, coding).stream(packer)
}
