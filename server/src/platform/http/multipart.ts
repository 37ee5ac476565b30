import { once } from 'node:events'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { Refusal } from '#domain/refusal.ts'
import { tooLarge } from './upload.ts'

/** A form with a file has a handful of parts, each with two or three short headers. */
const mostParts = 32
const headerBytes = 8 * 1024
/** All fields that are not the file, together, unless the caller allows more. */
const usualFieldBytes = 64 * 1024
/** Boundaries, headers, and what comes before the first and after the last part. */
const aroundBytes = 512 * 1024

export interface FormRules {
  /** The form's field that holds the file. */
  field: string
  mostBytes: number
  /** For all other fields together. */
  fieldBytes?: number
}

export interface FormSink {
  /** Called once for the wanted file, before its first byte. */
  begin(filename: string): void
  take(piece: Buffer): Promise<void>
}

const broken = () => new Refusal('input.multipart-unreadable')

/**
 * Reads a form piece by piece: the file in `field` goes to the sink, other fields are returned. Memory stays within a
 * few pieces, whatever the body. A second file in the field, too many parts, or a body that ends before its last
 * boundary is refused. The body is not destroyed by a refusal: the caller still gets an answer.
 */
export async function readForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  { field, mostBytes, fieldBytes = usualFieldBytes }: FormRules,
  sink: FormSink,
): Promise<Record<string, string>> {
  const form = createParser(contentType, field, fieldBytes)
  const fields = new Map<string, string>()
  let file: Promise<void> | undefined
  let stream: BusboyFileStream | undefined
  let bytesOfFields = 0
  const refuse = (error: unknown) => void form.emit('error', error)
  form.on('partsLimit', () => refuse(broken()))
  form.on('field', (name: string | undefined, value, _, isCut) => {
    bytesOfFields += Buffer.byteLength(value)
    if (name === undefined || name === '__proto__' || isCut || bytesOfFields > fieldBytes) refuse(broken())
    else fields.set(name, value)
  })
  form.on('file', (_, content, filename) => {
    if (file) return refuse(broken())
    stream = content
    sink.begin(filename)
    file = store(content, sink)
    file.catch(refuse)
  })
  const finished = once(form, 'finish')
  try {
    await Promise.race([finished, feed(body, form, mostBytes + fieldBytes + aroundBytes, mostBytes)])
    await finished
    await file
  } catch (error) {
    throw error instanceof Error && 'code' in error ? error : broken() // the parser's own errors have no code
  } finally {
    form.on('error', () => {}) // it may report more than one
    form.destroy()
    stream?.on('error', () => {}).destroy()
    await file?.catch(() => {})
  }
  if (!file) throw new Refusal('upload.no-file', { field })
  return Object.fromEntries(fields)
}

function createParser(contentType: string, field: string, fieldBytes: number) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: mostParts, fieldSize: fieldBytes, headerSize: headerBytes },
      isPartAFile: (name, _, filename) => name === field && filename !== undefined,
    })
  } catch {
    throw broken() // no boundary in the content type
  }
}

async function store(content: BusboyFileStream, sink: FormSink): Promise<void> {
  for await (const piece of content) await sink.take(piece)
}

async function feed(
  body: AsyncIterable<Uint8Array>,
  form: NodeJS.WritableStream,
  most: number,
  mostBytes: number,
) {
  const pieces = body[Symbol.asyncIterator]()
  for (let bytes = 0; ; ) {
    const { value, done } = await pieces.next()
    if (done) break
    bytes += value.length
    if (bytes > most) throw tooLarge(mostBytes)
    await new Promise<void>((resolve, reject) =>
      form.write(value, (error) => (error ? reject(error) : resolve())),
    )
  }
  form.end()
}
