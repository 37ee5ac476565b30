import { createHash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { uploadBytes } from '#contract/backup-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CallOptions } from '../../platform/egress/call.ts'
import type { Egress, Reply } from '../../platform/egress/safe-fetch.ts'

export interface S3Target {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKey: string
  secretKey: string
  allowPrivate: boolean
}

/** A larger file is sent in parts of this size: only one part is in memory. */
const partBytes = 16 * 1024 * 1024
const mostParts = 10_000
const callMs = 60_000
/** A page waits for the list. */
const listMs = 10_000
const partMs = 600_000
const downloadMs = 3_600_000
const emptyHash = createHash('sha256').update('').digest('hex')

interface Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Within the bucket; blank for the bucket itself. */
  key: string
  query?: Record<string, string>
  body?: Uint8Array
  timeoutMs?: number
}

/** An S3-compatible store, addressed by path; every call goes through the guarded client. */
export function createS3(egress: Egress, target: S3Target) {
  async function signed({ method, key, query = {}, body }: Request) {
    const url = new URL(target.endpoint)
    const path = [target.bucket, ...key.split('/')].map(encodeURIComponent).join('/')
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path.replace(/\/$/, '')}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sha256 = body ? createHash('sha256').update(body).digest('hex') : emptyHash
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': sha256 },
      accessKeyId: target.accessKey,
      secretAccessKey: target.secretKey,
      service: 's3',
      region: target.region,
    })
    const made = await signer.sign()
    const headers = Object.fromEntries([...made.headers].filter(([name]) => name !== 'host'))
    return { url: made.url.href, headers }
  }

  async function optionsOf(request: Request): Promise<{ url: string; options: CallOptions }> {
    const { url, headers } = await signed(request)
    return {
      url,
      options: {
        method: request.method,
        headers,
        ...(request.body && { body: request.body }),
        timeoutMs: request.timeoutMs ?? callMs,
        allowPrivateAddress: target.allowPrivate,
        expectStatus: 'any',
      },
    }
  }

  async function call(request: Request): Promise<Reply> {
    const { url, options } = await optionsOf(request)
    const reply = await egress.safeFetch(url, options)
    if (reply.status >= 200 && reply.status < 300) return reply
    throw refused(reply)
  }

  const keyOf = (name: string) => target.prefix + name

  async function putLarge(name: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const key = keyOf(name)
    const begun = await call({ method: 'POST', key, query: { uploads: '' } })
    const uploadId = tagIn(begun.text(), 'UploadId')
    if (uploadId === '') throw new Refusal('backup.s3-odd-answer')
    try {
      const tags: string[] = []
      for await (const body of parts) {
        if (tags.length === mostParts) throw new Refusal('backup.too-large')
        const query = { partNumber: String(tags.length + 1), uploadId }
        const reply = await call({ method: 'PUT', key, query, body, timeoutMs: partMs })
        tags.push(reply.headers.get('etag') ?? '')
      }
      const list = tags
        .map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
        .join('')
      const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
      const reply = await call({ method: 'POST', key, query: { uploadId }, body, timeoutMs: partMs })
      // The answer begins before the store is done, so its status says nothing.
      if (reply.text().includes('<Error>')) throw refused(reply)
    } catch (error) {
      await call({ method: 'DELETE', key, query: { uploadId } }).catch(() => {}) // parts cost money
      throw error
    }
  }

  return {
    async put(name: string, file: string, bytes: number): Promise<void> {
      const handle = await open(file, 'r')
      try {
        if (bytes > partBytes) return await putLarge(name, partsOf(handle, bytes))
        const body = await handle.readFile()
        await call({ method: 'PUT', key: keyOf(name), body, timeoutMs: partMs })
      } finally {
        await handle.close()
      }
    },
    async get(name: string, target: string): Promise<void> {
      const { url, options } = await optionsOf({ method: 'GET', key: keyOf(name), timeoutMs: downloadMs })
      const sink: WriteStream = createWriteStream(target, { flags: 'wx', mode: 0o600 })
      const expectStatus = [200]
      await egress.safeDownload(url, sink, { ...options, expectStatus, maxBytes: uploadBytes * 4 })
    },
    async del(name: string): Promise<void> {
      await call({ method: 'DELETE', key: keyOf(name) })
    },
    /** Names below the prefix with their sizes. */
    async list(): Promise<{ name: string; bytes: number }[]> {
      const found: { name: string; bytes: number }[] = []
      let token = ''
      for (let page = 0; page < 100; page++) {
        const query = {
          'list-type': '2',
          prefix: target.prefix,
          ...(token !== '' && { 'continuation-token': token }),
        }
        const text = (await call({ method: 'GET', key: '', query, timeoutMs: listMs })).text()
        for (const entry of text.split('<Contents>').slice(1)) {
          const key = tagIn(entry, 'Key')
          if (key.startsWith(target.prefix))
            found.push({ name: key.slice(target.prefix.length), bytes: Number(tagIn(entry, 'Size')) || 0 })
        }
        token = tagIn(text, 'NextContinuationToken')
        if (token === '') break
      }
      return found
    },
    /** Writes, reads and deletes a small object. */
    async test(name: string): Promise<void> {
      const key = keyOf(name)
      const body = Buffer.from(`A test of Sluice: ${name}\n`)
      await call({ method: 'PUT', key, body })
      const read = await call({ method: 'GET', key })
      await call({ method: 'DELETE', key })
      if (!Buffer.from(read.bytes).equals(body)) throw new Refusal('backup.s3-odd-answer')
    },
  }
}

export type S3 = ReturnType<typeof createS3>

async function* partsOf(handle: Awaited<ReturnType<typeof open>>, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += partBytes) {
    const part = Buffer.alloc(Math.min(partBytes, bytes - at))
    const { bytesRead } = await handle.read(part, 0, part.length, at)
    if (bytesRead !== part.length) throw new Error('the archive became shorter while it was sent')
    yield part
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const escaped = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)

/** The text of the first such element. The answers of S3 are flat enough for that. */
function tagIn(text: string, name: string): string {
  const [, inner = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text) ?? []
  return inner.replace(/&(?:#(\d{1,6})|(\w{2,4}));/g, (all, code, word) =>
    code ? String.fromCodePoint(Number(code)) : (entities[word] ?? all),
  )
}

/** The store says why, in its own words. */
function refused(reply: Reply): Refusal {
  const text = reply.text().slice(0, 10_000)
  const code = tagIn(text, 'Code')
  const said = [code, tagIn(text, 'Message')].filter((word) => word !== '').join(': ')
  if (said !== '') return new Refusal('backup.s3-said', { status: reply.status, reason: said.slice(0, 300) })
  return new Refusal('backup.s3-status', { status: reply.status })
}
