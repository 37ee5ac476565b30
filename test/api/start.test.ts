import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPanel } from '#server/app/panel.ts'
import { readConfig } from '#server/platform/config.ts'
import { silentLog } from '#server/platform/log.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'

const open = (env: Record<string, string>) =>
  createPanel(readConfig({ SLUICE_ADMIN_PASSWORD: 'a long pass phrase', ...env }, {}), {
    log: silentLog,
    now: Date.now,
    print: () => {},
  })

/** What a start says of a server that refuses, one that accepts and says nothing, and an address that is none. */
async function tryPostgres(folder: string): Promise<{ said: string[]; ms: number }> {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number } // a TCP server has one
  const dsns = [
    'postgres://who:hushhush@127.0.0.1:1/x',
    `postgres://who:hushhush@127.0.0.1:${port}/x`,
    'nonsense',
  ]
  const began = Date.now()
  const said = await Promise.all(
    dsns.map((dsn, i) =>
      open({ SLUICE_DB_FOLDER: join(folder, `${i}`), SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: dsn }).then(
        () => 'started',
        (error: Error) => error.message,
      ),
    ),
  )
  silent.close()
  rmSync(folder, { recursive: true, force: true })
  return { said, ms: Date.now() - began }
}

describe('a start that cannot succeed', () => {
  let folder: string
  /** Begun before the other tests, because it waits for ten seconds. */
  let triedPostgres: ReturnType<typeof tryPostgres>
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-start-'))
    triedPostgres = tryPostgres(mkdtempSync(join(tmpdir(), 'sluice-no-postgres-')))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const inFolder = (name: string) => join(folder, name)

  it('says what is wrong with the chosen password', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sluice-weak-'))
    const wish = (password: string) => open({ SLUICE_DB_FOLDER: own, SLUICE_ADMIN_PASSWORD: password })
    try {
      await expect(wish('secret')).rejects.toThrow('Use at least 8 characters')
      await expect(wish('admin123')).rejects.toThrow('Choose another one')
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })

  it('names a damaged or foreign database file and leaves it unchanged', async () => {
    const file = inFolder('sluice.db')
    const sane = await open({ SLUICE_DB_FOLDER: folder })
    await sane.stop()
    const whole = readFileSync(file)
    // A stopped panel leaves one whole file of data.
    expect(readdirSync(folder).sort()).toEqual(['instance-id', 'panel.lock', 'sluice.db'])
    const holed = Buffer.from(whole)
    holed.fill(0x55, 4096 * 2, 4096 * 6)
    const foreign = mkdtempSync(join(tmpdir(), 'sluice-foreign-'))
    for (const bytes of [
      Buffer.from('this is a text and no database'.repeat(50)),
      holed,
      whole.subarray(0, whole.length >> 1),
    ]) {
      writeFileSync(file, bytes)
      await expect(open({ SLUICE_DB_FOLDER: folder })).rejects.toThrow(
        /damaged or is no SQLite database.*backup/,
      )
      expect(readFileSync(file).equals(bytes)).toBe(true)
    }
    const stranger = new DatabaseSync(join(foreign, 'sluice.db'))
    stranger.exec('create table users (id integer)')
    stranger.close()
    await expect(open({ SLUICE_DB_FOLDER: foreign })).rejects.toThrow(
      /cannot be brought up to date.*nothing was changed/,
    )
    rmSync(foreign, { recursive: true, force: true })
    writeFileSync(file, whole)
    await (await open({ SLUICE_DB_FOLDER: folder })).stop() // every failed start released its lock
  })

  it('shows a generated password only when the panel is served, and leaves none that nobody saw', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number } // a TCP server has one
    const free = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) }
    const lines: string[] = []
    const attempt = async (ports: Record<string, string>) => {
      const env = { SLUICE_DB_FOLDER: inFolder('unseen'), SLUICE_CORE_BIN: 'none', ...free, ...ports }
      const print = (line: string) => void lines.push(line)
      const panel = await createPanel(readConfig(env, {}), { log: silentLog, now: Date.now, print })
      try {
        await panel.start()
      } finally {
        await panel.stop()
      }
    }
    for (const which of ['SLUICE_PORT', 'SLUICE_SUB_PORT'])
      await expect(attempt({ [which]: String(port) })).rejects.toThrow(`${port}`)
    expect(lines).toEqual([])
    await new Promise((resolve) => taken.close(resolve))
    await attempt({})
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['Username:', 'Password:', 'The', 'Sluice'])
    await attempt({})
    expect(lines).toHaveLength(5)
  })

  it('names a broken certificate', async () => {
    const cert = inFolder('cert')
    const first = await open({ SLUICE_DB_FOLDER: cert })
    await first.db.write((tx) =>
      tx
        .insertInto('settings')
        .values([
          { key: 'webCertFile', value: '/nope/a.pem' },
          { key: 'webKeyFile', value: '/nope/b.pem' },
        ])
        .execute(),
    )
    await first.stop()
    await expect(open({ SLUICE_DB_FOLDER: cert })).rejects.toThrow(
      /certificate \/nope\/a.pem cannot be read: there is no such file.*sluice cert -reset/,
    )
  })

  it('names a PostgreSQL that does not answer, without its password, in bounded time', async () => {
    const { said, ms } = await triedPostgres
    expect(said).toHaveLength(3)
    for (const text of said) {
      expect(text).toMatch(/PostgreSQL does not answer at .*\(.+\).*SLUICE_DB_DSN/)
      expect(text).not.toContain('hushhush')
    }
    expect(ms).toBeLessThan(patient(12_000))
    expect(() => readConfig({ SLUICE_DB_TYPE: 'postgres' }, {})).toThrow(/SLUICE_DB_DSN/)
    expect(() => readConfig({ SLUICE_DB_TYPE: 'mysql' }, {})).toThrow(/sqlite or postgres/)
  })
})
