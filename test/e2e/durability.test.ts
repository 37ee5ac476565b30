import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seed } from '#test/seed.ts'
import { killRounds } from './durability/rounds.ts'
import { postgresStorage, type Storage, sqliteStorage } from './durability/storage.ts'

const long = process.env.SLUICE_LONG === '1'
const minutes = 60_000

let folder: string
let storage: Storage | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-durability-'))
})
afterEach(async () => {
  await storage?.drop()
  storage = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function run(engine: string, rounds: number, opened: Storage) {
  storage = opened
  console.log(`${engine}: ${rounds} kills during 500 mixed writes, SLUICE_SEED=${seed}`)
  const acknowledged = await killRounds({ folder, storage, rounds, seed })
  console.log(`${engine}: ${acknowledged} acknowledged writes, all there and whole`)
  return acknowledged
}

describe('kill -9 at a random moment of 500 mixed writes', () => {
  const sqliteRounds = long ? 50 : 2
  it(`loses and halves nothing on SQLite, ${sqliteRounds} times`, { timeout: 20 * minutes }, async () => {
    expect(await run('SQLite', sqliteRounds, sqliteStorage(folder))).toBeGreaterThan(0)
  })

  const postgresRounds = long ? 20 : 1
  it.skipIf(!process.env.SLUICE_TEST_PG_DSN)(
    `loses and halves nothing on PostgreSQL, ${postgresRounds} times`,
    { timeout: 20 * minutes },
    async () => {
      expect(await run('PostgreSQL', postgresRounds, await postgresStorage())).toBeGreaterThan(0)
    },
  )
})
