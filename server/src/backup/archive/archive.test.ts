import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { silentLog } from '../../platform/log.ts'
import { openDb } from '../../store/open.ts'
import { packArchive, unpackArchive } from './archive-thread.ts'
import type { Manifest } from './manifest.ts'
import { type PackRequest, pack } from './pack.ts'
import { unpack } from './unpack.ts'

let folder: string
let database: string
const about: Omit<Manifest, 'format' | 'files'> = {
  panelVersion: '9.9.9',
  schema: '',
  engine: 'sqlite',
  madeAt: 1_785_000_000_000,
  kind: 'manual',
  counts: { inbounds: 0, clients: 0, users: 0 },
}

let made = 0
const fresh = (end = '') => join(folder, `${made++}${end}`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-archive-'))
  database = join(folder, 'source.db')
  const db = await openDb({ kind: 'sqlite', file: database }, silentLog, Date.now)
  about.schema = db.migrated.at(-1) ?? ''
  await db.close()
  mkdirSync(join(folder, 'certs'))
  writeFileSync(join(folder, 'certs', 'a.pem'), 'a certificate')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { panelVersion, engine, madeAt, kind } = about
const requestOf = (passphrase: string, target: string): PackRequest => ({
  database,
  dataFolder: folder,
  files: ['certs/a.pem', 'certs/gone.pem', '../../etc/passwd', 'bin/xray'],
  about: { panelVersion, engine, madeAt, kind },
  passphrase,
  work: 10,
  target,
})

async function packed(passphrase = ''): Promise<string> {
  const target = fresh('.zip')
  await pack(requestOf(passphrase, target))
  return target
}

function unpacked(archive: string, passphrase = '') {
  const target = fresh()
  mkdirSync(target)
  return unpack({ archive, passphrase, folder: target }).then((found) => ({ ...found, target }))
}

const refusal = (archive: string, passphrase = '') =>
  unpacked(archive, passphrase).then(
    () => 'accepted',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )

async function zipOf(entries: Record<string, Buffer | string>, mode = 0o100600): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { mode })
  zip.end()
  const target = fresh('.zip')
  await pipeline(zip.outputStream, createWriteStream(target))
  return target
}

const changeFirst = ({ files }: Manifest, news: Partial<Manifest['files'][number]>) =>
  Object.assign(files[0] ?? {}, news)

const sumOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** An archive made by hand, with a manifest that fits unless it is changed. */
async function madeByHand(change: (manifest: Manifest, entries: Record<string, Buffer | string>) => unknown) {
  const content = readFileSync(database)
  const manifest: Manifest = {
    format: 1,
    ...about,
    files: [{ name: 'sluice.db', bytes: content.length, sha256: sumOf(content) }],
  }
  const entries: Record<string, Buffer | string> = { 'sluice.db': content }
  change(manifest, entries)
  return zipOf({ 'manifest.json': JSON.stringify(manifest), ...entries })
}

/** A copy of the database, changed by a statement. */
function changedDatabase(sql: string): string {
  const file = fresh('.db')
  writeFileSync(file, readFileSync(database))
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
  return file
}

describe('an archive', () => {
  it('holds the database and the named certificates, and says what it holds', async () => {
    const archive = await packed()
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const found = await unpacked(archive)
    expect(found.manifest).toMatchObject({ format: 1, panelVersion: '9.9.9', kind: 'manual' })
    expect(found.files).toEqual(['certs/a.pem'])
    expect(readFileSync(join(found.target, 'files/certs/a.pem'), 'utf8')).toBe('a certificate')
    expect(found.sha256).toBe(sumOf(readFileSync(archive)))
    expect(found.steps.at(-1)).toBe(about.schema)
  })

  it('opens with its passphrase and with no other', async () => {
    const archive = await packed('correct horse')
    expect(readFileSync(archive, 'latin1').startsWith('age-encryption.org/v1\n-> scrypt ')).toBe(true)
    expect((await unpacked(archive, 'correct horse')).manifest?.panelVersion).toBe('9.9.9')
    expect(await refusal(archive, 'wrong horse')).toBe('backup.passphrase-wrong')
    expect(await refusal(archive)).toBe('backup.passphrase-missing')
    const bytes = readFileSync(archive)
    const short = fresh()
    writeFileSync(short, bytes.subarray(0, bytes.length - 10))
    expect(await refusal(short, 'correct horse')).toBe('backup.archive-damaged')
  })

  it('is packed and unpacked in a thread, which passes a refusal on', async () => {
    const target = fresh('.zip')
    await packArchive(requestOf('', target))
    const place = fresh()
    mkdirSync(place)
    expect((await unpackArchive({ archive: target, passphrase: '', folder: place })).files).toEqual([
      'certs/a.pem',
    ])
    await expect(packArchive(requestOf('', target))).rejects.toMatchObject({ code: 'EEXIST' })
    writeFileSync(target, 'x')
    await expect(unpackArchive({ archive: target, passphrase: '', folder: place })).rejects.toMatchObject({
      name: 'Refusal',
      code: 'backup.not-a-backup',
    })
  })

  it('is restored from a bare database file too', async () => {
    const found = await unpacked(database)
    expect(found.manifest).toBeUndefined()
    expect(found.steps.at(-1)).toBe(about.schema)
  })
})

