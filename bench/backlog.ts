import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientFields } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import { coreBinary } from '#test/core-binary.ts'
import { startClientCore } from '#test/e2e/core/client-core.ts'
import { templateTo } from '#test/e2e/core/core-panel.ts'
import { openStream, type Stream } from '#test/e2e/core/dial.ts'
import { createOrigin } from '#test/e2e/core/origin.ts'
import { backlogOf, coreRuns, emptied } from './scale/core.ts'
import { type Desk, openDesk } from './scale/desk.ts'
import { clientOf, openInbounds, settle, twoOf } from './scale/people.ts'
import { ms, type Row, table } from './scale/report.ts'
import { timed, timesOf } from './scale/timing.ts'

// Two panels with a core each. One gets 100,000 clients by bulkCreate and is edited while they are still being sent to
// its core; the other is idle. Edits alternate between the two: only the ratio is comparable across machines.

if (!coreBinary) throw new Error('name a core in SLUICE_TEST_CORE')
const binary = coreBinary
const count = Number(process.env.SLUICE_BENCH_CLIENTS ?? 100_000)
const samples = Number(process.env.SLUICE_BENCH_SAMPLES ?? 150)
const cutMostMs = 2_000

const folder = mkdtempSync(join(tmpdir(), 'sluice-backlog-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const api = '/panel/api/clients'

interface Side {
  desk: Desk
  inbounds: number[]
}

/** Starts with a thousand clients already in the core. */
async function open(name: string): Promise<Side> {
  const desk = await openDesk(join(folder, name), { SLUICE_CORE_BIN: binary })
  endings.unshift(desk.stop)
  await coreRuns(desk)
  const inbounds = await openInbounds(desk)
  await settle(desk, inbounds, 1_000)
  for (let i = 0; i < samples; i++)
    await desk.post(`${api}/add`, { client: clientOf(`edited${i}`), inboundIds: twoOf(inbounds, i) })
  await emptied(desk)
  return { desk, inbounds }
}

async function bringIn({ desk, inbounds }: Side): Promise<void> {
  const perCall = 2_000
  for (let first = 0; first < count; first += perCall) {
    const list = Array.from({ length: Math.min(perCall, count - first) }, (_, i) => ({
      client: clientOf(`many${first + i}`),
      inboundIds: twoOf(inbounds, first + i),
    }))
    await desk.post(`${api}/bulkCreate`, list)
  }
}

/** Toggles one client on both panels in turn, while the busy one has a backlog. */
async function edits(quiet: Side, busy: Side) {
  const times = { quiet: [] as number[], busy: [] as number[] }
  let during = 0
  for (let i = 0; i < samples; i++) {
    const edit = ({ desk }: Side) =>
      timed(() =>
        desk.post(`${api}/update/edited${i}`, { email: `edited${i}`, enable: i % 2 === 0, flow: '' }),
      )
    const going = await backlogOf(busy.desk)
    const took = { quiet: await edit(quiet), busy: await edit(busy) }
    if (!going) break
    during++
    times.quiet.push(took.quiet)
    times.busy.push(took.busy)
  }
  if (during < 20) throw new Error(`only ${during} edits fell into the backlog: bring in more clients`)
  return { quiet: timesOf(times.quiet), busy: timesOf(times.busy), during }
}

async function untilStill(stream: Stream): Promise<void> {
  while (await stream.flows(400));
}

/** Disables a client with an open stream and waits until no more bytes arrive. */
async function watched({ desk, inbounds }: Side, originPort: number) {
  await desk.post('/panel/xray/update', { xraySetting: JSON.stringify(templateTo(originPort)) })
  const [first = 0] = inbounds
  await desk.post(`${api}/add`, { client: clientOf('watched'), inboundIds: [first] })
  const { client } = await desk.get<{ client: ClientFields }>(`${api}/get/watched`)
  const inbound = await desk.get<Inbound>(`/panel/api/inbounds/get/${first}`)
  const core = await startClientCore(binary, [{ inbound, client }])
  endings.unshift(core.stop)
  return openStream(core.ports[0] ?? 0, '/fast')
}

async function run(): Promise<boolean> {
  const origin = await createOrigin()
  endings.unshift(origin.close)
  const quiet = await open('quiet')
  const busy = await open('busy')
  const stream = await watched(busy, origin.port)
  const broughtMs = await timed(() => bringIn(busy))
  const began = performance.now()
  const cutMs =
    (await timed(async () => {
      await busy.desk.post(`${api}/update/watched`, { email: 'watched', enable: false })
      await untilStill(stream)
    })) - 400 // minus the 400 ms of silence that is waited for
  const waiting = (await backlogOf(busy.desk)) ?? 'nothing'
  const seen = await edits(quiet, busy)
  await emptied(busy.desk)
  const restMs = performance.now() - began
  const rows: Row[] = [
    {
      what: `an edit of one client while ${count.toLocaleString('en')} are on their way to the core`,
      base: `quiet ${ms(seen.quiet.p50)}`,
      ours: ms(seen.busy.p50),
      ratio: seen.busy.p50 / seen.quiet.p50,
      most: 1.5,
    },
    {
      what: 'the same, p95',
      base: `quiet ${ms(seen.quiet.p95)}`,
      ours: ms(seen.busy.p95),
      ratio: seen.busy.p95 / seen.quiet.p95,
    },
    {
      what: 'a cut meanwhile, until the open stream is still',
      base: `at most ${ms(cutMostMs)}`,
      ours: ms(cutMs),
      ratio: cutMs / cutMostMs,
      most: 1,
    },
    {
      what: `bringing them in (${(count / (broughtMs / 1000)).toFixed(0)} clients a second)`,
      base: '',
      ours: ms(broughtMs),
    },
    { what: 'until the core has all of them, from the last call', base: '', ours: ms(restMs) },
  ]
  console.log(`${seen.during} edits in the backlog, which was at ${waiting} after the cut\n`)
  return table(rows)
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
