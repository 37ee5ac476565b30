import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'
import { coreBinary, hasCore } from './core/binary.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { templateTo, type VisitedPanel, visitPanel } from './core/core-panel.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { openStream, type Stream, startSource } from './core/stream.ts'
import { bareRootMissing, createBareServer } from './package/bare-root.ts'
import { archiveIn, buildPackage, fastFlags, makeKey, minisignMissing } from './package/build.ts'
import { createDebianServer, debianMissing } from './package/debian.ts'
import type { Server } from './package/server.ts'

// An archive is made, installed on a server that has nothing, used by a client, restarted and removed.
let folder: string
let packages: string
let unpacked: string
let publicKey: string | undefined

beforeAll(() => {
  if (!hasCore()) return
  folder = mkdtempSync(join(sharedTmp(), 'sluice-package-'))
  chmodSync(folder, 0o755)
  packages = join(folder, 'packages')
  const key = minisignMissing() ? undefined : makeKey(folder)
  publicKey = key?.publicKey
  buildPackage(packages, fastFlags, key?.secret)
  execFileSync('tar', ['-xzf', archiveIn(packages), '-C', folder])
  unpacked = join(folder, 'sluice-0.1.0')
})
afterAll(() => rmSync(folder ?? '', { recursive: true, force: true }))

describe.runIf(hasCore())('the archive', () => {
  it('has the program, its Node and its core, and nothing for building or for other systems', () => {
    const lines = execFileSync('tar', ['-tvzf', archiveIn(packages), '--full-time'], { encoding: 'utf8' })
    const list = lines
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1) ?? '')
    expect(list).toEqual(
      expect.arrayContaining(
        ['bin/node', 'bin/sluice', 'bin/xray.zst', 'lib/dist/server/main.js', 'lib/dist/web/index.html']
          .concat(['release.json', 'sbom.json', 'LICENSES.txt', 'packaging/install.sh'])
          .map((name) => `sluice-0.1.0/${name}`),
      ),
    )
    expect(list).toEqual(list.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(list.filter((name) => /musl|\.map$|\.d\.ts$|\.md$|typescript|react/.test(name))).toEqual([])
    expect(new Set(lines.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)).size).toBe(1)
  })

  it('is described by its SBOM, checksums and the release list', () => {
    const sums = readFileSync(join(packages, 'SHA256SUMS'), 'utf8')
    expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: packages, encoding: 'utf8' })).toContain(
      'OK',
    )
    const { releases } = JSON.parse(readFileSync(join(packages, 'releases.json'), 'utf8'))
    const { url, sha256, size } = releases[0].archives[process.arch]
    expect([sums.includes(`${sha256}  ${url}`), size]).toEqual([true, statSync(join(packages, url)).size])
    const sbom = JSON.parse(
      readFileSync(join(packages, `sluice-0.1.0-linux-${process.arch}.sbom.json`), 'utf8'),
    )
    const names: string[] = sbom.components.map(({ name }: { name: string }) => name)
    // In the bundle of the server, in that of the browser, beside them, and in the core.
    for (const name of [
      'find-my-way',
      'react',
      'koffi',
      `node-linux-${process.arch}`,
      'github.com/xtls/xray-core',
    ])
      expect(names).toContain(name)
    expect(names.filter((name) => /^(typescript|vitest|@biomejs)/.test(name))).toEqual([])
  })

  it('is signed so that minisign accepts it', () => {
    const reason = minisignMissing()
    if (reason) return console.log(`Not tested: signatures, because ${reason}.`)
    for (const name of readdirSync(packages).filter((file) => file.endsWith('.minisig'))) {
      const file = join(packages, name.replace('.minisig', ''))
      const said = execFileSync('minisign', ['-Vm', file, '-p', publicKey ?? ''], { encoding: 'utf8' })
      expect(said).toContain('Signature and comment signature verified')
    }
    expect(readdirSync(packages).filter((file) => file.endsWith('.minisig'))).toHaveLength(3)
    writeFileSync(join(packages, 'SHA256SUMS.copy'), 'something else')
    cpSync(join(packages, 'SHA256SUMS.minisig'), join(packages, 'SHA256SUMS.copy.minisig'))
    const forged = ['-Vqm', join(packages, 'SHA256SUMS.copy'), '-p', publicKey ?? '']
    expect(() => execFileSync('minisign', forged, { stdio: 'ignore' })).toThrow()
  })
})

