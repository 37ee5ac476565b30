import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { migrateDbCommand } from '#server/cli/migrate-db.ts'
import { type Database, readConfig } from '#server/platform/config.ts'
import { lockFolder } from '#server/platform/db/lock.ts'
import { openLine } from '#server/store/copy/postgres-line.ts'
import { migrations } from '#server/store/migrate.ts'
import { makeFullDatabase } from '#test/fixtures/full-database.ts'
import { tableSums } from '#test/fixtures/table-sums.ts'
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts'
import { builtProgram } from '#test/program.ts'
import { createRandom } from '#test/random.ts'
import { seed } from '#test/seed.ts'

const program = builtProgram()
const server = process.env.SLUICE_TEST_PG_DSN
if (!server) console.log('Not tested on PostgreSQL: SLUICE_TEST_PG_DSN is not set.')
const kills = process.env.SLUICE_LONG ? 20 : 1

const folder = mkdtempSync(join(tmpdir(), 'sluice-migrate-db-'))
const home = join(folder, 'home')
const file = join(home, 'sluice.db')
const other = join(folder, 'other.db')
const databases: TestDatabase[] = []
beforeAll(() => {
  lockFolder(home)() // makes the folder, as a panel does
  makeFullDatabase(file, 3_000)
  makeFullDatabase(other, 20)
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function newDatabase(): Promise<string> {
  const database = await createTestDatabase()
  databases.push(database)
  return database.dsn
}

const env = { PATH: process.env.PATH ?? '', SLUICE_DB_FOLDER: home }

interface Result {
  code: number
  out: string
  err: string
}
function run(command: string, args: readonly string[], more: Record<string, string> = {}): Promise<Result> {
  return new Promise((resolve) => {
    execFile(command, args, { env: { ...env, ...more } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    )
  })
}
const migrateDb = (args: readonly string[], more?: Record<string, string>) =>
  run(program.node, [...program.args, 'migrate-db', ...args], { ...program.env, ...more })

/** Without a process of its own: what it throws is what the program prints. */
const refusalOf = (args: readonly string[]): Promise<string> =>
  migrateDbCommand(
    readConfig(env, {}),
    args,
    () => {},
    () => {},
  ).then(
    () => 'it was done',
    (error: Error) => (error instanceof Refusal ? error.message : String(error.stack)),
  )

const sqlite = (path: string): Database => ({ kind: 'sqlite', file: path })
const leftovers = (path: string) => readdirSync(path).filter((name) => name.includes('.moving-'))

/** A slow machine is told how far the copy is. */
const withoutProgress = (text: string) => text.replace(/^\w+ \w+: \d+ %.*\n/gm, '')

describe('sluice migrate-db', () => {
  it('says what is wrong with a command, and does nothing', async () => {
    const cases: [string[], RegExp][] = [
      [[], /Say where the database goes: sluice migrate-db --to postgres:/],
      [['--to', 'mysql://root:secret@localhost/x'], /"mysql:\/\/root…localhost\/x" is neither/],
      [['--dsn', 'host=localhost user=x password=secret dbname=x'], /is neither postgres:.*nor the path/],
      [['--to', file], /Source and target are the same database/],
      [['--to', join(folder, 'no', 'folder.db')], /cannot be written .*nothing was changed/],
      [['--to', 'postgres://x:y@127.0.0.1:1/none'], /PostgreSQL does not answer at 127\.0\.0\.1:1\/none/],
      [['--to', join(folder, 'new.db'), '--from', import.meta.filename], /damaged or is no SQLite database/],
    ]
    for (const [args, reason] of cases) {
      const said = await refusalOf(args)
      expect(said).toMatch(reason)
      expect(said).not.toContain('secret')
    }
    const { code, err } = await migrateDb([])
    expect([code, err]).toEqual([1, expect.stringMatching(/^Say where the database goes.*\n$/)])
    expect(existsSync(join(folder, 'new.db'))).toBe(false)
  })

  it('refuses a panel that runs on the source or the target folder', async () => {
    const unlock = lockFolder(home)
    try {
      for (const args of [
        ['--to', join(folder, 'new.db')],
        ['--from', other, '--to', file, '--replace'],
      ])
        expect(await refusalOf(args)).toMatch(/A panel runs on .*home; nothing was changed. Stop it first/)
    } finally {
      unlock()
    }
    expect(existsSync(join(folder, 'new.db'))).toBe(false)
  })

  it('a disk that fills half way: a sentence, and everything is as it was', async () => {
    const target = join(folder, 'full-disk.db')
    cpSync(other, target)
    const before = await tableSums(sqlite(target))
    // The limit on the size of a file stands in for a full disk: 2,000 KiB.
    const limited = ['-c', 'ulimit -f 4000; exec "$@"', 'sh', program.node, ...program.args]
    const args = ['migrate-db', '--to', target, '--replace']
    const { code, err } = await run('/bin/sh', [...limited, ...args])
    expect(err).toMatch(/^(There is no room left|The database could not be copied).*nothing was changed\./m)
    expect(code).toBe(1)
    expect(await tableSums(sqlite(target))).toEqual(before)
    expect(leftovers(folder)).toEqual([])
  })

  it('no room for the copy before an update: a sentence, and the file is as it was', async () => {
    const old = mkdtempSync(join(folder, 'old-'))
    makeFullDatabase(join(old, 'sluice.db'), 3_000, migrations.slice(0, -1))
    const limited = ['-c', 'ulimit -f 4000; exec "$@"', 'sh', program.node, ...program.args, 'migrate']
    const before = await tableSums(sqlite(join(old, 'sluice.db')))
    const { code, err } = await run('/bin/sh', limited, { SLUICE_DB_FOLDER: old })
    expect(err).toMatch(/no room for the copy that is made before .*nothing was changed/)
    expect(code).toBe(1)
    expect(await tableSums(sqlite(join(old, 'sluice.db')))).toEqual(before)
    expect(readdirSync(old).filter((name) => name.includes('before-update'))).toEqual([])
  })
})

/**
 * Kills the command at random moments of its life. Whatever it left is the old content or the new one. The same copy
 * to a spare target says how long it lives.
 */
async function survivesKills(args: readonly string[], target: Database, spare: string): Promise<void> {
  const random = createRandom(seed)
  const old = JSON.stringify(await tableSums(target))
  const fresh = JSON.stringify(await tableSums(sqlite(file)))
  const began = performance.now()
  await migrateDb(['--to', spare])
  const whole = performance.now() - began
  for (let i = 0; i < kills; i++) {
    const child = spawn(program.node, [...program.args, 'migrate-db', ...args], {
      env: { ...program.env, ...env },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    // The first tenth is the start of the program.
    await Promise.race([ended, wait(whole * (0.1 + 0.9 * (random.below(1_000) / 1_000)))])
    child.kill('SIGKILL')
    await ended
    const now = JSON.stringify(await tableSums(target))
    expect([old, fresh], `seed ${seed}, kill ${i}`).toContain(now)
    if (now === fresh) break // it was done
  }
  const { code, err } = await migrateDb(args)
  expect(err).not.toMatch(/failed/)
  expect(code).toBe(0)
  expect(JSON.stringify(await tableSums(target))).toBe(fresh)
}

describe('kill -9 in the middle', () => {
  it('leaves a file as it was', async () => {
    const target = join(folder, 'target.db')
    cpSync(other, target)
    await survivesKills(['--to', target, '--replace'], sqlite(target), join(folder, 'spare.db'))
    expect(leftovers(folder)).toEqual([])
  }, 600_000)

  it.skipIf(!server)(
    'leaves PostgreSQL as it was',
    async () => {
      const dsn = await newDatabase()
      expect((await migrateDb(['--from', other, '--to', dsn])).code).toBe(0)
      await survivesKills(['--to', dsn, '--replace'], { kind: 'postgres', dsn }, await newDatabase())
    },
    600_000,
  )
})

describe.skipIf(!server)('PostgreSQL and back', () => {
  it("with 3x-ui's flags; a panel that runs on it is refused on either side", async () => {
    const dsn = await newDatabase()
    const database: Database = { kind: 'postgres', dsn }
    // The environment may already name the new database: the file of the data folder is the source then.
    const there = await migrateDb(['--dsn', dsn], { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: dsn })
    expect(withoutProgress(there.err)).toBe('')
    expect(there.out).toMatch(/clients +3,000 rows {2}[0-9a-f]{32}\n/)
    expect(there.out).toMatch(/Copied [\d,]+ rows in [\d.]+ s \([\d,]+ rows\/s\)\. Row counts and checksums/)
    expect(there.out).not.toContain(new URL(dsn).password)
    expect(await tableSums(database)).toEqual(await tableSums(sqlite(file)))

    expect(await refusalOf(['--to', dsn, '--src', other])).toMatch(/already holds data; nothing was changed/)

    const line = await openLine(dsn)
    await line.query(
      "insert into instances values ('a', 'host', '9', 0, (extract(epoch from clock_timestamp()) * 1000)::bigint)",
    )
    const back = join(folder, 'back.db')
    for (const args of [
      ['--from', dsn, '--to', back],
      ['--from', other, '--to', dsn, '--replace'],
    ])
      expect(await refusalOf(args)).toMatch(/A panel runs on .*nothing was changed. Stop it first/)
    await line.query('delete from instances')
    await line.close()
    expect(existsSync(back)).toBe(false)

    expect((await migrateDb(['--from', dsn, '--to', back])).code).toBe(0)
    expect(await tableSums(sqlite(back))).toEqual(await tableSums(sqlite(file)))
  })
})
