import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { installationForNobody, nobody } from '#test/another-user.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { admin, type Program, type Start, startProgram } from '#test/program.ts'
import { logIn } from '#test/visitor.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'

const root = process.getuid?.() === 0
const forNobody = installationForNobody('a data folder of another user')

let folder: string
let running: Program[] = []

beforeEach(() => {
  folder = mkdtempSync(join(sharedTmp(), 'sluice-start-'))
})
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill('SIGKILL')))
  running = []
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<Start> = {}): Promise<Program> {
  const program = await startProgram({ folder, ...options })
  running.push(program)
  return program
}

async function ready(options: Partial<Start> = {}): Promise<Program> {
  const program = await start(options)
  await program.ready
  return program
}

/** For people: one sentence or two, no stack, exit code 1. */
async function expectRefused(program: Program, sentence: RegExp) {
  const { code } = await program.ended
  expect(program.errors()).toMatch(sentence)
  expect(program.errors().trim().split('\n')).toHaveLength(1)
  expect(program.errors()).not.toMatch(/\n\s+at /)
  expect(program.lines.filter((line) => line.startsWith('Sluice is ready'))).toEqual([])
  expect(code).toBe(1)
}

describe('the first start', () => {
  const unchosen = { SLUICE_ADMIN_USERNAME: undefined, SLUICE_ADMIN_PASSWORD: undefined }

  it('prints working credentials once, and never again', async () => {
    const first = await ready({ env: unchosen })
    const said = (name: string) =>
      first.lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
    const made = { username: said('Username'), password: said('Password') }
    expect((await logIn(first.url, made)).cookie).toMatch(/^3x-ui=/)
    expect((await first.kill('SIGTERM')).code).toBe(0)
    const second = await ready({ env: unchosen })
    expect(second.lines).toEqual([`Sluice is ready: ${second.url}/`])
    expect(first.errors() + second.errors()).not.toContain(made.password)
  })

  it('does not print a chosen password, and keeps its files private', async () => {
    const program = await ready()
    expect(program.lines).toEqual([`Username: ${admin.username}`, `Sluice is ready: ${program.url}/`])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'sluice.db')).mode & 0o777).toBe(0o600)
  })
})

describe('a later start', () => {
  it('works beside other panels on the machine', async () => {
    const folders = [1, 2, 3].map((n) => join(folder, String(n)))
    const panels = await Promise.all(folders.map((own) => ready({ folder: own })))
    const visitors = await Promise.all(panels.map(({ url }) => logIn(url, admin)))
    const answers = await Promise.all(visitors.map((me) => me.get('/panel/api/server/status')))
    expect(answers.map(({ success }) => success)).toEqual([true, true, true])
  })

  it('is refused while another panel uses the folder, which keeps running', async () => {
    const first = await ready()
    await expectRefused(await start(), /^Another Sluice already uses .*SLUICE_DB_FOLDER/)
    expect((await logIn(first.url, admin)).csrf).toHaveLength(43)
  })

  it('is not blocked by a killed panel', async () => {
    await (await ready()).kill('SIGKILL')
    const next = await ready()
    expect((await logIn(next.url, admin)).csrf).toHaveLength(43)
  })
})

describe('a start that cannot succeed says what to do and ends with 1', () => {
  it('on a certificate that does not load, and never falls back to HTTP', async () => {
    await (await ready()).kill('SIGTERM')
    const db = new DatabaseSync(join(folder, 'sluice.db'))
    writeFileSync(join(folder, 'broken.pem'), 'no certificate')
    const insert = db.prepare('insert into settings (key, value) values (?, ?)')
    for (const key of ['webCertFile', 'webKeyFile']) insert.run(key, join(folder, 'broken.pem'))
    db.close()
    await expectRefused(await start(), /broken\.pem cannot be used .*sluice cert -reset/)
    const missing = new DatabaseSync(join(folder, 'sluice.db'))
    missing.exec("update settings set value = '/nowhere/x.pem' where key = 'webCertFile'")
    missing.close()
    await expectRefused(await start(), /certificate \/nowhere\/x\.pem cannot be read: there is no such file/)
  })

  it('on a port that is taken', async () => {
    const first = await ready({ folder: join(folder, 'a') })
    const second = await start({ folder: join(folder, 'b'), port: first.port })
    await expectRefused(second, new RegExp(`^Port ${first.port} is taken on 127\\.0\\.0\\.1.*SLUICE_PORT`))
    const subPort = await freePort()
    await ready({ folder: join(folder, 'c'), subPort })
    const third = await start({ folder: join(folder, 'd'), subPort })
    await expectRefused(third, new RegExp(`^Port ${subPort} is taken`))
  })

  it('on a PostgreSQL that does not answer, without showing the password', async () => {
    const dsn = `postgres://ann:hidden-word@127.0.0.1:${await freePort()}/panel`
    const program = await start({ env: { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: dsn } })
    await expectRefused(program, /^PostgreSQL does not answer at 127\.0\.0\.1:\d+\/panel .*SLUICE_DB_DSN/)
    expect(program.errors()).not.toContain('hidden-word')
  })

  it('on an invalid environment variable', async () => {
    await expectRefused(await start({ env: { SLUICE_DB_TYPE: 'oracle' } }), /Use sqlite or postgres/)
    await expectRefused(await start({ env: { SLUICE_PORT: '70000' } }), /Use a port from 1 to 65535/)
    await expectRefused(await start({ env: { SLUICE_DB_TYPE: 'postgres' } }), /Set SLUICE_DB_DSN/)
  })

  it('on a file that is not a database, and leaves it unchanged', async () => {
    const file = join(folder, 'sluice.db')
    writeFileSync(file, 'garbage'.repeat(4_000))
    const before = statSync(file)
    await expectRefused(
      await start(),
      /is damaged or is no SQLite database; nothing was changed\. Restore a backup/,
    )
    expect([statSync(file).size, statSync(file).mtimeMs]).toEqual([before.size, before.mtimeMs])
  })

  it('on a database with damaged pages', async () => {
    await (await ready()).kill('SIGTERM')
    const file = join(folder, 'sluice.db')
    const { size } = statSync(file)
    const fd = openSync(file, 'r+')
    writeSync(fd, Buffer.alloc(size - 8_192, 0xa5), 0, size - 8_192, 4_096)
    closeSync(fd)
    await expectRefused(await start(), /is damaged or is no SQLite database/)
  })

  it('on a database of a newer version', async () => {
    await (await ready()).kill('SIGTERM')
    const db = new DatabaseSync(join(folder, 'sluice.db'))
    db.exec("insert into schema_migrations (name, applied_at) values ('999-from-the-future', 1)")
    db.close()
    await expectRefused(await start(), /written by a newer Sluice .*999-from-the-future/)
  })

  // If nothing can be run as another user, that was printed above.
  it.runIf(forNobody)('on a data folder of another user', async () => {
    const own = join(folder, 'own')
    await (await ready({ folder: own })).kill('SIGTERM')
    chmodSync(folder, 0o755)
    chmodSync(own, 0o555)
    const program = await start({ folder: own, uid: nobody, ...(forNobody && { installation: forNobody }) })
    await expectRefused(program, /^The data folder .* cannot be (used|locked).*/)
    chmodSync(own, 0o700)
  })

  // Root may write there too.
  it.skipIf(root)('on a data folder of the system', async () => {
    await expectRefused(await start({ folder: '/usr' }), /^The data folder \/usr cannot be (used|locked).*/)
  })
})

