import { type FileHandle, open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { codingFor } from '../../platform/http/compression.ts'
import { sendEmpty } from '../../platform/http/envelope.ts'
import { hasVersion } from '../../platform/http/etag.ts'
import type { HttpReply } from '../../platform/http/reply.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const endings = { br: '.br', gzip: '.gz' } as const

/** The folder is flat, and its names are made by the build. */
const namePattern = /^[\w-][\w.-]*$/

/** A name holds the hash of its content, so a file never changes. */
const forYears = 'public, max-age=31536000, immutable'

async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** Sends a file of the web app; the build has compressed copies of the larger ones. */
export async function sendAsset(reply: HttpReply, folder: string, name: string): Promise<void> {
  const type = types[extname(name)]
  const path = join(folder, name)
  if (!namePattern.test(name) || !type) return void sendEmpty(reply, 404)
  const { headers } = reply.request
  const coding = codingFor(headers['accept-encoding'])
  const packed = coding && (await openFile(path + endings[coding]))
  const file = packed ?? (await openFile(path))
  if (!file) return void sendEmpty(reply, 404)
  const { size, mtimeMs } = await file.stat()
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
  reply.header('cache-control', forYears).header('vary', 'accept-encoding').header('etag', etag)
  if (hasVersion(headers['if-none-match'], etag)) {
    await file.close()
    return void reply.code(304).sendHead()
  }
  if (packed && coding) reply.header('content-encoding', coding)
  reply.header('content-type', type).header('content-length', String(size))
  reply.stream(file.createReadStream())
}
