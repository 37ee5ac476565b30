import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untar } from './untar.ts'

let root: string
let made = 0
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-untar-'))
})
afterAll(() => rmSync(root, { recursive: true }))

interface Entry {
  name: string
  data?: string
  type?: string
  mode?: string
  size?: string
  sum?: string
  link?: string
}

/** One entry as tar writes it; every field can be something else. */
function entryOf({ name, data = '', type = '0', mode = '0000644', size, sum, link = '' }: Entry): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write(mode, 100)
  block.write(size ?? Buffer.byteLength(data).toString(8).padStart(11, '0'), 124)
  block.write('        ', 148)
  block.write(type, 156)
  block.write(link, 157)
  block.write('ustar\u000000', 257)
  const found = block.reduce((total, byte) => total + byte, 0)
  block.write(sum ?? `${found.toString(8).padStart(6, '0')}\u0000 `, 148)
  const padding = Buffer.alloc((512 - (Buffer.byteLength(data) % 512)) % 512)
  return Buffer.concat([block, Buffer.from(data), padding])
}
const end = Buffer.alloc(1024)
const tarOf = (...entries: Entry[]) => gzipSync(Buffer.concat([...entries.map(entryOf), end]))

async function unpacked(archive: Buffer): Promise<string> {
  const folder = join(root, String(made++))
  mkdirSync(join(folder, 'new'), { recursive: true })
  writeFileSync(join(folder, 'archive'), archive)
  await untar(join(folder, 'archive'), join(folder, 'new'), 'a-1')
  return join(folder, 'new')
}

describe('an archive', () => {
  it('of GNU tar is unpacked, with long names and the right to run', async () => {
    const long = `${'deep/'.repeat(30)}${'x'.repeat(120)}`
    const source = join(root, 'source', 'a-1')
    mkdirSync(join(source, 'bin'), { recursive: true })
    mkdirSync(join(source, 'deep/'.repeat(30)), { recursive: true })
    writeFileSync(join(source, 'bin', 'run'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(source, long), 'y'.repeat(100_000))
    writeFileSync(join(source, 'empty'), '')
    for (const format of ['gnu', 'posix', 'ustar']) {
      const archive = join(root, `${format}.tar.gz`)
      const only = format === 'ustar' ? ['a-1/bin', 'a-1/empty'] : ['a-1']
      execFileSync('tar', [`--format=${format}`, '-C', join(root, 'source'), '-czf', archive, ...only])
      const folder = await unpacked(readFileSync(archive))
      expect(readFileSync(join(folder, 'bin', 'run'), 'utf8')).toBe('#!/bin/sh\n')
      expect([
        statSync(join(folder, 'bin', 'run')).mode & 0o777,
        statSync(join(folder, 'empty')).size,
      ]).toEqual([0o755, 0])
      if (format !== 'ustar') expect(readFileSync(join(folder, long), 'utf8')).toBe('y'.repeat(100_000))
    }
  })

  it.each([
    ['../escape', 'escapes'],
    ['a-1/../../escape', 'escapes'],
    ['/a-1/absolute', 'escapes'],
    ['a-1//double', 'escapes'],
    ['a-1/./dot', 'escapes'],
    ['other/file', 'escapes'],
    ['a-1/back\\slash', 'escapes'],
    ['a-1', 'odd'],
  ])('that names %s is refused', async (name, code) => {
    await expect(unpacked(tarOf({ name, data: 'x' }))).rejects.toMatchObject({
      code: `update.archive-${code}`,
    })
    expect(existsSync(join(root, 'escape'))).toBe(false)
  })

  it.each(['1', '2', '3', '4', '6', '7', 'S'])('with an entry of type %s is refused', async (type) => {
    const link = type === '1' || type === '2' ? '/etc' : ''
    const archive = tarOf({ name: 'a-1/link', type, link }, { name: 'a-1/link/x', data: 'x' })
    await expect(unpacked(archive)).rejects.toMatchObject({ code: 'update.archive-odd' })
  })

  it('with a file that also names the target of a link is refused', async () => {
    const archive = tarOf({ name: 'long', type: 'K', data: '/etc\0' }, { name: 'a-1/x', data: 'x' })
    await expect(unpacked(archive)).rejects.toMatchObject({ code: 'update.archive-odd' })
  })

  it.each<[what: string, archive: () => Buffer]>([
    ['has a name twice', () => tarOf({ name: 'a-1/x', data: '1' }, { name: 'a-1/x', data: '2' })],
    ['has a wrong sum', () => tarOf({ name: 'a-1/x', sum: '000001\u0000 ' })],
    ['has a size that is no number', () => tarOf({ name: 'a-1/x', size: '-0000000001' })],
    ['has a long name without end', () => tarOf({ name: 'x', type: 'L', size: '00000100000' })],
    ['ends too early', () => gzipSync(entryOf({ name: 'a-1/x', data: 'x' }))],
    [
      'ends in the middle of a file',
      () => gzipSync(entryOf({ name: 'a-1/x', size: '00000010000', data: 'x' })),
    ],
    ['is cut off', () => tarOf({ name: 'a-1/x', data: 'x' }).subarray(0, 60)],
    ['is not compressed', () => Buffer.from('PK something else')],
    ['has a link without a target', () => tarOf({ name: 'a-1/x', type: '2' })],
    [
      'is damaged in the middle of a file',
      () => {
        const bytes = tarOf({ name: 'a-1/x', data: randomBytes(200_000).toString('hex') })
        return Buffer.concat([bytes.subarray(0, 150_000), Buffer.alloc(1000, 0xff), bytes.subarray(151_000)])
      },
    ],
  ])('that %s is broken', async (_, archive) => {
    await expect(unpacked(archive())).rejects.toMatchObject({ code: 'update.archive-broken' })
  })

  it('with a damaged description of a file is read without it', async () => {
    const archive = tarOf({ name: 'x', type: 'x', data: '99 path=a\n' }, { name: 'a-1/x', data: 'x' })
    expect(readdirSync(await unpacked(archive))).toEqual(['x'])
  })

  it('that describes another path for a file is refused as well', async () => {
    const record = 'path=a-1/../../escape\n'
    const data = `${record.length + 3} ${record}`
    await expect(unpacked(tarOf({ name: 'x', type: 'x', data }, { name: 'a-1/x' }))).rejects.toMatchObject({
      code: 'update.archive-escapes',
    })
    await expect(unpacked(tarOf({ name: 'a-1/x', size: '77777777777', data: 'x' }))).rejects.toMatchObject({
      code: 'update.archive-too-large',
    })
    expect(readdirSync(root)).not.toContain('escape')
  })
})
