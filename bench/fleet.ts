import { setTimeout as wait } from 'node:timers/promises'
import { testPanel } from '#test/panel.ts'
import { type Centre, emailOf, openCentre } from './fleet/centre.ts'
import type { Ask } from './fleet/stand-ins.ts'
import { ms, type Row, table } from './scale/report.ts'
import { timed } from './scale/timing.ts'
import { startHelper } from './scale/worker.ts'

// Panels with 1 and with 50 nodes of our own kind, the same clients on each node. The nodes are stand-ins in another
// process, over TLS, with the response headers of a real panel. What 50 nodes cost is compared with 50 times what one
// costs; 100 idle nodes are compared with their budget, by the bytes on the sockets.

const many = Number(process.env.SLUICE_BENCH_NODES ?? 50)
const count = Number(process.env.SLUICE_BENCH_CLIENTS ?? 2_000)
const moving = Math.floor(count / 10)
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 15)
const idleNodes = Number(process.env.SLUICE_BENCH_IDLE ?? 100)
const idleSeconds = Number(process.env.SLUICE_BENCH_IDLE_SECONDS ?? 100)
const budget = 5 * 1024

const endings: (() => unknown)[] = []
const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
const named = (what: string, n: number) => Array.from({ length: n }, (_, i) => `${what}${i + 1}`)

const helper = startHelper('../fleet/stand-ins.ts', [])
endings.unshift(helper.stop)
const ask = <T>(question: Ask): Promise<T> => helper.ask<T>(question)

/** The headers that a real panel sends with a report. */
async function realHeaders(): Promise<Record<string, string>> {
  const t = await testPanel()
  const me = await t.login()
  const { headers } = await me.call('GET', '/panel/api/fleet/report')
  await t.stop()
  const { 'content-length': _, date: __, connection: ___, ...rest } = headers
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
}

async function opened(port: number, names: string[], clients: number): Promise<Centre> {
  const centre = await openCentre(port, names, clients)
  endings.unshift(centre.stop)
  await centre.settled()
  return centre
}

/**
 * The longest stall of the event loop, by the processor time of its thread: other work on the machine does not count.
 */
