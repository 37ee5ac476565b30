import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copySource } from './copy.ts'
import { kindOfFile } from './source-reader.ts'
import { readSqlite } from './sqlite-tables.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-copy-'))
  file = join(folder, 'x-ui.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const to = () => join(folder, 'staged')
const names = (path: string) =>
  readSqlite(path, () => true)
    .get('clients')
    ?.rows.map(({ name }) => name)

it('brings what is only in the write-ahead log, and writes nothing beside the original', async () => {
  const db = new DatabaseSync(file)
  db.exec("pragma journal_mode = wal; create table clients (name); insert into clients values ('in the log')")
  const before = readdirSync(folder)
  const copy = await copySource(file, to())
  expect(readdirSync(folder).filter((name) => name !== 'staged')).toEqual(before)
  expect(before).toContain('x-ui.db-wal')
  db.close()
  expect(names(copy.path)).toEqual(['in the log'])
  expect(statSync(copy.path).mode & 0o777).toBe(0o600)
  expect(statSync(to()).mode & 0o777).toBe(0o700)
})

it('leaves out what another program has not committed yet', async () => {
  const db = new DatabaseSync(file)
  db.exec("pragma cache_size = 1; create table clients (name); insert into clients values ('committed')")
  db.exec('begin')
  for (let i = 0; i < 2_000; i++) db.exec(`insert into clients values ('not committed ${i}')`)
  const copy = await copySource(file, to())
  db.exec('rollback')
  db.close()
  expect(names(copy.path)).toEqual(['committed'])
})

it('refuses a file that never stands still', async () => {
  const db = new DatabaseSync(file)
  db.exec('create table clients (name)')
  db.close()
  let at = 1
  const whileItChanges = async (from: string, target: string) => {
    utimesSync(file, at, at++)
    await copyFile(from, target)
  }
  await expect(copySource(file, to(), whileItChanges)).rejects.toMatchObject({ code: 'source.busy' })
})

it('says what is wrong with a path', async () => {
  await expect(copySource(join(folder, 'none'), to())).rejects.toMatchObject({ code: 'source.missing' })
  await expect(copySource(folder, to())).rejects.toMatchObject({ code: 'source.unreadable' })
  writeFileSync(file, 'a text')
  await expect(copySource(file, to())).rejects.toMatchObject({ code: 'source.not-sqlite' })
})

it('tells kinds of files apart', async () => {
  const kinds: Record<string, string> = {
    ours: 'schema_migrations inbounds client_traffics settings users',
    '3x-ui': 'inbounds settings users client_traffics',
    marzban: 'users jwt proxies hosts',
    pasarguard: 'users jwt core_configs hosts',
    'other-sqlite': 'notes',
  }
  for (const [kind, tables] of Object.entries(kinds)) {
    rmSync(file, { force: true })
    const db = new DatabaseSync(file)
    for (const table of tables.split(' ')) db.exec(`create table ${table} (id)`)
    db.close()
    expect(await kindOfFile(file)).toBe(kind)
  }
  writeFileSync(file, 'SQLite format 3\0 and no more')
  expect(await kindOfFile(file)).toBe('not-sqlite')
  expect(await kindOfFile(join(folder, 'none'))).toBe('not-sqlite')
})
