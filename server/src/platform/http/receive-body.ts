import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#domain/refusal.ts'
import type { MaybeAsync } from '../maybe-async.ts'

/** Answered by status alone. */
export class BodyTooLarge extends Error {}

const bodyless = new Set(['GET', 'HEAD'])

const isEmpty = ({ method = '', headers }: IncomingMessage): boolean =>
  bodyless.has(method) || (headers['transfer-encoding'] === undefined && !Number(headers['content-length']))

/**
 * The whole body, up to `limit` bytes. `isZipped`: it may be compressed with gzip, and the limit counts for the text as
 * well as for the bytes on the wire.
 */
export function receiveBody(
  request: IncomingMessage,
  limit: number,
  isZipped = false,
): MaybeAsync<Buffer | undefined> {
  if (isEmpty(request)) return undefined
  if (Number(request.headers['content-length']) > limit) throw new BodyTooLarge()
  if (!isZipped || request.headers['content-encoding'] !== 'gzip') return collected(request, limit)
  const text = createGunzip()
  request.on('error', (error) => text.destroy(error))
  return Promise.all([collected(request.pipe(text), limit), counted(request, limit)])
    .then(([body]) => body)
    .finally(() => {
      request.unpipe(text).resume()
      text.destroy()
    })
}

function collected(from: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  const taken = counted(from, limit, (part) => parts.push(part))
  return taken.then((bytes) => Buffer.concat(parts, bytes))
}

/** Resolves with the number of bytes at the end. After an error the rest is read and dropped: a caller that is still
 * sending would lose the reply. */
function counted(from: Readable, limit: number, take: (part: Buffer) => void = () => {}): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const count = (part: Buffer) => {
      bytes += part.length
      if (bytes <= limit) return take(part)
      from.off('data', count).resume()
      reject(new BodyTooLarge())
    }
    from.on('data', count)
    from.on('end', () => resolve(bytes))
    from.on('error', () => reject(new Refusal('input.unreadable')))
  })
}
