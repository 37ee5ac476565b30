import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createTestDatabase } from '#test/postgres.ts'
import { mb, ms, print, type Row } from './scale/report.ts'
import { emailOf, openStage, packedOf } from './tick/stage.ts'

// A traffic tick in which 10,000 of 100,000 clients moved, each on two inbounds that are counted apart, against the same
// bytes under one name per client; the same where each client has a quota for one inbound and one for a label; the job that adds
// them to the sums by inbound; and the memory of a panel in which every client has moved.

const onPostgres = process.argv.includes('--postgres')
const count = Number(process.env.SLUICE_BENCH_CLIENTS ?? 100_000)
const moving = Number(process.env.SLUICE_BENCH_MOVING ?? 10_000)
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 9)

const folder = mkdtempSync(join(tmpdir(), 'sluice-entries-'))
const endings: (() => unknown)[] = []
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

/** Everybody has two quotas, which nobody uses up. */
async function giveQuotas({ panel }: Stage): Promise<void> {
  const insert = (n: number) => sql`insert into inbounds (id, user_id, tag, protocol, port, labels)
    values (${n}, 1, ${`bench-${n}`}, 'vless', ${40_000 + n}, 'premium')`
  await panel.db.write(async (tx) => {
    for (const n of [1, 2]) await insert(n).execute(tx)
    for (const target of ['inbound:1', 'label:premium'])
      await sql`insert into client_quota_usage (target, client_id, bytes, reset, owner)
        select ${target}, id, 90000000000000, 'client', 'group' from clients`.execute(tx)
  })
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

/** What a panel holds after a minute in which every client has moved, and a tenth of them in each tick. In a process of its own. */
function held(name: keyof typeof usersOf): number {
  const at = join(folder, `memory-${name}`)
  mkdirSync(join(at, 'readings'), { recursive: true })
  const values = new Map<string, number>()
  for (let tick = 0; tick < 12; tick++) {
    for (let i = 0; i < count; i++) {
      if (tick > 0 && i % 10 !== tick % 10) continue
      for (const user of usersOf[name](emailOf(i)))
        for (const way of ['uplink', 'downlink'])
          values.set(`user>>>${user}>>>traffic>>>${way}`, (tick + 1) * 1_000 + i)
    }
    writeFileSync(join(at, 'readings', String(tick).padStart(3, '0')), packedOf(values))
  }
  const child = join(import.meta.dirname, 'entries', 'memory.ts')
  const ran = spawnSync(process.execPath, [...process.execArgv, child, at, String(count)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 600_000,
  })
  if (ran.status !== 0) throw new Error(`the panel whose memory is measured ended with ${ran.status}`)
  const { rss, heap } = JSON.parse(ran.stdout)
  console.log(`memory, ${name}: ${mb(rss / 2 ** 20)}, of it in JavaScript: ${mb(heap / 2 ** 20)}`)
  return rss / 2 ** 20
}

async function run() {
  const [plain, apart, limited] = [await open('plain'), await open('apart'), await open('limited')]
  await giveQuotas(limited)
  const took = {
    plain: [] as number[],
    apart: [] as number[],
    limited: [] as number[],
    settle: [] as number[],
  }
  for (let round = 0; round < rounds + 2; round++) {
    const [one, two] = [await tickOf(plain, usersOf.plain), await tickOf(apart, usersOf.apart)]
    const three = await tickOf(limited, usersOf.apart)
    // The job runs every thirty seconds: six ticks together.
    const settle = round % 6 === 5 ? await timed(() => apart.panel.usageOfClient.settle()) : undefined
    if (round < 2) continue // warm up
    took.plain.push(one)
    took.apart.push(two)
    took.limited.push(three)
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
    {
      what: 'the same, with two quotas for each client',
      base: ms(ours),
      ours: ms(middle(took.limited)),
      ratio: middle(took.limited) / ours,
      most: 2,
    },
    { what: 'adding six ticks to the sums by inbound, every 30 s', base: '', ours: ms(middle(took.settle)) },
  ]
  await endAll()
  const [alone, two] = [held('plain'), held('apart')]
  table.push({
    what: 'memory of a panel in which every client has moved',
    base: mb(alone),
    ours: mb(two),
    ratio: two / alone,
    most: 1.15,
  })
  return print(table, count)
}

async function endAll() {
  for (const end of endings.splice(0)) await end()
}
function leave() {
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endAll().finally(leave))

try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await endAll()
  rmSync(folder, { recursive: true, force: true })
}