async function stallOf(work: () => Promise<unknown>): Promise<number> {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let last = spent()
  let longest = 0
  const timer = setInterval(() => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

/** From the call of an operator until the last node has it. */
async function reach({ names, edit }: Centre, n: number): Promise<number> {
  const began = process.hrtime.bigint()
  const last = ask<string>({ kind: 'applied', nodes: names })
  await edit(emailOf(n), n)
  return Number(BigInt(await last) - began) / 1e6
}

async function ticks(centre: Centre, n: number): Promise<{ took: number; stall: number }> {
  const emails = Array.from({ length: moving }, (_, i) => emailOf((i * 7 + n) % count))
  await ask({ kind: 'move', nodes: centre.names, emails: [...new Set(emails)] })
  let took = 0
  const stall = await stallOf(async () => {
    took = await timed(() => centre.panel.traffic.tick())
  })
  return { took, stall }
}

async function work(port: number): Promise<Row[]> {
  const one = await opened(port, ['one'], count)
  const began = performance.now()
  const all = await opened(port, named('n', many), count)
  const filledMs = performance.now() - began
  for (const centre of [one, all]) await ask({ kind: 'applied', nodes: centre.names }) // from the beginning
  const seen = { reach1: [], reachN: [], tick1: [], tickN: [], stall1: [], stallN: [], editN: [] } as Record<
    'reach1' | 'reachN' | 'tick1' | 'tickN' | 'stall1' | 'stallN' | 'editN',
    number[]
  >
  for (let n = 0; n < rounds + 2; n++) {
    const reach1 = await reach(one, n)
    await one.settled()
    let reachN = 0
    const editN = await stallOf(async () => {
      reachN = await reach(all, n)
      await all.settled()
    })
    const [tick1, tickN] = [await ticks(one, n), await ticks(all, n)]
    if (n < 2) continue // warm up
    seen.reach1.push(reach1)
    seen.reachN.push(reachN)
    seen.editN.push(editN)
    seen.tick1.push(tick1.took)
    seen.tickN.push(tickN.took)
    seen.stall1.push(tick1.stall)
    seen.stallN.push(tickN.stall)
  }
  const perNode = (what: string, single: number[], whole: number[]): Row => ({
    what: `${what}, a node`,
    base: ms(middle(single)),
    ours: `${ms(middle(whole) / many)} (${ms(middle(whole))} for ${many})`,
    ratio: middle(whole) / many / middle(single),
    most: 1.2,
  })
  return [
    perNode('an edit of one client until the last node has it', seen.reach1, seen.reachN),
    perNode(`a tick with ${moving} clients that moved on each node`, seen.tick1, seen.tickN),
    {
      what: 'longest stall in that tick, of 20 ms',
      base: `one node ${ms(middle(seen.stall1))}`,
      ours: ms(middle(seen.stallN)),
      ratio: middle(seen.stallN) / 20,
      most: 1,
    },
    {
      what: 'longest stall in that edit, of 20 ms',
      base: '',
      ours: ms(middle(seen.editN)),
      ratio: middle(seen.editN) / 20,
      most: 1,
    },
    {
      what: `${many} new nodes, an inbound and ${count} clients on each, until all have them`,
      base: '',
      ours: `${ms(filledMs)} (${Math.round((many * (count + 1)) / (filledMs / 1_000)).toLocaleString('en')} keys a second)`,
    },
  ]
}

/** An edit beside a node that takes every call and answers none. */
async function hanging(port: number): Promise<Row> {
  const well = await opened(port, ['well1', 'well2'], 200)
  const ill = await opened(port, ['well3', 'hangs1'], 200)
  const times = { well: [] as number[], ill: [] as number[] }
  for (let n = 0; n < rounds * 10; n++)
    for (const side of n % 2 ? (['well', 'ill'] as const) : (['ill', 'well'] as const)) {
      await well.settled() // so that nobody is measured beside the work of the other
      await ill.settled()
      times[side].push(await timed(() => ({ well, ill })[side].edit(emailOf(n % 200), n)))
    }
  return {
    what: 'an edit, median, while one of two nodes hangs',
    base: `both well ${ms(middle(times.well))}`,
    ours: ms(middle(times.ill)),
    ratio: middle(times.ill) / middle(times.well),
    most: 1.1,
  }
}

async function idle(port: number): Promise<Row[]> {
  const before = await ask<number>({ kind: 'bytes' })
  await opened(port, named('idle', idleNodes), 0)
  await wait(10_000) // each has its waiting call
  const from = await ask<number>({ kind: 'bytes' })
  await wait(idleSeconds * 1_000)
  const bytes = (await ask<number>({ kind: 'bytes' })) - from
  const perSecond = bytes / idleSeconds
  const calls = (idleNodes * idleSeconds) / 25
  return [
    {
      what: `${idleNodes} idle nodes, bytes a second on all sockets, of ${budget}`,
      base: '3x-ui 399 KB',
      ours: `${Math.round(perSecond)} (about ${Math.round(bytes / calls)} a call, with TLS)`,
      ratio: perSecond / budget,
      most: 1,
    },
    {
      what: `the first contact with ${idleNodes} nodes`,
      base: '',
      ours: `${Math.round((from - before) / 1024)} KB`,
    },
  ]
}

async function run(): Promise<boolean> {
  const port = await ask<number>({ kind: 'open', headers: await realHeaders() })
  const only = process.argv[2]
  const rows: Row[] = []
  if (!only || only === 'idle') rows.push(...(await idle(port)))
  await endAll([helper.stop])
  if (!only || only === 'hanging') rows.push(await hanging(port))
  await endAll([helper.stop])
  if (!only || only === 'work') rows.push(...(await work(port)))
  return table(rows, 'one node', `${many} nodes x ${count.toLocaleString('en')} clients`)
}

async function endAll(but: readonly unknown[] = []) {
  const kept = endings.filter((end) => but.includes(end))
  for (const end of endings.splice(0)) if (!but.includes(end)) await end()
  endings.push(...kept)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)))

try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await endAll()
}