describe('the shutdown', () => {
  it('ends within 12 s of a SIGTERM with connections, half requests and sockets open', async () => {
    const program = await ready()
    const me = await logIn(program.url, admin)
    const socket = new WebSocket(`ws://127.0.0.1:${program.port}/ws`, { headers: { cookie: me.cookie } })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve, reject) => {
      socket.once('message', resolve)
      socket.once('error', reject)
    })
    const idle = connect(program.port, '127.0.0.1')
    const half = connect(program.port, '127.0.0.1')
    for (const s of [idle, half]) s.on('error', () => {})
    await new Promise((resolve) => half.once('connect', resolve))
    half.write('POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"user')
    const began = performance.now()
    const { code } = await program.kill('SIGTERM')
    expect(performance.now() - began).toBeLessThan(patient(12_000))
    expect(code).toBe(0)
    expect(await closed).toBe(1001)
    idle.destroy()
    half.destroy()
  })

  it('is clean on SIGINT, and a second signal changes nothing', async () => {
    const program = await ready()
    program.child.kill('SIGINT')
    expect(await program.kill('SIGINT')).toEqual({ code: 0, signal: null })
    expect(program.errors()).toBe('')
  })
})

describe('restartPanel', () => {
  it('keeps sessions and is back within 5 s', async () => {
    const program = await ready()
    const me = await logIn(program.url, admin)
    const began = performance.now()
    expect((await me.post('/panel/setting/restartPanel')).success).toBe(true)
    await program.readyAgain(2)
    expect((await me.get('/panel/api/server/status')).success).toBe(true)
    expect(performance.now() - began).toBeLessThan(patient(5_000))
  })

  /** The port comes from the settings here, not from the environment. */
  async function readyOnStoredPort(): Promise<Program> {
    const [port, subPort] = [await freePort(), await freePort()]
    const setting = await start({ args: ['setting', '-port', String(port)] })
    expect((await setting.ended).code).toBe(0)
    return ready({ port, subPort, env: { SLUICE_PORT: undefined } })
  }

  it('moves to another port and base path, sessions kept', async () => {
    const program = await readyOnStoredPort()
    const me = await logIn(program.url, admin)
    const port = await freePort()
    const saved = await me.post('/panel/setting/update', { webPort: port, webBasePath: '/deep/path/' })
    expect(saved).toMatchObject({ success: true })
    const began = performance.now()
    await me.post('/panel/setting/restartPanel')
    await program.readyAgain(2)
    const there = `http://127.0.0.1:${port}/deep/path`
    const status = await fetch(`${there}/panel/api/server/status`, { headers: { cookie: me.cookie } })
    expect([status.status, performance.now() - began < patient(5_000)]).toEqual([200, true])
    await expect(fetch(program.url)).rejects.toThrow()
    expect(program.lines.at(-1)).toBe(`Sluice is ready: ${there}/`)
  })

  it('stays on the old port when the new one is taken', async () => {
    const program = await readyOnStoredPort()
    const other = await ready({ folder: join(folder, 'other') })
    const me = await logIn(program.url, admin)
    await me.post('/panel/setting/update', { webPort: other.port })
    const answer = await me.post('/panel/setting/restartPanel')
    expect(answer).toMatchObject({
      success: false,
      msg: expect.stringContaining(`Port ${other.port} is taken`),
    })
    expect((await me.get('/panel/api/server/status')).success).toBe(true)
  })
})
