import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectDatabase } from '../backup/archive/inspect.ts'
import { migrations } from '../store/migrate.ts'
import { kindOfFile, startReader } from './source-reader.ts'
import { readSqlite } from './sqlite-tables.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-hostile-'))
  file = join(folder, 'x-ui.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const panel = `create table users (id); create table settings (id, key, value); create table inbounds (id, settings);
  create table client_traffics (id, email);`

function make(sql: string): void {
  const db = new DatabaseSync(file, { defensive: false })
  db.exec(sql)
  db.close()
}

const read = () => readSqlite(file, () => true)
const opened = async () => {
  const reader = startReader({ kind: 'file', path: file })
  try {
    return await reader.ask('open', {
      source: { kind: 'file', path: file },
      given: {},
      around: { now: 0, serverAddress: '' },
    })
  } finally {
    reader.end()
  }
}

test('computed columns are refused before anything is read', async () => {
  make(
    `${panel} create table clients (id, text as (hex(zeroblob(300000000)))); insert into clients (id) values (1)`,
  )
  expect(read).toThrow('The table clients has computed columns')
  expect(await kindOfFile(file)).toBe('3x-ui')
  await expect(opened()).rejects.toMatchObject({ code: 'source.computed-columns' })
})

test('a check of the other panel is not run', () => {
  make(`create table clients (id check (length(hex(zeroblob(id))) < 10));
    pragma ignore_check_constraints = on; insert into clients values (100)`)
  expect(read().get('clients')?.rows).toEqual([{ id: 100 }])
})

test('views and virtual tables are not read, whatever they say that they are', () => {
  make(`create table clients (id); insert into clients values (1); create view seen as select 1;
    create/**/virtual table found using fts5(text)`)
  expect([...read().keys()].filter((name) => !name.startsWith('found_'))).toEqual(['clients'])
  make(`create view endless as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n;
    pragma writable_schema = on; update sqlite_master set type = 'table' where name = 'endless'`)
  expect(read).toThrow('damaged')
})

test('a small file that reads as a large one is refused', () => {
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)'
  make(`create table clients (id); insert into clients ${numbers} select i from n;
    alter table clients add column text default '${'x'.repeat(20_000)}'`)
  expect(read).toThrow('more memory to read')
})

/** What `inspectDatabase` accepts, so that only the statement of a test is a reason to refuse. */
const backup = `${panel} create table clients (id); create table schema_migrations (name, version);
  insert into schema_migrations values ('${migrations[0]?.name}', '1.0.0');`

test('a backup of plain tables and indexes can be restored', () => {
  make(`${backup} create index i on users (id) where id > 1`)
  expect(inspectDatabase(file)).toMatchObject({ counts: { clients: 0 }, panelVersion: '1.0.0' })
})

test.each([
  ['a computed column', 'create table other (a, b as (hex(a)))'],
  ['a check', 'create table other (a check (length(hex(a)) > 0))'],
  ['a trigger', 'create trigger t after insert on users begin select 1; end'],
  ['a view', 'create view v as select 1'],
  ['a virtual table', 'create virtual table found using fts5(text)'],
  ['a computed key', 'create index i on users (hex(zeroblob(id)))'],
  ['a condition with a function', 'create index i on users (id) where length(id) > 1'],
])('a backup with %s is not restored', (_, sql) => {
  make(`${backup} ${sql}`)
  expect(() => inspectDatabase(file)).toThrow(expect.objectContaining({ code: 'backup.foreign-database' }))
})
