import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import type { UpdateState } from '#contract/updates.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import type { CoreRecord } from '#server/core/process/record.ts'
import { freePorts } from '#test/free-port.ts'
import { deadlineMs, until } from '#test/until.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'
import { browserProgram, openBrowser } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { fillLogin } from './browser-visit.ts'
import { coreBinary, hasCore } from './core/binary.ts'
import { startCallers } from './core/callers.ts'
import { runClientCore } from './core/client-core.ts'
import { templateTo, type VisitedPanel, visitPanel } from './core/core-panel.ts'
import { createSpeedOrigin, ratesOf, type SpeedOrigin } from './core/speed-origin.ts'
import { minisignMissing } from './package/build.ts'
import { bootDebian, createDebianServer, debianMissing } from './package/debian.ts'
import { type Download, openDownload } from './package/download.ts'
import { differences, pictureOf } from './package/leftovers.ts'
import { createReleaseSite, type ReleaseSite } from './package/release-site.ts'
import {
  becomeHostile,
  expectForeignRefused,
  expectMovedToRoot,
  expectOwnTerminal,
} from './package/root-steps.ts'
import type { Server } from './package/server.ts'
import { npmStartMs, unitStartMs } from './package/start-times.ts'
import { migratesAndFails, untilEnded } from './update-stage.ts'

// What an operator does in the years of a server, in a row, on one bare Debian: install, first client, speeds, restart,
// power cut, update, a bad update, removal.
const missing =
  debianMissing() ?? minisignMissing() ?? (existsSync(browserProgram) ? undefined : 'there is no Chromium')
if (missing) console.log(`Not tested: the life of an installed panel, because ${missing}.`)

const MB = 1_000_000
const bits = 8

