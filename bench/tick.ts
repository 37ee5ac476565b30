import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase } from '#test/postgres.ts'
import { ms, print, type Row } from './scale/report.ts'
import { startHelper } from './scale/worker.ts'
import { emailOf, openStage } from './tick/stage.ts'

// One ledger tick in which 10,000 of 100,000 clients moved, against SQLite alone writing the same rows (each client's
// sum, the reading of its counters, and its roll-up); and a tick in which nothing moved.

const onPostgres = process.argv.includes('--postgres')
const count = Number(process.env.SLUICE_BENCH_CLIENTS ?? 100_000)
const moving = Number(process.env.SLUICE_BENCH_MOVING ?? 10_000)
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 9)

const folder = mkdtempSync(join(tmpdir(), 'sluice-tick-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

async function open() {
  const env: Record<string, string> = {}
  if (onPostgres) {
    const database = await createTestDatabase()
    endings.unshift(database.drop)
    env.SLUICE_DB_TYPE = 'postgres'
    env.SLUICE_DB_DSN = database.dsn
  }
  const stage = await openStage(join(folder, 'panel'), count, env)
  endings.unshift(stage.panel.stop)
  return stage
}

/** The longest stall of the event loop. */
async function stallOf(work: () => Promise<void>): Promise<{ took: number; stall: number }> {
  globalThis.gc?.()
  await wait(50)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  await work()
  const took = performance.now() - began
  await wait(5)
  delay.disable()
  return { took, stall: Math.max(0, delay.max / 1e6 - 1) }
}

function bareOn(file: string) {
  const copy = join(folder, 'copy.db')
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec(`vacuum into '${copy}'`)
  db.close()
  const helper = startHelper('../tick/bare.ts', [copy])
  endings.unshift(helper.stop)
  return helper
}

async function run() {
  const stage = await open()
  const { panel } = stage
  const bare = onPostgres ? undefined : bareOn(stage.file)
  const took = {
    tick: [] as number[],
    bare: [] as number[],
    stall: [] as number[],
    usual: [] as number[],
    idle: [] as number[],
  }
  for (let round = 0; round < rounds + 2; round++) {
    const rows = Array.from({ length: moving }, (_, k) => {
      const i = (k * 10 + (k % 7)) % count
      const [up, down] = [1_000 + k, 50_000 + k]
      return [emailOf(i), up, down, ...stage.move(i, up, down)]
    })
    stage.pack()
    const alone = (await bare?.ask<number>({ rows, at: Date.now() })) ?? Number.NaN
    const tick = await stallOf(panel.traffic.tick)
    const usual = await stallOf(() => wait(tick.took)) // stalls that other work on the machine causes anyway
    const before = await panel.db.version()
    const idle = await stallOf(panel.traffic.tick)
    if (!onPostgres && (await panel.db.version()) !== before) throw new Error('a tick without bytes wrote')
    if (round < 2) continue // warm up
    took.bare.push(alone)
    took.tick.push(tick.took)
    took.stall.push(tick.stall)
    took.usual.push(usual.stall)
    took.idle.push(idle.took)
  }
  const what = `a tick, ${moving.toLocaleString('en')} clients moved`
  const usual = middle(took.usual)
  const stall = Math.max(0, middle(took.stall) - usual)
  const table: Row[] = [
    onPostgres
      ? { what, base: '', ours: ms(middle(took.tick)) }
      : {
          what,
          base: ms(middle(took.bare)),
          ours: ms(middle(took.tick)),
          ratio: middle(took.tick) / middle(took.bare),
          most: 3,
        },
    {
      what: 'longest stall in it, of 20 ms',
      base: `without it ${ms(usual)}`,
      ours: `${ms(stall)} more`,
      ratio: stall / 20,
      most: 1,
    },
    { what: 'a tick in which nothing moved (it writes nothing)', base: '', ours: ms(middle(took.idle)) },
  ]
  return print(table, count)
}

async function endAll() {
  for (const end of endings.splice(0)) await end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)))

try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await endAll()
}
