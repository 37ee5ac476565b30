import { spawn } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { asBlock } from '#domain/untyped.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import { corePaths } from '#server/core/process/files.ts'
import { servesApi } from '#server/core/process/proc.ts'
import type { CoreRecord } from '#server/core/process/record.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePort } from '#test/free-port.ts'
import { startCorePanel } from './core/core-panel.ts'
import { createStage, isAlive, pidOf, realLaunch, type Stage } from './core/stage.ts'
import { askTrojan } from './core/stream.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})
afterEach(() => stage.close())

/** Ports that this process listens on. */
function tcpPorts(pid: number): number[] {
  const files = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return '' // closed meanwhile
      }
    }),
  )
  const rows = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'))
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((row) => row[3] === '0A' && files.has(`socket:[${row[9]}]`))
    .map((row) => Number.parseInt(row[1]?.split(':').at(-1) ?? '', 16))
}

/** What another user of this machine gets from a socket. */
function asNobody(path: string): Promise<string> {
  const script = `require('net').connect(process.argv[1], () => console.log('connected'))
    .on('error', (error) => console.log(error.code))`
  const child = spawn(process.execPath, ['-e', script, path], {
    uid: 65534,
    gid: 65534,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stdout.once('data', (said) => {
      resolve(String(said).trim())
      child.kill()
    })
  })
}

/** Whether user 65534 can run this Node; a parent folder may be closed to others. */
const nobodyCanRun = (): boolean => {
  const parts = process.execPath.split('/').slice(1)
  return (
    process.getuid?.() === 0 &&
    parts.every((_, i) => (statSync(`/${parts.slice(0, i + 1).join('/')}`).mode & 0o001) !== 0)
  )
}

describe.skipIf(!coreBinary)('the API of the real core', () => {
  const binary = coreBinary ?? ''

  it('is a socket that no other user reaches; no port is open besides the inbounds', async () => {
    const panel = await startCorePanel(binary)
    try {
      await panel.until('running')
      const { pid, api } = panel.record()
      expect(api).toBe(corePaths(panel.folder).api)
      expect(tcpPorts(pid)).toEqual([])
      expect(statSync(corePaths(panel.folder).run).mode & 0o777).toBe(0o700)
      const own = createCoreApi(api)
      expect(Number((await own.sysStats()).uptime)).toBeGreaterThanOrEqual(0)
      own.close()
      const config = await panel.read<{ api: { listen: string } }>('/panel/api/server/getConfigJson')
      expect(config.api.listen).toMatch(/^\//)
      expect(config).not.toHaveProperty('metrics')
      if (nobodyCanRun()) expect(await asNobody(api)).toBe('EACCES')
      else console.log('Not tested as another user: this needs root and a Node that everybody can run.')
    } finally {
      await panel.stop()
    }
  })

  it('works in a data folder whose path is too long for the kernel, or has a comma', async () => {
    const folder = join(stage.folder, 'with,a comma'.padEnd(120, '-'), 'b'.repeat(120))
    mkdirSync(folder, { recursive: true })
    const core = stage.core(realLaunch(binary, 'none'), { dataFolder: folder })
    await core.start()
    const record = core.running()?.record as CoreRecord // it has started
    expect(servesApi(record)).toBe(true)
    const files = () => readdirSync('/proc/self/fd').length
    const before = files()
    const api = createCoreApi(record.api)
    expect(Array.isArray(await api.counters())).toBe(true)
    api.close()
    api.close()
    await expect.poll(files).toBeLessThanOrEqual(before)
  })

  it('comes back although a killed core left its socket and its lock', async () => {
    const { run, api } = corePaths(stage.folder)
    const core = stage.core(realLaunch(binary))
    await core.start()
    await core.stop()
    mkdirSync(run, { recursive: true })
    const left = createServer()
    await new Promise<void>((done) => left.listen(`${api}.old`, done))
    renameSync(`${api}.old`, api) // closing removes a socket by its original name
    await new Promise((done) => left.close(done))
    writeFileSync(`${api}.lock`, '')
    expect(statSync(api).isSocket()).toBe(true)
    await core.start()
    const first = pidOf(core)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => core.running() !== undefined && pidOf(core) !== first).toBe(true)
    const channel = createCoreApi(api)
    expect(Array.isArray(await channel.counters())).toBe(true)
    channel.close()
  })

  it('of a core that an earlier version started is read a last time before that core ends', async () => {
    const port = await freePort()
    const more = { api: { tag: 'api', listen: `127.0.0.1:${port}`, services: ['StatsService'] } }
    const program = fileURLToPath(new URL('./core/killed-panel.ts', import.meta.url))
    const earlier = spawn(process.execPath, [program, 'real', binary, stage.folder, JSON.stringify(more)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve, reject) => {
      earlier.once('error', reject)
      earlier.stdout.once('data', (line) => resolve(Number(line)))
    })
    const ended = new Promise((resolve) => earlier.once('exit', resolve))
    earlier.kill('SIGKILL')
    await ended
    const paths = corePaths(stage.folder)
    const { api: _, ...record } = JSON.parse(readFileSync(paths.record, 'utf8')) as CoreRecord
    writeFileSync(paths.record, JSON.stringify({ ...record, ports: { api: port, metrics: port } }))
    for (const [now, then] of [
      [paths.stdout, 'core-stdout'],
      [paths.stderr, 'core-stderr'],
    ] as const)
      renameSync(now, join(stage.folder, then))
    let counters: unknown
    const read = async ({ api }: CoreRecord) => {
      const channel = createCoreApi(api)
      counters = await channel.counters()
      channel.close()
    }
    const core = stage.core(realLaunch(binary), { lastReading: { read } })
    await core.start()
    expect(counters).toEqual([])
    expect(isAlive(pid)).toBe(false)
    expect(readdirSync(stage.folder).filter((name) => statSync(join(stage.folder, name)).isFIFO())).toEqual(
      [],
    )
  })
})

