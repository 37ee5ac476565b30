import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts'
import { type Program, startProgram } from '#test/program.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'

/** Two data folders, as on two machines, and one database. */
describe.skipIf(!process.env.SLUICE_TEST_PG_DSN)('a second panel on one PostgreSQL', () => {
  const folders = [0, 1].map(() => mkdtempSync(join(sharedTmp(), 'sluice-instance-')))
  const running: Program[] = []
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(async () => {
    for (const program of running) await program.kill('SIGKILL')
    await database?.drop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  async function start(which: number, args: string[] = []): Promise<Program> {
    const env = { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: database.dsn }
    const program = await startProgram({ folder: folders[which] ?? '', env, args })
    running.push(program)
    return program
  }
  async function expectRefused(which: number) {
    const program = await start(which)
    expect((await program.ended).code).toBe(1)
    expect(program.errors()).toMatch(/^Another Sluice \(.+\) already runs on this database.*Stop that one/)
  }

  it('is refused while the first runs, is killed, or comes back; is let in after a stop or fifteen seconds', async () => {
    const first = await start(0)
    await first.ready
    await expectRefused(1)
    const command = await start(1, ['setting', '-show'])
    expect((await command.ended).code).toBe(0)

    await first.kill('SIGKILL')
    await expectRefused(1)
    const again = await start(0)
    await again.ready // the same instance waits for nobody
    await again.kill('SIGTERM')

    const second = await start(1)
    await second.ready // after a clean stop there is nothing to wait for
    await second.kill('SIGKILL')
    await expectRefused(0)
    await new Promise((next) => setTimeout(next, 15_500))
    await (await start(0)).ready
  })
})
