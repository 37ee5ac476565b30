import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '#test/postgres.ts'
import { ms, print, type Row } from './scale/report.ts'
import { emailOf, openStage } from './tick/stage.ts'

// A traffic tick in which 10,000 of 100,000 clients moved, each on two inbounds that are counted apart, against the same
// bytes under one name per client; and the job that adds them to the sums by inbound.

const onPostgres = process.argv.includes('--postgres')
const count = Number(process.env.SLUICE_BENCH_CLIENTS ?? 100_000)
const moving = Number(process.env.SLUICE_BENCH_MOVING ?? 10_000)
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 9)

const folder = mkdtempSync(join(tmpdir(), 'sluice-entries-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const middle = (list: readonly number[]) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

async function open(name: string) {
  const env: Record<string, string> = {}
  if (onPostgres) {
    const database = await createTestDatabase()
    endings.unshift(database.drop)
    env.SLUICE_DB_TYPE = 'postgres'
    env.SLUICE_DB_DSN = database.dsn
  }
  const stage = await openStage(join(folder, name), count, env)
  endings.unshift(stage.panel.stop)
  return stage
}

type Stage = Awaited<ReturnType<typeof open>>
const usersOf = {
  plain: (email: string) => [email],
  apart: (email: string) => [`@1/${email}`, `@2/${email}`],
}

async function timed(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** One tick; the bytes of each client are split among its names. */
function tickOf({ panel, moveUser, pack }: Stage, names: (email: string) => string[]): Promise<number> {
  for (let k = 0; k < moving; k++) {
    const users = names(emailOf((k * 10 + (k % 7)) % count))
    for (const user of users) moveUser(user, (1_000 + k) / users.length, (50_000 + k) / users.length)
  }
  pack()
  return timed(panel.traffic.tick)
}

async function run() {
  const [plain, apart] = [await open('plain'), await open('apart')]
  const took = { plain: [] as number[], apart: [] as number[], settle: [] as number[] }
  for (let round = 0; round < rounds + 2; round++) {
    const [one, two] = [await tickOf(plain, usersOf.plain), await tickOf(apart, usersOf.apart)]
    // The job runs every thirty seconds: six ticks together.
    const settle = round % 6 === 5 ? await timed(() => apart.panel.usageOfClient.settle()) : undefined
    if (round < 2) continue // warm up
    took.plain.push(one)
    took.apart.push(two)
    if (settle !== undefined) took.settle.push(settle)
  }
  const size = moving.toLocaleString('en')
  const [base, ours] = [middle(took.plain), middle(took.apart)]
  const table: Row[] = [
    {
      what: `a tick, ${size} clients moved on two inbounds each`,
      base: ms(base),
      ours: ms(ours),
      ratio: ours / base,
      most: 1.5,
    },
    { what: 'adding six ticks to the sums by inbound, every 30 s', base: '', ours: ms(middle(took.settle)) },
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
