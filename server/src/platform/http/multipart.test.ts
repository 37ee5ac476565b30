import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { fuzzing, fuzzTimeout } from '#test/fuzz.ts'
import { readForm } from './multipart.ts'
import { isForm } from './upload.ts'

const boundary = '----made7by9hand'

interface Field {
  name: string
  value: Uint8Array
  filename?: string
}

function formOf(fields: readonly Field[], end = `--${boundary}--\r\n`): Buffer {
  const parts = fields.flatMap(({ name, value, filename }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(end)])
}

async function* cut(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (let i = 0; at < body.length; i++) {
    const size = sizes.length === 0 ? body.length : Math.max(1, sizes[i % sizes.length] ?? 1)
    yield body.subarray(at, at + size)
    at += size
  }
}

const rules = { field: 'db', mostBytes: 2_000_000 }

async function read(body: Buffer, sizes: readonly number[] = []) {
  const pieces: Buffer[] = []
  let filename: string | undefined
  let held = 0
  const type = `multipart/form-data; boundary=${boundary}`
  const fields = await readForm(cut(body, sizes), type, rules, {
    begin: (name) => {
      filename = name
    },
    async take(piece) {
      held = Math.max(held, piece.length)
      pieces.push(Buffer.from(piece))
    },
  })
  return { fields, filename, file: Buffer.concat(pieces), held }
}

describe('a form with a file', () => {
  it('arrives whole, however it is cut into pieces', { timeout: fuzzTimeout }, async () => {
    // Pieces of the boundary in the content are the hard part.
    const hard = fc.constantFrom('\r', '\n', '\r\n', '--', `\r\n--${boundary.slice(0, -1)}`, `--${boundary}`)
    const content = fc
      .array(fc.oneof(hard, fc.string()), { maxLength: 12 })
      .map((texts) => Buffer.from(texts.join('')))
      .filter((bytes) => !Buffer.concat([Buffer.from('\r\n'), bytes]).includes(`\r\n--${boundary}`))
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(content, content, sizes, async (field, file, cuts) => {
        const body = formOf([
          { name: 'note', value: field },
          { name: 'db', value: file, filename: 'x-ui.db' },
        ])
        const got = await read(body, cuts)
        expect(got.file.equals(file)).toBe(true)
        expect(got.fields.note).toBe(field.toString('utf8'))
        expect(got.filename).toBe('x-ui.db')
      }),
      fuzzing('multipart forms', 150),
    )
  })

  it('is read by the same rules as a browser writes it', async () => {
    const form = new FormData()
    form.append('a', 'b')
    form.append('db', new Blob([Buffer.from('SQLite')]), 'my "quoted" db.zip')
    const request = new Response(form)
    const type = request.headers.get('content-type') ?? ''
    let name: string | undefined
    const pieces: Buffer[] = []
    const fields = await readForm(cut(Buffer.from(await request.arrayBuffer()), [7]), type, rules, {
      begin: (filename) => {
        name = filename
      },
      take: async (piece) => void pieces.push(Buffer.from(piece)),
    })
    expect([fields.a, Buffer.concat(pieces).toString(), name]).toEqual([
      'b',
      'SQLite',
      'my %22quoted%22 db.zip',
    ])
  })

  it('keeps no more of the file in memory than arrived at once', async () => {
    const file = Buffer.alloc(1_000_000, 7)
    expect((await read(formOf([{ name: 'db', value: file, filename: 'a' }]), [4_096])).held).toBeLessThan(
      9_000,
    )
  })
})

describe('a form that is no such form', () => {
  const file = { name: 'db', value: Buffer.from('x'), filename: 'a' }

  it.each([
    ['ends early', formOf([file], '')],
    ['ends in the middle of the file', formOf([file]).subarray(0, 120)],
    ['is empty', Buffer.alloc(0)],
    ['is something else', Buffer.alloc(100_000, 65)],
    ['has the file twice', formOf([file, file])],
    ['has no file', formOf([{ name: 'db', value: Buffer.from('x') }])],
    ['has the file in another field', formOf([{ ...file, name: 'other' }])],
    ['has endless headers', Buffer.from(`--${boundary}\r\n${'x: y\r\n'.repeat(10_000)}`)],
    ['has too many parts', formOf(Array.from({ length: 40 }, () => ({ name: 'a', value: Buffer.alloc(0) })))],
    ['has large fields', formOf([{ name: 'a', value: Buffer.alloc(70_000, 65) }, file])],
    [
      'names nothing',
      Buffer.from(`--${boundary}\r\nContent-Type: text/plain\r\n\r\nx\r\n--${boundary}--\r\n`),
    ],
    ['names the prototype', formOf([{ name: '__proto__', value: Buffer.from('x') }, file])],
  ])('is refused when it %s', async (_, body) => {
    await expect(read(body)).rejects.toThrow(Refusal)
  })

  it('never fails otherwise, whatever the bytes', { timeout: fuzzTimeout }, async () => {
    const piece = fc.constantFrom(
      '\r\n',
      `--${boundary}`,
      '--',
      'Content-Disposition: form-data; ',
      'name="db"',
      '; filename=',
      '"',
      ':',
      'a',
    )
    const bytes = fc
      .array(fc.oneof(piece, fc.string()), { maxLength: 20 })
      .map((t) => Buffer.from(t.join('')))
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 30 }), async (body, size) => {
        await read(body, [size]).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal))
      }),
      fuzzing('broken multipart forms', 200),
    )
  })

  it('ends at the limit, however the bytes are spread', { timeout: fuzzTimeout }, async () => {
    let sent = 0
    async function* endless(first: string, rest: string): AsyncGenerator<Buffer> {
      yield Buffer.from(first)
      for (const piece = Buffer.from(rest.repeat(10_000)); sent < 1e9; sent += piece.length) yield piece
    }
    const sink = { begin: () => {}, take: async () => {} }
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="db"; filename="a"`
    for (const [first, rest] of [
      ['', 'preamble'],
      [`--${boundary}\r\n`, 'x: y\r\n'],
      [`${head}\r\n\r\nx\r\n--${boundary}--\r\n`, 'epilogue'],
    ] as const) {
      sent = 0
      const type = `multipart/form-data; boundary=${boundary}`
      await expect(readForm(endless(first, rest), type, rules, sink)).rejects.toMatchObject({
        code: 'upload.too-large',
      })
      expect(sent).toBeLessThan(3_500_000)
    }
  })

  it.each([
    ['multipart/form-data; boundary=abc', true],
    ['Multipart/Form-Data; charset=utf-8; boundary="a b"', true],
    ['multipart/form-data', false],
    ['application/json; boundary=abc', false],
    [undefined, false],
  ])('is told by its content type %s', (type, expected) => expect(isForm(type)).toBe(expected))
})