describe('a file that is refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'backup.empty-file'],
    ['a text', Buffer.from('Dear backup,\n'), 'backup.not-a-backup'],
    ['a photo', Buffer.from('ffd8ffe000104a46494600010100', 'hex'), 'backup.not-a-backup'],
    ['zeros', Buffer.alloc(100_000), 'backup.not-a-backup'],
    ['a zip that ends early', Buffer.from('PK\x03\x04 and no more'), 'backup.archive-damaged'],
    ['a head of a database', Buffer.from('SQLite format 3\0'), 'backup.database-damaged'],
    [
      'a file that is encrypted for a key',
      Buffer.from('age-encryption.org/v1\n-> X25519 abc\nabc\n--- abc\n'),
      'backup.not-by-passphrase',
    ],
    [
      'a header that asks for gigabytes',
      Buffer.from('age-encryption.org/v1\n-> scrypt abcdefghijklmnopqrstuv 22\nabc\n--- abc\n'),
      'backup.too-much-work',
    ],
  ])('is %s', async (_, content, code) => {
    const file = fresh()
    writeFileSync(file, content)
    expect(await refusal(file, 'x')).toBe(code)
  })

  it('is a database that was cut off, or changed in the middle', async () => {
    const bytes = readFileSync(database)
    const short = fresh()
    writeFileSync(short, bytes.subarray(0, bytes.length - 4096 * 3))
    expect(await refusal(short)).toBe('backup.database-damaged')
    const spoiled = fresh()
    writeFileSync(spoiled, Buffer.from(bytes).fill(0xff, 4096 * 2 + 8, 4096 * 2 + 600))
    expect(await refusal(spoiled)).toBe('backup.database-damaged')
  })

  it.each([
    ['another program’s', 'drop table schema_migrations; drop table inbounds', 'backup.foreign-database'],
    ['another panel’s', 'drop table schema_migrations', 'backup.other-panel'],
    [
      'one with a trigger',
      'create trigger t after insert on users begin delete from clients; end',
      'backup.foreign-database',
    ],
    ['one with a view', 'create view v as select 1', 'backup.foreign-database'],
    ['a newer one', "insert into schema_migrations values ('999-later', 1, '7.0.0')", 'backup.newer'],
    [
      'a newer one without a version',
      "insert into schema_migrations values ('999-later', 1, '')",
      'backup.newer-step',
    ],
    ['one without steps', 'delete from schema_migrations', 'backup.foreign-database'],
  ])('is a database: %s', async (_, sql, code) => {
    expect(await refusal(changedDatabase(sql))).toBe(code)
  })

  it.each<[string, Parameters<typeof madeByHand>[0], string]>([
    ['a hash', (m) => changeFirst(m, { sha256: '0'.repeat(64) }), 'backup.manifest-lies'],
    ['a size', (m) => changeFirst(m, { bytes: 1 }), 'backup.manifest-lies'],
    ['a count', (m) => Object.assign(m.counts, { clients: 3 }), 'backup.manifest-lies'],
    ['its schema', (m) => Object.assign(m, { schema: '001-incumbent-tables' }), 'backup.manifest-lies'],
    [
      'a file that is not there',
      (m) => void m.files.push({ name: 'files/a.pem', bytes: 1, sha256: 'x'.repeat(64) }),
      'backup.manifest-lies',
    ],
    ['no file that is there', (_, e) => Object.assign(e, { 'files/a.pem': 'x' }), 'backup.manifest-lies'],
  ])('has a manifest that lies about %s', async (_, change, code) => {
    expect(await refusal(await madeByHand(change))).toBe(code)
  })

  it.each<[string, Parameters<typeof madeByHand>[0], string]>([
    ['a later format', (m) => Object.assign(m, { format: 2 }), 'backup.newer'],
    ['a program', (_, e) => Object.assign(e, { 'files/bin/xray.key': 'x' }), 'backup.not-a-backup'],
    ['an unknown entry', (_, e) => Object.assign(e, { 'core-config.json': '{}' }), 'backup.not-a-backup'],
    ['no database', (_, e) => void delete e['sluice.db'], 'backup.not-a-backup'],
    [
      'a large certificate',
      (_, e) => Object.assign(e, { 'files/a.pem': Buffer.alloc(2_000_000, 1) }),
      'backup.too-large',
    ],
    [
      'a database of zeros',
      (_, e) => Object.assign(e, { 'sluice.db': Buffer.alloc(40_000_000) }),
      'backup.too-large',
    ],
  ])('is an archive with %s', async (_, change, code) => {
    expect(await refusal(await madeByHand(change))).toBe(code)
  })

  it('is an archive whose entry leads out of the folder', async () => {
    const archive = await madeByHand((_, e) => Object.assign(e, { 'files/aa/bb/x.pem': 'x' }))
    writeFileSync(
      archive,
      readFileSync(archive, 'latin1').replaceAll('files/aa/bb/x.pem', 'files/../../x.pem'),
      'latin1',
    )
    expect(await refusal(archive)).toMatch(/^backup\.(archive-damaged|not-a-backup)$/)
  })

  it('is an archive with a link, with a broken entry, or with rubbish behind it', async () => {
    expect(await refusal(await zipOf({ 'manifest.json': '{}', 'sluice.db': '/etc/passwd' }, 0o120777))).toBe(
      'backup.not-a-backup',
    )
    const archive = await packed()
    const bytes = readFileSync(archive)
    for (const at of [60, Math.floor(bytes.length / 2), bytes.length - 30]) {
      const broken = fresh()
      writeFileSync(broken, Buffer.from(bytes).fill(0x55, at, at + 20))
      expect(await refusal(broken)).toMatch(/^backup\./)
    }
    const short = fresh()
    writeFileSync(short, bytes.subarray(0, bytes.length / 2))
    expect(await refusal(short)).toBe('backup.archive-damaged')
    appendFileSync(archive, Buffer.alloc(5_000))
    expect(await refusal(archive)).toMatch(/^(backup\.archive-damaged|accepted)$/)
  })
})
