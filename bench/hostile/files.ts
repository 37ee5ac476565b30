import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zipOf } from '#test/fixtures/zip.ts'

const tables = `create table users (id); create table settings (id, key, value); create table inbounds (id, settings);
  create table client_traffics (id, email);`
const rows = (n: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${n})`

/** Each makes a few hundred kilobytes. */
const schemas = {
  'computed columns of 300 MB': `create table clients (id, text as (hex(zeroblob(150000000))));
    insert into clients (id) ${rows(100)} select i from n;`,
  'a check that computes for minutes': `create table clients (id check (length(hex(zeroblob(50000000 + id))) > 0));
    pragma ignore_check_constraints = on; insert into clients ${rows(10_000)} select i from n;`,
  'defaults of 4 GB': `create table clients (id); insert into clients ${rows(20_000)} select i from n;
    alter table clients add column text default '${'x'.repeat(200_000)}';`,
  'settings of 1,000,000 empty objects': `insert into inbounds values (1, '{"clients":[${'{},'.repeat(1_000_000)}{}]}');`,
}
export const databases = Object.keys(schemas) as (keyof typeof schemas)[] // the keys above

export function hostileDatabase(folder: string, kind: keyof typeof schemas): Buffer {
  const file = join(folder, 'hostile.db')
  rmSync(file, { force: true })
  const db = new DatabaseSync(file)
  db.exec(`${tables} ${schemas[kind]}`)
  db.close()
  return readFileSync(file)
}

/** A backup whose database unpacks to a gigabyte of zeros. */
export const hostileArchive = (): Buffer =>
  zipOf([
    { name: 'manifest.json', data: Buffer.from('{}') },
    { name: 'sluice.db', data: Buffer.alloc(1024 * 1024 * 1024) },
  ])
