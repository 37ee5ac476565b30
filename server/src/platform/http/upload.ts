import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { refuseNoSpace } from '../files.ts'
import { serverOf } from './listener.ts'
import type { FormRules, FormSink } from './multipart.ts'
import type { HttpRequest } from './request.ts'

/** A slow line needs this long for a large file; other requests end after half a minute. */
const patienceMs = 3_600_000

export interface Uploaded {
  /** A temporary file (0600) that the receiver renames or removes. */
  path: string
  /** As the caller called it: for people only. */
  filename: string
  bytes: number
  sha256: string
  /** The other fields of the form. */
  fields: Record<string, string>
}

export interface UploadRules extends FormRules {
  folder: string
}

/**
 * Stores the uploaded file of a multipart form on the disk while it arrives. Nothing is left behind when that fails.
 * The endpoint must be declared with `upload`.
 */
export async function receiveFile(request: HttpRequest, rules: UploadRules): Promise<Uploaded> {
  const { field, folder, mostBytes } = rules
  const contentType = request.headers['content-type']
  if (!isForm(contentType)) throw new Refusal('upload.not-multipart', { field })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  refuseTooLarge(Number(request.headers['content-length'] ?? 0), mostBytes, folder)
  const path = join(folder, `.upload-${randomBytes(8).toString('hex')}`)
  const release = longer(request)
  try {
    return await received(request, contentType, path, rules)
  } catch (error) {
    rmSync(path, { force: true })
    if (request.raw.errored || request.raw.destroyed) throw new Refusal('upload.broken-off')
    throw error
  } finally {
    release()
  }
}

export const tooLarge = (mostBytes: number) =>
  new Refusal('upload.too-large', { max: `${Math.floor(mostBytes / 1024 / 1024)} MiB` })

export const isForm = (contentType: string | undefined): contentType is string =>
  /^multipart\/form-data\s*;.*\bboundary=/i.test(contentType ?? '')

function refuseTooLarge(declared: number, mostBytes: number, folder: string): void {
  if (declared > mostBytes + 1024 * 1024) throw tooLarge(mostBytes) // the form around it is small
  refuseNoSpace(folder, declared)
}

async function received(
  request: HttpRequest,
  contentType: string,
  path: string,
  rules: UploadRules,
): Promise<Uploaded> {
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let filename = ''
  let bytes = 0
  try {
    const sink: FormSink = {
      begin: (name) => {
        filename = name.slice(0, 255)
      },
      async take(piece) {
        bytes += piece.length
        if (bytes > rules.mostBytes) throw tooLarge(rules.mostBytes)
        hash.update(piece)
        await handle.writeFile(piece)
      },
    }
    const { readForm } = await import('./multipart.ts') // few panels ever receive a file
    const fields = await readForm(request.raw, contentType, rules, sink)
    return { path, filename, bytes, sha256: hash.digest('hex'), fields }
  } finally {
    await handle.close()
  }
}

const going = new WeakMap<object, { count: number; usualMs: number }>()

/** The limit for a whole request is the server's: it is raised while a known caller uploads. */
function longer(request: HttpRequest): () => void {
  const server = serverOf(request.raw.socket)
  if (!server) return () => {}
  const uploads = going.get(server) ?? { count: 0, usualMs: server.requestTimeout }
  going.set(server, uploads)
  uploads.count += 1
  server.requestTimeout = patienceMs
  return () => {
    uploads.count -= 1
    if (uploads.count === 0) server.requestTimeout = uploads.usualMs
  }
}
