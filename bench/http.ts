import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coreBinary } from '#test/core-binary.ts'
import { admin, runtime, startProgram } from '#test/program.ts'
import { logIn, withBearer } from '#test/visitor.ts'
import { measureAtRest } from './http/at-rest.ts'
import { cpuMs } from './http/cpu.ts'
import { createLoader, median, requestText } from './http/loader.ts'
import { measureParent } from './http/parent.ts'

// The panel against a bare Fastify on the same machine in the same run: only the ratios are comparable elsewhere.

const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 15)
const connections = 16
const forMs = 400
const warmRequests = 30_000

interface Side {
  pid: number
  port: number
  request: string
}
interface Row {
  what: string
  panel: string
  bare: string
  ratio: string
  /** Requests per second of CPU time, panel to bare: hardly affected by other programs on the machine. */
  cpuRatio: string
  target: string
}

/** Starts a server script next to this file, sends it its first message and returns its reply. */
function startServer<T>(
  file: string,
  message: unknown,
  asPanel: boolean,
): Promise<{ answer: T; pid: number; stop: () => void }> {
  const child = fork(fileURLToPath(new URL(`./http/${file}`, import.meta.url)), {
    ...(asPanel && { execArgv: runtime.flags, env: { ...process.env, ...runtime.env } }),
  })
  return new Promise((resolve, reject) => {
    child.once('message', (answer) =>
      resolve({ answer: answer as T, pid: child.pid ?? 0, stop: () => child.disconnect() }),
    )
    child.once('exit', () => reject(new Error(`${file} ended at once`)))
    child.send(message as object)
  })
}

const loader = createLoader()

/** Alternates A and B, so that a slow moment hits both; uses the median of the ratios. */
async function compare(what: string, target: number, panel: Side, bare: Side): Promise<Row> {
  const load = async (side: Side) => {
    const before = cpuMs(side.pid)
    const { perSecond, requests, failures } = await loader.load({ ...side, connections, forMs })
    if (failures > 0) throw new Error(`${what}: ${failures} replies were not 200`)
    return { perSecond, requests, cpu: cpuMs(side.pid) - before }
  }
  // Warms up by request count: on a busy machine a fixed time would measure the JIT compiler.
  for (const side of [panel, bare]) {
    for (let done = 0; done < warmRequests; ) done += (await load(side)).requests
  }
  const ours: Awaited<ReturnType<typeof load>>[] = []
  const theirs: typeof ours = []
  for (let i = 0; i < rounds; i++) {
    ours.push(await load(panel))
    theirs.push(await load(bare))
  }
  const perSecond = (results: typeof ours) => `${Math.round(median(results.map((r) => r.perSecond)))} /s`
  const perCpu = (results: typeof ours) =>
    results.reduce((sum, r) => sum + r.requests, 0) / results.reduce((sum, r) => sum + r.cpu, 0)
  return {
    what,
    panel: perSecond(ours),
    bare: perSecond(theirs),
    ratio: median(ours.map((r, i) => r.perSecond / (theirs[i]?.perSecond ?? Number.NaN))).toFixed(2),
    cpuRatio: (perCpu(ours) / perCpu(theirs)).toFixed(2),
    target: `>= ${target}`,
  }
}

const client = {
  email: 'ann.of.the.green.gables@example.com',
  id: '7d6f2c1e-9a54-4a35-8f0e-2b7f0c1d9e10',
  password: 'q8Zr1mN5vT0xKc7LwYb3HdJf',
  auth: 'Zx81nQe6Vt2mRk9LpWy4',
  security: 'auto',
  flow: 'xtls-rprx-vision',
  reverse: { tag: 'reverse-ann' },
  tgId: 123456789,
  subId: 'k3v9x0q2m7a1z5w8',
  enable: true,
  expiryTime: 1893456000000,
  limitIp: 3,
  totalGB: 107374182400,
  comment: 'Pays every month by bank transfer; asked twice about the second phone. '.repeat(2),
  reset: 30,
  group: 'family',
  created_at: 1763200000000,
  updated_at: 1763200000000,
}

async function compareAll(folder: string): Promise<Row[]> {
  const program = await startProgram({ folder })
  await program.ready
  const me = await logIn(program.url, admin)
  const token = await me.post<{ token: string }>('/panel/api/setting/apiTokens/create', { name: 'bench' })
  const bearer = { authorization: `Bearer ${token.obj.token}` }
  await new Promise((resolve) => setTimeout(resolve, 2_500)) // wait for the first host sample
  const status = await withBearer(program.url, token.obj.token).get('/panel/api/server/status')
  const bare = await startServer<number>('bare.ts', status, false)
  const own = await startServer<{ port: number; cookie: string; csrf: string }>('client-post.ts', 'go', true)
  const get = requestText('GET', '/status')
  const small = (headers: Record<string, string>): Side => ({
    pid: program.pid,
    port: program.port,
    request: requestText('GET', '/panel/api/server/status', headers),
  })
  const session = { cookie: me.cookie, 'x-csrf-token': me.csrf }
  const pattern = JSON.stringify({ regex: 'proxy-[a-z]{2,8}|'.repeat(37) })
  const record = JSON.stringify({ client, inboundIds: [1, 2, 3] })
  const ownSession = { cookie: `3x-ui=${own.answer.cookie}`, 'x-csrf-token': own.answer.csrf }
  const against = (request: string): Side => ({ pid: bare.pid, port: bare.answer, request })
  try {
    return [
      await compare('small GET, session', 0.5, small(session), against(get)),
      await compare('small GET, bearer token', 0.5, small(bearer), against(get)),
      await compare(
        `POST of a client record (${record.length} bytes), session`,
        0.4,
        {
          pid: own.pid,
          port: own.answer.port,
          request: requestText('POST', '/panel/api/clients/add', ownSession, record),
        },
        against(requestText('POST', '/client', {}, record)),
      ),
      await compare(
        `POST of one text (${pattern.length} bytes), session`,
        0.4,
        {
          pid: program.pid,
          port: program.port,
          request: requestText('POST', '/panel/api/setting/validateRegex', session, pattern),
        },
        against(requestText('POST', '/pattern', {}, pattern)),
      ),
    ]
  } finally {
    bare.stop()
    own.stop()
    await program.kill('SIGTERM')
  }
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
try {
  const rows = await compareAll(folder)
  loader.close()
  const rest = await measureAtRest(folder)
  const first = await measureAtRest(join(folder, 'fresh'))
  const withCore = coreBinary ? await measureAtRest(folder, coreBinary) : undefined
  const parentMb = await measureParent(join(folder, 'with-parent'))
  console.log(
    '| What | Sluice | bare Fastify | ratio | by processor time | target |\n|---|---|---|---|---|---|',
  )
  for (const r of rows)
    console.log(`| ${r.what} | ${r.panel} | ${r.bare} | ${r.ratio} | ${r.cpuRatio} | ${r.target} |`)
  const memory = (what: string, mb: number, target: string) =>
    console.log(`| Memory of an empty panel, 30 s after ${what} | ${mb.toFixed(0)} MB | | | | ${target} |`)
  memory('its first start', first.memoryMb, '<= 110 MB')
  memory('a later start', rest.memoryMb, '<= 110 MB')
  if (withCore) memory('a start with a core', withCore.memoryMb, '')
  console.log(`| Memory of its parent process (\`npm start\`) | ${parentMb.toFixed(0)} MB | | | |  |`)
  console.log(`| Second start, until it is ready | ${rest.readyMs.toFixed(0)} ms | | | | <= 1500 ms |`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
