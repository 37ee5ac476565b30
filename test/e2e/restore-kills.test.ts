import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Backup, BackupComparison } from '#contract/backup.ts'
import { freePort } from '#test/free-port.ts'
import { admin, type Program, startProgram } from '#test/program.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import { postgresStorage, type Storage, sqliteStorage } from './durability/storage.ts'

const long = process.env.SLUICE_LONG === '1'
const root = '/panel/api/backups'
/** A restore takes about as long, from the call to the ready line. */
const mostMs = 1_200

let folder: string
let program: Program | undefined
let storage: Storage
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-restore-kills-'))
})
afterEach(async () => {
  await program?.kill('SIGKILL')
  await storage.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function begun(port: number): Promise<Visitor> {
  program = await startProgram({ folder, port, env: storage.env })
  await program.ready
  return logIn(program.url, admin)
}

async function inbound(me: Visitor, remark: string): Promise<void> {
  const port = await freePort()
  const made = await me.post('/panel/api/inbounds/add', {
    remark,
    port,
    protocol: 'vless',
    enable: true,
    settings: '{}',
    streamSettings: '{}',
    sniffing: '{}',
  })
  expect(made.msg).not.toMatch(/wrong/)
}

/** What tells the two states apart, read from every table that they differ in. */
async function stateOf(me: Visitor): Promise<string> {
  const { obj } = await me.get<{ remark: string; port: number; tag: string }[]>('/panel/api/inbounds/list')
  return JSON.stringify(obj.map(({ remark, port, tag }) => [remark, port, tag]))
}

async function backedUp(me: Visitor): Promise<{ id: string; sha256: string; state: string }> {
  const { obj } = await me.post<Backup>(`${root}/create`, {})
  const { obj: compared } = await me.post<BackupComparison>(`${root}/compare/${obj.id}`, {})
  return { id: obj.id, sha256: compared.sha256, state: await stateOf(me) }
}

async function killRounds(rounds: number, engine: string): Promise<void> {
  const port = await freePort()
  let me = await begun(port)
  await inbound(me, 'first')
  const first = await backedUp(me)
  for (let i = 0; i < 30; i++) await inbound(me, `second ${i}`)
  const second = await backedUp(me)
  let current = second
  const seen = { old: 0, new: 0 }
  for (let round = 0; round < rounds; round++) {
    const wanted = current === first ? second : first
    const ms = randomInt(mostMs)
    void me.post(`${root}/restore/${wanted.id}`, { confirm: wanted.sha256 }).catch(() => {}) // it is killed
    await new Promise((go) => setTimeout(go, ms))
    await program?.kill('SIGKILL')
    expect(await storage.integrity()).toBe('ok')
    me = await begun(port)
    const now = await stateOf(me)
    expect([first.state, second.state], `killed after ${ms} ms`).toContain(now)
    const next = now === first.state ? first : second
    seen[next === wanted ? 'new' : 'old'] += 1
    current = next
  }
  console.log(
    `${engine}: ${rounds} kills during restores: ${seen.old} times the old state, ${seen.new} times the new one`,
  )
}

describe('kill -9 at a random moment of a restore', () => {
  const timeout = 20 * 60_000
  const rounds = long ? 20 : 1
  it(`leaves the old or the new state on SQLite, ${rounds} times`, { timeout }, async () => {
    storage = sqliteStorage(folder)
    await killRounds(rounds, 'SQLite')
    expect(await storage.integrity()).toBe('ok')
  })
  it.skipIf(!process.env.SLUICE_TEST_PG_DSN)(
    `leaves the old or the new state on PostgreSQL, ${rounds} times`,
    { timeout },
    async () => {
      storage = await postgresStorage()
      await killRounds(rounds, 'PostgreSQL')
      expect(await storage.integrity()).toBe('ok')
    },
  )
})
