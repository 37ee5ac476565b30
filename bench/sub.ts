import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.ts'
import { cpuMs } from './http/cpu.ts'
import { createLoader, median, requestText } from './http/loader.ts'
import { openDesk } from './scale/desk.ts'
import { openInbounds, settle } from './scale/people.ts'

// Raw subscriptions of random clients of the built program, with 1,000 and with 100,000 of them, against a bare
// Fastify route that returns the same bytes; alternated, so that a slow moment affects all three.

const many = Number(process.env.SLUICE_BENCH_CLIENTS ?? 100_000)
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 15)
const connections = 16
const forMs = 400
const warmRequests = 20_000
/** Regulars are answered from the cache; strangers do not return before they are evicted. */
const regulars = 3_000
const strangers = 20_000

interface Side {
  name: string
  pid: number
  port: number
  request: readonly string[]
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-sub-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

/** Enabled clients across the whole table; `people.ts` says which are disabled. */
const ids = (count: number, asked: number): string[] =>
  Array.from({ length: asked }, () => Math.floor(Math.random() * count))
    .map((n) => (n % 20 < 2 ? n - (n % 20) + 2 : n))
    .map((n) => `/sub/u${Math.min(n, count - 1)}sub`)

const asking = (count: number, asked: number) => ids(count, asked).map((path) => requestText('GET', path))

async function openPanel(name: string, count: number): Promise<Side> {
  const port = await freePort()
  const desk = await openDesk(join(folder, name), { SLUICE_SUB_PORT: String(port) })
  endings.unshift(desk.stop)
  await settle(desk, await openInbounds(desk), count)
  return { name, pid: desk.pid, port, request: asking(count, regulars) }
}

async function openBare({ port }: Side): Promise<Side> {
  const like = await fetch(`http://127.0.0.1:${port}/sub/u2sub`)
  const child = fork(fileURLToPath(new URL('./sub/bare.ts', import.meta.url)))
  endings.unshift(() => child.disconnect())
  const bound = new Promise<number>((resolve) => child.once('message', (m) => resolve(Number(m))))
  const own = ['connection', 'date', 'keep-alive', 'content-length']
  const headers = Object.fromEntries([...like.headers].filter(([name]) => !own.includes(name)))
  child.send({ headers, body: await like.text() })
  return { name: 'bare', pid: child.pid ?? 0, port: await bound, request: [requestText('GET', '/sub/u2sub')] }
}

const loader = createLoader()
endings.unshift(loader.close)

async function load(side: Side) {
  const before = cpuMs(side.pid)
  const { perSecond, requests, failures } = await loader.load({ ...side, connections, forMs })
  if (failures > 0) throw new Error(`${side.name}: ${failures} replies were not 200`)
  return { perSecond, perCpu: requests / (cpuMs(side.pid) - before), requests }
}

async function measure(sides: readonly Side[]) {
  for (const side of sides) for (let done = 0; done < warmRequests; ) done += (await load(side)).requests
  const results = sides.map((): Awaited<ReturnType<typeof load>>[] => [])
  for (let i = 0; i < rounds; i++) for (const [n, side] of sides.entries()) results[n]?.push(await load(side))
  return results
}

try {
  const small = await openPanel('small', 1_000)
  const large = await openPanel('large', many)
  const bare = await openBare(large)
  const fresh = { ...large, name: 'strangers', request: asking(many, strangers) }
  const [few = [], lots = [], alone = []] = await measure([small, large, bare])
  const [once = [], beside = []] = await measure([fresh, bare]) // last, because strangers evict the regulars
  type Figures = readonly { perSecond: number; perCpu: number }[]
  const ratio = (a: Figures, b: Figures, key: 'perSecond' | 'perCpu') =>
    median(a.map((r, i) => r[key] / (b[i]?.[key] ?? Number.NaN))).toFixed(2)
  const row = (what: string, a: Figures, b: Figures, target: string) =>
    console.log(
      `| ${what} | ${Math.round(median(a.map((r) => r.perSecond)))} /s | ${Math.round(median(b.map((r) => r.perSecond)))} /s | ${ratio(a, b, 'perSecond')} | ${ratio(a, b, 'perCpu')} | ${target} |`,
    )
  console.log('| What | this | that | ratio | by processor time | target |\n|---|---|---|---|---|---|')
  row(`Raw subscription with ${many} clients, against bare Fastify`, lots, alone, '>= 0.4')
  row('The same, nobody asking again', once, beside, '')
  row(`With 1,000 clients, against ${many}`, few, lots, '<= 1.3')
} finally {
  for (const end of endings) await end()
}