describe.skipIf(!coreBinary)('the access log of the real core', () => {
  const trojan = { protocol: 'trojan', network: 'tcp', security: 'tls' } as const

  it('has no line that a client forged by a line break in a name', async () => {
    const panel = await startCorePanel(coreBinary ?? '')
    try {
      await panel.until('running')
      const template = defaultTemplate()
      const log = { ...asBlock(template.log), access: 'access.log' }
      await panel.call('/panel/xray/update', { xraySetting: { ...template, log } })
      await panel.call('/panel/api/server/restartXrayService')
      await panel.until('running')
      const { id, port, tag } = await panel.addInbound(cellInbound(trojan, { port: await freePort() }))
      const ann = await panel.addClient('ann', [id])
      await panel.addClient('bob', [id])
      const forgedLine = `2026/11/15 09:06:14.143427 from 192.0.2.1:7 accepted tcp:forged:1 [${tag} >> direct] email: bob`
      const names = [
        `x\n${forgedLine}\n`,
        // Ends the log line of its own connection in another client's name, then writes a whole line, then a
        // rest.
        `x:1 [${tag} >> direct] email: bob\n${forgedLine}\n`,
      ]
      const door = { port, ca: testKeys.ca, servername: 'sluice.test' }
      for (const name of names) {
        await askTrojan(door, ann.password, name)
        await new Promise((next) => setTimeout(next, 100)) // separate messages, not pieces of one
      }
      const rows = () =>
        panel.call<{ Email: string; ToAddress: string }[]>('/panel/api/server/xraylogs/100', {})
      // A line that is read together with a forged one is not trusted either.
      const seen = async () => {
        await askTrojan(door, ann.password, 'honest.invalid')
        return (await rows()).map((row) => `${row.ToAddress} ${row.Email}`)
      }
      await expect.poll(seen, { interval: 500 }).toContainEqual('tcp:honest.invalid:80 ann')
      expect((await rows()).filter((row) => row.Email === 'bob')).toEqual([])
      const text = () => readFileSync(join(panel.folder, 'logs', 'access.log'), 'utf8')
      await expect.poll(text).toContain('honest.invalid')
      expect(text()).not.toContain('bob')
      // The start of a refused name is kept or not, depending on what was read at once; what follows its line
      // break never is.
      expect(text()).toMatch(/accepted \?.*rejected (\?| proxy\/trojan: .*invalid domain name: x\n)/s)
    } finally {
      await panel.stop()
    }
  })
})
