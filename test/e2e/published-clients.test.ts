import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { type Answer, panelLike } from '#test/fixtures/panel-like.ts'
import { freePort } from '#test/free-port.ts'
import { admin, type Program, startProgram } from '#test/program.ts'
import { orSkip, type Python, pythonWith } from '#test/python.ts'
import { deadlineMs } from '#test/until.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import { createNpmDriver } from './published-clients/npm-client.ts'

// Published API clients of 3x-ui, unmodified and pinned, call their whole surface on the built program (R1).
// Their assumptions are documented in their drivers.
const drivers = join(dirname(fileURLToPath(import.meta.url)), 'published-clients')

const coreRuns = coreBinary !== undefined

/** These panels resolve no names, wherever the test runs: it uses loopback only. */
const noNames = `data:text/javascript,${encodeURIComponent(`
  import names from 'node:dns/promises'
  import { syncBuiltinESMExports } from 'node:module'
  names.lookup = async (name) => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND ' + name), { code: 'ENOTFOUND' })
  }
  syncBuiltinESMExports()
`)}`

let folder: string
let program: Program
let subPort: number
let me: Visitor
let token: string
let paths: Set<string>
let site: Site
let nodeId: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-clients-'))
  const env = { NODE_OPTIONS: `--import=${noNames}`, ...(coreBinary && { SLUICE_CORE_BIN: coreBinary }) }
  subPort = await freePort()
  program = await startProgram({ folder, env, subPort })
  await program.ready
  me = await logIn(program.url, admin)
  if (coreRuns) await vi.waitFor(async () => expect(await coreState()).toBe('running'), deadlineMs)
  token = (await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'driver' })).obj.token
  const document = await fetch(`${program.url}/panel/api/openapi.json`, {
    headers: { authorization: `Bearer ${token}` },
  })
  // Our own document; only the keys are read.
  site = await startSite(asNode)
  nodeId = await addNode()
  paths = new Set(Object.keys(((await document.json()) as { paths: object }).paths))
})
afterAll(async () => {
  await program.kill('SIGTERM') // a core outlives a killed panel
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A panel that can be a node; below `/npm/` it is another one. */
const asNode: Answer = (req, res) => {
  const isOther = req.url?.startsWith('/npm/') ?? false
  if (isOther) req.url = (req.url ?? '').slice('/npm'.length)
  panelLike({ panelGuid: isOther ? 'npm' : 'test' })(req, res)
}

async function addNode(): Promise<number> {
  const place = { scheme: 'http', address: '127.0.0.1', port: site.port, allowPrivateAddress: true }
  const body = { name: 'of the test', apiToken: 'good', ...place }
  return (await me.post<{ id: number }>('/panel/api/nodes/add', body)).obj.id
}

const coreState = async () =>
  (await me.get<{ xray: { state: string } }>('/panel/api/server/status')).obj.xray.state

interface Driven {
  called: string[]
  /** Public methods that were not called. */
  missed: string[]
  /** Methods that wait for a route: they are called as soon as it exists. */
  notYet: Record<string, string>
}

function expectWhole({ called, missed, notYet }: Driven) {
  expect(missed).toEqual([])
  expect(called.length).toBeGreaterThan(10)
  const arrived = Object.entries(notYet).filter(([, path]) => paths.has(path))
  expect(arrived, 'these routes exist now: drive the methods that call them').toEqual([])
}

/** A client that leaves something behind would let the next one pass or fail for the wrong reason. */
async function expectEmpty() {
  const lists = ['inbounds/list', 'clients/list', 'hosts/list']
  const left = await Promise.all(lists.map((list) => me.get<unknown[]>(`/panel/api/${list}`)))
  expect(left.map((list) => list.obj)).toEqual([[], [], []])
}

describe('clients from PyPI', () => {
  let python: Python
  beforeAll(async () => {
    python = await pythonWith(join(drivers, 'requirements.txt'))
  }, 600_000)

  async function drive(interpreter: string, name: string, ...args: string[]): Promise<Driven> {
    const { stdout } = await promisify(execFile)(interpreter, [join(drivers, `drive_${name}.py`), ...args], {
      env: {
        PATH: process.env.PATH,
        PYTHONPYCACHEPREFIX: join(dirname(dirname(interpreter)), 'compiled'), // not beside the drivers
        PANEL_URL: program.url,
        PANEL_SUBSCRIPTIONS: `http://127.0.0.1:${subPort}`,
        PANEL_USERNAME: admin.username,
        PANEL_PASSWORD: admin.password,
        PANEL_TOKEN: token,
        PANEL_CORE: coreRuns ? 'runs' : 'none',
        PANEL_NODE: String(nodeId),
      },
    })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Driven // `report` in surface.py prints it
  }

  it.for([
    'py3xui sync cookie',
    'py3xui sync token',
    'py3xui async cookie',
    'py3xui async token',
    'xuipy cookie',
    'xuipy token',
    'aioxui token',
    'x3ui token',
    'x3ui cookie',
  ])('%s', async (how, { skip }) => {
    const [name = '', ...ways] = how.split(' ')
    expectWhole(await drive(orSkip(python, skip).interpreter, name, ...ways))
    if (how === 'x3ui token') await program.readyAgain(2) // it restarts the panel
    await expectEmpty()
  })
})

describe('clients from npm', () => {
  it.each(['cookie', 'token'] as const)('3xui-api-client by %s', async (way) => {
    const driver = createNpmDriver(program.url, way === 'token' ? { token } : admin, coreRuns, site.port)
    await driver.drive()
    if (way === 'cookie') await driver.changeCredentials(admin)
    me = await logIn(program.url, admin) // new credentials ended the old session
    expectWhole(driver.report())
    await expectEmpty()
  })
})
