import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { CoreFile } from '#contract/core-file.ts'
import type { Preflight } from '#contract/core-preflight.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { coreCommand } from '#server/cli/core.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { zipOf } from '#test/fixtures/zip.ts'
import { formWithFile } from '#test/form.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { openStreamSoon, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { installVersion, listing } from './core/versions.ts'
import { programs } from './real-apps/programs.ts'

const server = (path: string) => `/panel/api/server/${path}`
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const zipped = (data: Buffer | string, name = 'xray') => zipOf([{ name, data: Buffer.from(data) }])
const job = { kind: 'job', name: 'test', address: '' } as const
/** As 26.9.9 and newer take it. */
const custom = {
  protocol: 'blackhole',
  settings: { response: { type: 'custom', customResponseData: 'aGk=' } },
}
/** A script that says that it is a core, and does this when it is run. */
const script = (run: string, version = '26.9.9') =>
  `#!/bin/sh\nif [ "$1" = version ]; then echo "Xray ${version} (a script)"; exit 0; fi\n${run}\n`

describe.runIf(coreBinary !== undefined)('a file that is no core for this panel', () => {
  const real = coreBinary ? readFileSync(coreBinary) : Buffer.alloc(0)
  let t: TestPanel
  let me: Visitor
  let cache: string
  let temp: string
  let origin: Origin
  let ann: ClientCore
  let stream: Stream
  let pid: number | undefined
  let before: string[]
  let folders: string[]

  const files = () =>
    readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
  const ownFolders = () => readdirSync(tmpdir()).filter((name) => /^sluice-(api|app)-/.test(name))
  /** Processes of this test that run what was uploaded, or a program that it started. */
  const strays = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((id) => {
        try {
          const text = `${readlinkSync(`/proc/${id}/exe`)} ${readFileSync(`/proc/${id}/cmdline`, 'utf8')}`
          return text.includes(cache) || text.includes('31415926')
        } catch {
          return false // it has just ended
        }
      })

  async function upload(bytes: Buffer) {
    const sent = await me.call('POST', server('coreFile'), formWithFile('file', bytes, 'Xray-linux-64.zip'))
    return sent.json() as { success: boolean; msg: string; obj: CoreFile }
  }
  async function brought(bytes: Buffer): Promise<{ sha256: string }> {
    const { success, msg, obj } = await upload(bytes)
    expect(success, msg).toBe(true)
    expect(obj.sha256).toBe(hashOf(bytes))
    return { sha256: obj.sha256 }
  }
  const install = (body: object) => me.post(server('installXray/file'), body)
  const template = async () =>
    JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting as { outbounds: Block[] }
  const tryOut = async (body: object) => (await me.post<Preflight>(server('preflight/file'), body)).obj

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', '')
    vi.stubEnv('PATH', '/nowhere')
    cache = mkdtempSync(join(tmpdir(), 'sluice-bad-'))
    vi.stubEnv('XDG_CACHE_HOME', cache)
    vi.stubEnv('HOME', cache)
    // Other tests try cores out in the folder that all share.
    temp = mkdtempSync(join(tmpdir(), 'sluice-bad-temp-'))
    vi.stubEnv('TMPDIR', temp)
    origin = await createOrigin()
    const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) }
    t = await testPanel(ports, { egress: listing() })
    installVersion(managedPath(t.config.binFolder), PINNED_VERSION, real)
    me = await t.login()
    const template = templateTo(origin.port)
    expect(await me.post('/panel/xray/update', { xraySetting: template })).toMatchObject({ success: true })
    const cell = { protocol: 'vmess', network: 'ws', security: 'none' } as const
    const { id: _, tag: __, ...source } = cellInbound(cell, { port: await freePort() })
    const { obj: inbound } = await me.post<Inbound>('/panel/api/inbounds/add', {
      ...source,
      remark: 'Main',
      listen: '127.0.0.1',
    })
    const client = { email: 'ann' }
    await me.post('/panel/api/clients/add', { client, inboundIds: [inbound.id] })
    await t.panel.start()
    await until('the core runs', () => t.panel.core.connected() !== undefined)
    const { obj } = await me.get<{ client: ClientFields }>('/panel/api/clients/get/ann')
    ann = await startClientCore(coreBinary ?? '', [{ inbound: { ...inbound }, client: obj.client }])
    stream = await openStreamSoon(ann.ports[0] ?? 0)
    pid = t.panel.core.pid()
  })
  afterAll(async () => {
    stream?.close()
    await ann?.stop()
    await t?.stop()
    await origin?.close()
    vi.unstubAllEnvs()
    for (const folder of [cache, temp]) if (folder) rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    before = files()
    folders = ownFolders()
  })
  /** The download that began before all of this goes on. */
  const nothingHappened = async () => {
    expect(t.panel.core.pid()).toBe(pid)
    expect(t.panel.core.connected()).toBeDefined()
    expect(await stream.flows()).toBe(true)
    await expect.poll(strays).toEqual([])
    expect(ownFolders()).toEqual(folders)
  }
  afterEach(nothingHappened)

  const ofArm = Buffer.from(real)
  if (real.length > 0) ofArm.writeUInt16LE(183, 18)

  it.each<[string, () => Buffer, string]>([
    ['a program for another processor', () => ofArm, 'for a processor of the kind arm64'],
    ['an archive for another processor', () => zipped(ofArm), 'Take Xray-linux-'],
    [
      'a program for Windows',
      () => Buffer.concat([Buffer.from('MZ'), real]),
      'for Windows and not for Linux',
    ],
    ['the archive for Windows', () => zipped(real, 'xray.exe'), 'for Windows and not for Linux'],
    ['a program without its end', () => real.subarray(0, real.length / 2), 'Download it again'],
    ['an archive of a program without its end', () => zipped(real.subarray(0, 9_000_000)), 'cut short'],
    ['an archive without its end', () => zipped(real).subarray(0, 1_000_000), 'Download it again'],
    ['a core under another name', () => zipped(real, 'xray-linux-amd64'), 'not hold a file named xray'],
    ['a page', () => Buffer.from('<html>Not found</html>'), 'neither a release archive'],
  ])('%s is refused at once', async (_what, make, sentence) => {
    const { success, msg } = await upload(make())
    expect(msg).toContain(sentence)
    expect(success).toBe(false)
    expect(files()).toEqual(before)
  })

  it.each<[string, () => Buffer, string]>([
    ['a core that is too old', () => zipped(script('exit 1', '26.4.24')), 'is too old for this panel'],
    ['a program that says another name', () => zipped('#!/bin/sh\necho curl 26.9.9\n'), 'xray is not Xray'],
    [
      'a program that writes megabytes',
      () => zipped('#!/bin/sh\n/usr/bin/head -c 9000000 /dev/zero\n'),
      'not Xray',
    ],
    ['one that hangs', () => zipped('#!/bin/sh\n/bin/sleep 31415926\nexit 0\n'), 'within 10 s'],
    ...(programs.singbox
      ? [['sing-box', () => zipped(readFileSync(programs.singbox)), 'xray is not Xray'] as const]
      : []),
    ...(programs.mihomo
      ? [['mihomo', () => readFileSync(programs.mihomo), 'did not say its version'] as const]
      : []),
  ] as [string, () => Buffer, string][])(
    '%s is refused once it was confirmed, and is not kept',
    async (_what, make, sentence) => {
      const { msg, success } = await install(await brought(make()))
      expect(msg).toContain(sentence)
      expect(success).toBe(false)
      expect(files()).toEqual(before)
    },
  )

  it.each<[string, string, RegExp]>([
    ['hangs when it reads a configuration', '/bin/sleep 31415926', /did not finish checking .* within 15 s/],
    [
      'hangs when it starts',
      'for last; do [ "$last" = -test ] && exit 0; done; /bin/sleep 31415926',
      /cannot be used: .*Clients that would lose their connection: 1\.$/,
    ],
    [
      'leaves a process when it ends',
      'for last; do [ "$last" = -test ] && exit 0; done; /bin/sleep 31415926 & exit 3',
      /refuses the configuration/,
    ],
    [
      'writes without end',
      'exec /usr/bin/yes 31415926',
      /cannot be used: .*wrote without end while it checked/,
    ],
    [
      'writes megabytes in one line and ends',
      `/usr/bin/head -c 9000000 /dev/zero | /usr/bin/tr '\\0' x; exit 23`,
      /refuses|would fail/,
    ],
    [
      'refuses in megabytes',
      `printf 'Failed to start: '; /usr/bin/head -c 9000000 /dev/zero | /usr/bin/tr '\\0' x; exit 23`,
      /refuses|would fail/,
    ],
  ])('a core that %s is named by the pre-flight, and not installed', async (_what, run, words) => {
    const file = await brought(zipped(script(run)))
    const found = await tryOut(file)
    expect(found).toMatchObject({ version: '26.9.9', from: PINNED_VERSION, ok: false })
    expect(found.blocks[0]).toMatch(words)
    expect(JSON.stringify(found).length).toBeLessThan(100_000)
    const refused = await install(file)
    expect(refused).toMatchObject({ success: false })
    expect(refused.msg).toContain('was not installed')
  })

  it('the command line installs no core that hangs', async () => {
    const archive = zipped(script('/bin/sleep 31415926'))
    const file = join(t.config.dataFolder, 'brought.zip')
    writeFileSync(file, archive)
    const installed = readFileSync(managedPath(t.config.binFolder))
    const args = ['install', '-file', file, '-sha256', hashOf(archive)]
    await expect(coreCommand(t.config, args, () => {})).rejects.toThrow(
      /Xray 26\.9\.9 refuses the configuration .* did not finish checking .* within 15 s/,
    )
    expect(readFileSync(managedPath(t.config.binFolder)).equals(installed)).toBe(true)
  })

  it.each<[string, Block, string]>([
    [
      'masque',
      { protocol: 'masque', settings: {}, streamSettings: { network: 'masque', security: 'tls' } },
      '26.9.30',
    ],
    ['customResponseData', custom, '26.9.9'],
    [
      'udphop',
      { protocol: 'freedom', streamSettings: { finalmask: { udp: [{ type: 'udphop' }] } } },
      '26.9.9',
    ],
    ['xdrive', { protocol: 'freedom', streamSettings: { network: 'xdrive' } }, '26.9.30'],
  ])('a template with %s, which came later, is refused with its version', async (name, outbound, since) => {
    const written = await template()
    const changed = { ...written, outbounds: [...written.outbounds, { tag: 'later', ...outbound }] }
    const answer = await me.post('/panel/xray/update', { xraySetting: JSON.stringify(changed) })
    expect(answer).toMatchObject({ success: false, field: 'xraySetting' })
    expect(answer.msg).toContain(
      `${name} (later) needs Xray ${since} or newer, and ${PINNED_VERSION} runs here: update the core first`,
    )
    expect(await template()).toEqual(written)
    const { obj } = await me.post<{ verdict: string }>('/panel/api/core/preview', { template: changed })
    expect(obj.verdict).toContain(`needs Xray ${since} or newer`)
  })

  it('a template that came another way, as from a backup, does not stop the core that runs', async () => {
    const written = await template()
    const later = { tag: 'later', ...custom }
    const changed = { ...written, outbounds: [...written.outbounds, later] }
    await t.panel.settings.set({ xrayTemplateConfig: JSON.stringify(changed) }, job)
    await until('the core was asked', () => t.panel.core.pending().length > 0)
    const refused = await me.post(server('restartXrayService'))
    expect(refused).toMatchObject({ success: false, code: 'core.not-restarted' })
    expect(refused.msg).toContain('customResponseData (later) needs Xray 26.9.9 or newer')
    expect((await me.get<string>('/panel/xray/getXrayResult')).obj).toMatch(/refused a change: .*tag later/)
    await t.panel.settings.set({ xrayTemplateConfig: JSON.stringify(written) }, job)
    await until('nothing is pending', () => t.panel.core.pending().length === 0)
  })
})