describe.runIf(hasCore() && !missing)('a panel on a bare server', () => {
  let folder: string
  let site: ReleaseSite
  let server: Server
  let source: SpeedOrigin
  let browser: Browser
  let before: ReturnType<typeof pictureOf>
  let installed: string
  let oldBackup: string
  let panel: VisitedPanel
  let url: string
  let link: string
  let download: Download
  const me = { username: '', password: '' }
  const ends: (() => Promise<unknown> | unknown)[] = []

  const install = (...flags: string[]) => server.run('sh', 'install.sh', ...flags)
  const said = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(installed)?.[1] ?? ''
  const coreRun = (): CoreRecord =>
    JSON.parse(readFileSync(join(server.root, 'var/lib/sluice/core-run.json'), 'utf8')) // our own file

  /** A real client that knows nothing but the link; its proxy port. */
  async function connectWith(text: string): Promise<number> {
    const parsed = parseShareLink(text)
    if (!parsed.ok) throw new Error(`the link cannot be read: ${text}`)
    const [port = 0] = await freePorts(1)
    const client = await runClientCore(coreBinary, {
      log: { loglevel: 'warning' },
      inbounds: [{ listen: '127.0.0.1', port, protocol: 'http', settings: {} }],
      outbounds: [parsed.outbound],
    })
    ends.push(client.stop)
    return port
  }
  /** By a client that knows nothing but the link. */
  async function downloadWith(text: string, what: string): Promise<Download> {
    const opened = await openDownload(await connectWith(text), what)
    ends.push(opened.close)
    return opened
  }
  async function expectUndisturbed(pid: number): Promise<void> {
    await panel.until('running')
    const bytes = download.bytes()
    await until('the download goes on', () => download.bytes() > bytes + MB / 2)
    expect([coreRun().pid, download.isOpen()]).toEqual([pid, true])
  }
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  async function comesBack(): Promise<void> {
    await until('the panel answers', answers)
    panel = await visitPanel(url.replace(/\/$/, ''), me)
    await panel.until('running')
  }
  const update = async (): Promise<UpdateState> => {
    download.mark() // a release was made in this process meanwhile
    await panel.call('/panel/api/update/check')
    const callers = startCallers([{ url: `${url}csrf-token`, status: 200 }])
    const { runId } = await panel.call<{ runId: string }>('/panel/api/server/updatePanel')
    const state = await untilEnded(panel, runId)
    const { answers, failures } = await callers.stop()
    expect([answers > 0, failures]).toEqual([true, []]) // nobody was refused, they only waited
    return state
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(sharedTmp(), 'sluice-chain-'))
    chmodSync(folder, 0o755)
    site = await createReleaseSite(folder)
    site.publish('1.0.0')
    source = await createSpeedOrigin()
    server = await createDebianServer(join(folder, 'debian'))
    for (const name of readdirSync(site.folder))
      cpSync(join(site.folder, name), join(server.root, 'root', name))
    before = pictureOf(server)
    browser = await openBrowser()
  }, 600_000) // the first time, Debian is fetched
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
    await browser?.close()
    await server?.stop()
    await Promise.all([source?.close(), site?.close()])
    rmSync(folder ?? '', { recursive: true, force: true })
  })

  it('is not installed from an archive for another processor, which leaves nothing behind', () =>
    expectForeignRefused(server, install))

  it('is installed from the archive, with an address and credentials that are printed once', async () => {
    const [port = 0, subPort = 0] = await freePorts(2)
    installed = install('--port', String(port))
    url = said('URL')
    expect(url).toBe(`http://127.0.0.1:${port}/`)
    const settings = join(server.root, 'etc/sluice/sluice.env')
    const more = [`SLUICE_SUB_PORT=${subPort}`, 'SLUICE_UPDATE_TRIAL_MS=6000', '']
    writeFileSync(settings, readFileSync(settings, 'utf8') + more.join('\n'))
    server.run('systemctl', 'restart', 'sluice')
    Object.assign(me, { username: said('Username'), password: said('Password') })
    await comesBack()
    // The default blocks the way to this machine's own network, and there is no other one here.
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    await panel.call('/panel/api/server/restartXrayService')
    await panel.call('/panel/setting/update', { updateAllowPrivate: true })
  })

  it('is opened in a browser, and its first page ends with a QR code', async () => {
    const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
    page.setDefaultTimeout(deadlineMs)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(url)
    await fillLogin(page, me)
    await page.getByText('Step 1 of 4').waitFor()
    await press('Start')
    await page.locator('[name=username]').fill('operator')
    Object.assign(me, { username: 'operator', password: await page.locator('[name=password]').inputValue() })
    await press('Next')
    await page.locator('[name=host]').fill('127.0.0.1')
    await press('Create')
    await page.getByRole('heading', { name: 'Scan this QR code' }).waitFor()
    link = (await scanned(page)) ?? ''
    expect(link).toBe(await page.locator('[data-link]').textContent())
    expect(link).toMatch(/^vless:\/\/.+@127\.0\.0\.1:\d+\?.*security=reality/)

    download = await downloadWith(link, `S ${MB}`)
    await page.getByText('Connected!').waitFor()
    await until('the client of the QR code downloads', () => download.bytes() > MB)
    download.close()
    await page.context().close()
    await comesBack() // with the new password
  })

  it('holds a speed, and slows a client down at its quota, under the restrictions of the unit', async () => {
    const [inbound] = await panel.read<Inbound[]>('/panel/api/inbounds/list')
    const limited = { speedDown: 2 * MB * bits, whenEnded: 'slow', flow: 'xtls-rprx-vision' }
    await panel.addClient('ann', [inbound?.id ?? 0], limited)
    const [text = ''] = await panel.read<string[]>('/panel/api/clients/links/ann')
    const ann = await downloadWith(text, 'D')
    const rates: number[] = []
    /** A busy machine may lose a moment: one of several stretches must hold. */
    const settles = async (least: number, most: number, ms: number) => {
      await until(`a rate between ${least} and ${most}`, async () => {
        const [rate = 0] = await ratesOf([ann], ms)
        rates.push(rate)
        return rate >= least && rate <= most
      }).catch((error: Error) => {
        throw new Error(`${error.message}: ${rates.map(Math.round)}`)
      })
      return rates.at(-1) ?? 0
    }
    const held = await settles(0.95 * 2 * MB, 1.02 * 2 * MB, 4_000)
    console.log(`under the unit: 2 MB/s held at ${((held / 2 / MB - 1) * 100).toFixed(1)} %`)
    await panel.call('/panel/api/clients/update/ann', { email: 'ann', totalGB: 1 })
    await settles(1, 0.15 * MB, 1_000)
    await panel.call('/panel/api/clients/update/ann', { email: 'ann', totalGB: 0 })
    await settles(0.95 * 2 * MB, 1.02 * 2 * MB, 4_000)
    expect(ann.isOpen()).toBe(true)
    ann.close()
  })

  it('is back after a restart and after a power cut, with its client', async () => {
    server.run('systemctl', 'restart', 'sluice')
    await comesBack()
    const unit = unitStartMs(server)
    const data = join(folder, 'npm-start')
    mkdirSync(data)
    await npmStartMs(data, coreBinary)
    const npm = await npmStartMs(data, coreBinary)
    console.log(`start until ready: installed ${Math.round(unit)} ms, npm start ${Math.round(npm)} ms`)
    await server.stop()
    server = await bootDebian(server.root)
    await comesBack()
    expect((await panel.client('me')).enable).toBe(true)
  })

  it('is moved into a folder of root, whatever links a hostile service has put into its own', async () => {
    becomeHostile(server)
    await comesBack()
    installed = expectMovedToRoot(server, install)
    await comesBack()
  })

  it('is restored by root from a backup that only root can read', async () => {
    oldBackup = /A backup from before is (\S+)\.$/m.exec(installed)?.[1] ?? ''
    expect(server.run('stat', '-c', '%U %a', oldBackup)).toBe('root 600\n')
    const [inbound] = await panel.read<Inbound[]>('/panel/api/inbounds/list')
    await panel.addClient('later', [inbound?.id ?? 0])
    server.run('systemctl', 'stop', 'sluice')
    expect(server.run('sluice', 'restore', oldBackup, '--yes')).toContain('The backup is restored')
    server.run('systemctl', 'start', 'sluice')
    await comesBack()
    const { length } = (await panel.read<Inbound[]>('/panel/api/inbounds/list'))[0]?.clientStats ?? []
    expect(length).toBe(2)
    download = await downloadWith(link, `S ${MB}`)
  })

  it('has a command that types nothing into the terminal of root, and is for root alone', () =>
    expectOwnTerminal(server))

  it('is replaced by a newer release under a running download', async () => {
    const { pid } = coreRun()
    site.publish('1.1.0')
    const state = await update()
    expect(state).toMatchObject({ currentVersion: '1.1.0', run: { step: 'done', from: '1.0.0', reason: '' } })
    await expectUndisturbed(pid)
    console.log(`update: the longest silence in the download was ${download.gap()} ms`)
    expect(server.run('sluice', 'version')).toBe('1.1.0\n')
  })

  it('goes back by itself from a release that changes the database and fails', async () => {
    const { pid } = coreRun()
    site.publishBroken('1.2.0', migratesAndFails)
    const state = await update()
    expect(state).toMatchObject({
      currentVersion: '1.1.0',
      run: {
        step: 'rolled-back',
        to: '1.2.0',
        reasonCoded: { code: 'update.exited', params: { status: 3 } },
      },
    })
    await expectUndisturbed(pid)
    console.log(`bad update: the longest silence in the download was ${download.gap()} ms`)
    expect((await panel.client('me')).email).toBe('me')
    expect(server.run('sluice', 'version')).toBe('1.1.0\n')
  })

  it('leaves nothing but a backup when it is removed', () => {
    download.close()
    const uid = server.run('id', '-u', 'sluice').trim()
    const backup = /A backup of everything: (\S+)/.exec(install('uninstall', '--purge'))?.[1] ?? ''
    const after = pictureOf(server)
    const { added, gone } = differences(before.paths, after.paths)
    expect(gone).toEqual([])
    expect(added.filter((path) => path !== '/var/backups/sluice')).toEqual([oldBackup, backup])
    expect(after.users).toBe(before.users)
    const processes = server.run('sh', '-c', 'cat /proc/[0-9]*/status')
    expect(new RegExp(`^Uid:\\s+${uid}\\b`, 'm').test(processes)).toBe(false)
  })
})