const stages = [
  {
    where: 'on a bare root',
    missing: bareRootMissing(),
    create: (root: string) => createBareServer(root, { unpacked }),
  },
  { where: 'on Debian with systemd', missing: debianMissing(), create: createDebianServer },
]
for (const { where, missing } of stages)
  if (missing) console.log(`Not tested: a package ${where}, because ${missing}.`)

const freeLowPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const tryFrom = (port: number) => {
      if (port > 1_000) return reject(new Error('no port below 1000 is free'))
      const probe = createServer()
      probe.once('error', () => tryFrom(port + 1))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
    }
    tryFrom(601 + (process.pid % 200))
  })

describe.runIf(hasCore()).each(stages.filter(({ missing }) => !missing))(
  'a package $where',
  ({ where, create }) => {
    let server: Server
    let origin: Origin
    let source: Awaited<ReturnType<typeof startSource>>
    let panel: VisitedPanel
    let clients: ClientCore | undefined
    let port: number
    let installed: string
    const streams: Stream[] = []
    const real = where.includes('systemd')

    const install = (...flags: string[]) => server.run('sh', 'install.sh', ...flags)
    const said = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(installed)?.[1] ?? ''
    const credentials = () => ({ username: said('Username'), password: said('Password') })
    const stream = (n: number) => {
      const opened = openStream(clients?.ports[n] ?? 0, source.port)
      streams.push(opened)
      return opened
    }

    beforeAll(async () => {
      ;[origin, source] = [await createOrigin(), await startSource()]
      const root = join(folder, real ? 'debian' : 'bare')
      mkdirSync(root)
      server = await create(root)
      for (const name of readdirSync(packages)) cpSync(join(packages, name), join(server.root, 'root', name))
      const [first = 0, second = 0] = await freePorts(2)
      port = first
      mkdirSync(join(server.root, 'etc/sluice'), { recursive: true })
      const settings = {
        SLUICE_DB_FOLDER: '/var/lib/sluice',
        SLUICE_LOG_FOLDER: '/var/log/sluice',
        SLUICE_SUB_PORT: second,
      }
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(server.root, 'etc/sluice/sluice.env'), lines.join(''))
    }, 600_000) // the first time, Debian is fetched
    afterAll(async () => {
      for (const one of streams) one.stop()
      await clients?.stop()
      await server?.stop()
      await Promise.all([origin?.close(), source?.stop()])
    })

    it('is installed by one command, which prints the address and the credentials once', async () => {
      installed = install('--port', String(port))
      expect(said('URL')).toBe(`http://127.0.0.1:${port}/`)
      const again = install()
      expect(again).toContain('nothing was changed')
      expect(again).not.toMatch(/Password/)
      panel = await visitPanel(`http://127.0.0.1:${port}`, credentials())
      expect(server.run('sluice', 'version')).toBe('0.1.0\n')
    })

    it('refuses a damaged archive and changes nothing', () => {
      const name = `sluice-0.1.0-linux-${process.arch}.tar.gz`
      mkdirSync(join(server.root, 'root/bad'))
      cpSync(join(packages, 'SHA256SUMS'), join(server.root, 'root/bad/SHA256SUMS'))
      writeFileSync(join(server.root, 'root/bad', name), 'damaged')
      expect(() => install('--archive', `bad/${name}`)).toThrow(/is damaged: its SHA-256/)
      expect(server.run('sluice', 'version')).toBe('0.1.0\n')
    })

    it('runs its own core as its own user, and serves clients on a port below 1024', async () => {
      const { version } = await panel.until('running')
      expect(version).toBe('26.7.28')
      const status = server.run(
        'sh',
        '-c',
        'cat /proc/$(sed "s/.*\\"pid\\":\\([0-9]*\\).*/\\1/" /var/lib/sluice/core-run.json)/status',
      )
      const uid = server.run('id', '-u', 'sluice').trim()
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(uid)
      expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toBe('0000000000000400')
      expect(/^NoNewPrivs:\s+1$/m.test(status)).toBe(true)
      await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
      const cell = { protocol: 'vless', network: 'tcp', security: 'reality' } as const
      const wanted = cellInbound(cell, { port: await freeLowPort(), target: origin.realityTarget })
      const inbound = await panel.addInbound(wanted)
      const both = [await panel.addClient('ann', [inbound.id]), await panel.addClient('bob', [inbound.id])]
      clients = await startClientCore(
        coreBinary,
        both.map((client) => ({ inbound, client })),
        '127.0.0.2',
      )
      const [ann, bob] = [stream(0), stream(1)]
      await until('both stream', () => ann.bytes > 60_000 && bob.bytes > 60_000)
    })

    it('cuts one client and nobody else under these restrictions', async () => {
      const [ann, bob] = streams as [Stream, Stream] // opened above
      await panel.call('/panel/api/clients/update/ann', { email: 'ann', enable: false })
      await until('the stream of ann ends', () => ann.ended !== undefined)
      const before = bob.bytes
      await until('bob streams on', () => bob.bytes > before + 60_000)
      expect(bob.ended).toBe(undefined)
    })

    // Nothing restarts it in a bare root.
    if (real)
      it('its clients stay connected when the panel is killed', async () => {
        const bob = stream(1)
        await until('bob streams', () => bob.bytes > 60_000)
        server.run('systemctl', 'kill', '--kill-whom=main', '--signal=KILL', 'sluice')
        await until('the panel is back', () =>
          fetch(`http://127.0.0.1:${port}/`).then(
            () => true,
            () => false,
          ),
        )
        await visitPanel(`http://127.0.0.1:${port}`, credentials()).then((next) => next.until('running'))
        const before = bob.bytes
        await until('bob streams on', () => bob.bytes > before + 60_000)
        expect(bob.ended).toBe(undefined)
      })

    it('comes back after a restart with everything', async () => {
      server.run('systemctl', 'restart', 'sluice')
      await until('the panel is back', () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      )
      panel = await visitPanel(`http://127.0.0.1:${port}`, credentials())
      await panel.until('running')
      let bob = stream(1)
      await until('bob connects again', () => {
        if (bob.ended !== undefined) bob = stream(1)
        return bob.bytes > 60_000
      })
      expect((await panel.client('ann')).enable).toBe(false)
    })

    it('leaves a backup and its data when it is removed, and only the backup when all is purged', () => {
      const removed = install('uninstall')
      const backup = /A backup of everything: (\S+)/.exec(removed)?.[1] ?? ''
      expect(statSync(join(server.root, backup)).size).toBeGreaterThan(1_000)
      for (const gone of ['opt/sluice', 'usr/local/bin/sluice', 'etc/systemd/system/sluice.service'])
        expect([gone, existsSync(join(server.root, gone))]).toEqual([gone, false])
      expect(existsSync(join(server.root, 'var/lib/sluice/sluice.db'))).toBe(true)
      const again = install()
      expect([again.includes('Password'), again.includes(`URL: http://127.0.0.1:${port}/`)]).toEqual([
        false,
        true,
      ])
      install('uninstall', '--purge')
      for (const gone of ['var/lib/sluice', 'etc/sluice', 'var/log/sluice'])
        expect([gone, existsSync(join(server.root, gone))]).toEqual([gone, false])
      expect(existsSync(join(server.root, backup))).toBe(true)
      expect(() => server.run('id', 'sluice')).toThrow()
      expect(() => install('uninstall')).toThrow(/not installed here/)
    })
  },
)
