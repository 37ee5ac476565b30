import { Refusal } from '#domain/refusal.ts'

/** A form with a file has a handful of parts, each with two or three short headers. */
const mostParts = 32
const headerBytes = 8 * 1024
/** All fields that are not the file, together, unless the caller allows more. */
const usualFieldBytes = 64 * 1024
/** Browsers send none; a few bytes are tolerated before the first boundary. */
const preambleBytes = 1024

export interface FormPart {
  name: string
  /** Undefined for a plain field. */
  filename: string | undefined
}

export interface FormSink {
  /** Called once for the wanted file, before its first byte. */
  begin(part: FormPart): void
  /** Resolves when more can be taken. */
  take(piece: Buffer): Promise<void> | undefined
}

const broken = () => new Refusal('input.multipart-unreadable')

/** The boundary of a multipart content type; undefined if it is none. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const [type = '', ...parameters] = (contentType ?? '').split(';')
  if (type.trim().toLowerCase() !== 'multipart/form-data') return undefined
  for (const parameter of parameters) {
    const [, quoted, plain] = /^\s*boundary=(?:"([^"]{1,70})"|([^\s"]{1,70}))\s*$/i.exec(parameter) ?? []
    const boundary = quoted ?? plain
    if (boundary !== undefined) return boundary
  }
  return undefined
}

/**
 * Reads a form piece by piece: the file in `field` goes to the sink, other fields are returned. Memory stays within a
 * few pieces, whatever the body. Strict: a part without a name, a second file in the field, or a body that ends before
 * its last boundary is refused.
 */
export async function readForm(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  field: string,
  sink: FormSink,
  fieldBytes = usualFieldBytes,
): Promise<Record<string, string>> {
  const reader = createReader(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const fields = new Map<string, string>()
  let hasFile = false
  let bytesOfFields = 0
  reader.prepend(Buffer.from('\r\n')) // the first boundary begins no line that has ended
  await reader.until(
    delimiter,
    limited(preambleBytes, () => undefined),
  )
  for (let parts = 0; ; parts++) {
    const end = await reader.exactly(2)
    if (end.equals(Buffer.from('--'))) break
    if (!end.equals(Buffer.from('\r\n')) || parts === mostParts) throw broken()
    const part = partOf(await headersOf(reader))
    if (part.name === field && part.filename !== undefined) {
      if (hasFile) throw broken()
      hasFile = true
      sink.begin(part)
      await reader.until(delimiter, sink.take)
      continue
    }
    const pieces: Buffer[] = []
    await reader.until(
      delimiter,
      limited(fieldBytes - bytesOfFields, (piece) => void pieces.push(piece)),
    )
    const value = Buffer.concat(pieces)
    bytesOfFields += value.length
    fields.set(part.name, value.toString('utf8'))
  }
  if (!hasFile) throw new Refusal('upload.no-file', { field })
  return Object.fromEntries(fields)
}

/** The headers of a part, without the empty line. A part may have no headers at all, only that line. */
async function headersOf(reader: Reader): Promise<string> {
  const pieces: Buffer[] = []
  reader.prepend(Buffer.from('\r\n'))
  await reader.until(
    Buffer.from('\r\n\r\n'),
    limited(headerBytes, (piece) => void pieces.push(piece)),
  )
  return Buffer.concat(pieces).toString('utf8')
}

function partOf(headers: string): FormPart {
  const lines = headers.split('\r\n').filter((line) => /^content-disposition\s*:/i.test(line))
  const value = lines.length === 1 ? lines[0]?.slice(lines[0].indexOf(':') + 1).trim() : undefined
  if (!value || !/^form-data\s*(;|$)/i.test(value)) throw broken()
  const name = parameterOf(value, 'name')
  if (name === undefined || name === '__proto__') throw broken()
  return { name, filename: parameterOf(value, 'filename') }
}

/** Browsers write `"` in a name as `%22`, so a quoted text ends at the next quote. */
function parameterOf(value: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(value) ?? []
  return quoted ?? plain
}

type Take = (piece: Buffer) => Promise<void> | undefined

function limited(most: number, take: (piece: Buffer) => void): Take {
  let bytes = 0
  return (piece) => {
    bytes += piece.length
    if (bytes > most) throw broken()
    take(piece)
    return undefined
  }
}

type Reader = ReturnType<typeof createReader>

function createReader(body: AsyncIterable<Uint8Array>) {
  const pieces = body[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const next = await pieces.next()
    if (next.done) throw broken() // ended before the last boundary
    const piece = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
  }

  return {
    prepend(piece: Buffer): void {
      held = Buffer.concat([piece, held])
    },
    async exactly(bytes: number): Promise<Buffer> {
      while (held.length < bytes) await more()
      const found = held.subarray(0, bytes)
      held = held.subarray(bytes)
      return found
    },
    /** Hands over everything before the mark and skips the mark. */
    async until(mark: Buffer, take: Take): Promise<void> {
      for (;;) {
        const at = held.indexOf(mark)
        // Without the mark, all but a possible beginning of it is certain.
        const certain = at >= 0 ? at : Math.max(0, held.length - mark.length + 1)
        if (certain > 0) await take(held.subarray(0, certain))
        held = held.subarray(at >= 0 ? at + mark.length : certain)
        if (at >= 0) return
        await more()
      }
    },
  }
}
