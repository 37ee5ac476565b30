import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { notice } from '#domain/notices.ts'
import { coreBinary } from '#test/core-binary.ts'
import { stubCoreJobs } from './browser-core-jobs.ts'
import { finding, stubFindings } from './browser-findings.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, nameless } from './browser-visit.ts'

const tick: EventFrame = {
  type: 'traffic',
  time: 0,
  payload: {
    clientTraffics: [
      { email: 'client-0002', up: 2_000_000, down: 90_000_000 },
      { email: 'client-0005', up: 400_000, down: 12_000_000 },
      { email: 'a-very-long-name-of-somebody@example.com', up: 5_000, down: 700_000 },
    ],
    onlineClients: ['client-0002', 'client-0005', 'client-0007'],
    lastOnlineMap: {},
  },
}

/** Injects frames into the panel's socket and blocks the panel's own frames of those kinds. */
async function speak(page: Page, ...ours: EventFrame['type'][]) {
  const kinds = new Set(ours)
  const sockets: { send(text: string): void }[] = []
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const panel = socket.connectToServer()
    panel.onMessage((text) => {
      const { type } = JSON.parse(String(text)) as EventFrame // the panel's own
      if (!kinds.has(type)) socket.send(text)
    })
    sockets.push(socket)
  })
  await page.reload()
  const say = (frame: EventFrame) => sockets.at(-1)?.send(JSON.stringify({ ...frame, time: Date.now() }))
  return Object.assign(say, { kinds })
}

describe.skipIf(!existsSync(browserProgram))('the home page in a browser', () => {
  const stage = browserStage({
    basePath: '/deep/',
    people: 24,
  })

  it('tries another version of the core, and installs it only with the confirmed hash', async () => {
    const { page, faults } = await stage.come()
    const sha256 = 'ab'.repeat(32)
    const release = {
      version: '26.8.1',
      asset: 'Xray-linux-64.zip',
      sha256,
      pinned: false,
      known: false,
      page: 'https://github.com/XTLS/Xray-core/releases/tag/v26.8.1',
    }
    const would = '2 clients with Clash Meta would fail on Main: set it.'
    const part = { kind: 'inbound', id: 1, name: 'Main', stage: 'connects', state: 'ok', reason: '' } as const
    const found = {
      ...{ version: '26.8.1', from: 'Unknown', ok: false, readMs: 40, notes: [], notesCoded: [] },
      ...{ blocks: [would], blocksCoded: [{ code: 'other.said', params: { reason: would } }] },
      parts: [{ ...part, clients: 0, emails: [] }],
      apps: [{ app: 'clash-meta', name: 'Clash Meta', clients: 2 }],
    }
    const answers: [string, unknown][] = [
      ['getXrayVersion', ['v26.8.1', 'v26.7.28']],
      ['xrayRelease/v26.8.1', release],
    ]
    for (const [path, obj] of answers)
      await page.route(`**/server/${path}`, (route) =>
        route.fulfill({ json: { success: true, msg: '', obj } }),
      )
    const sent = await stubCoreJobs(page, found)
    await page.getByRole('button', { name: 'Core version' }).click()
    const drawer = page.getByRole('dialog', { name: 'Core version' })
    await drawer.getByLabel('Release', { exact: true }).selectOption('v26.8.1')
    await drawer.getByText(sha256).waitFor()
    await drawer.getByRole('button', { name: 'I compared it – run pre-flight check' }).click()
    await drawer.getByText(would).waitFor()
    await drawer.getByText('Clash Meta: 2').waitFor()
    await drawer.getByText('Test results').click()
    await drawer.getByText('client connected').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Install anyway' }).click()
    const question = page.getByRole('dialog', { name: 'Install Xray 26.8.1?' })
    await question.getByText(sha256).waitFor()
    const trial = { target: 'v26.8.1', what: 'preflight', sha256 }
    expect(sent).toEqual([trial])
    await question
      .getByText('Everything listed under “Would stop working” will fail after the installation.')
      .waitFor()
    await question.getByRole('button', { name: 'Install anyway' }).click()
    await page.getByText('Xray 26.8.1 installed.').waitFor()
    expect(sent).toEqual([trial, { ...trial, what: 'install', force: 'true' }])
    expect(faults).toEqual([])
  })

  it('shows top users by tick, install progress, and a chart that works by keyboard', async () => {
    const { page, faults, asked } = await stage.come()
    const say = await speak(page, 'traffic', 'status')
    await page.locator('[data-state=live]').waitFor()
    const talkers = page.getByRole('region', { name: 'Top users' })
    await talkers.getByText('By traffic since').waitFor()
    await page.locator('[data-flows=there]').waitFor()
    await page.waitForLoadState('networkidle')
    // Who is online on which inbound is asked again every ten seconds, findings and notices when one of an earlier test is
    // recorded, and code of other pages is loaded at leisure.
    const told = () => asked.filter((path) => /\/api\/(?!.*onlineCounts|notices\/|health)/.test(path))
    const before = told()
    say(tick)
    await talkers.getByText('By current speed').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await nameless(page)).toEqual([])
    // The first reply of the API may arrive after the tick and replace it; the panel sends one every five seconds.
    const online = page.getByRole('region', { name: 'Online now' }).getByRole('link', { name: '3' })
    await expect
      .poll(() => {
        say(tick)
        return online.isVisible()
      })
      .toBe(true)
    say({
      type: 'notification',
      time: 0,
      payload: notice('core.installing', { step: 'Downloading it' }, 40),
    })
    const bar = page.getByRole('progressbar', { name: 'Installation progress' })
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('40')
    await expect.poll(() => page.locator('[data-need^=core]').count()).toBe(0)
    expect(told()).toEqual(before) // the hub alone

    const reader = page.getByRole('slider', { name: 'Chart value at time' })
    await reader.focus()
    const newest = await reader.getAttribute('aria-valuetext')
    await page.keyboard.press('Home')
    await expect.poll(() => reader.getAttribute('aria-valuetext')).not.toBe(newest)
    await page.getByText('24 hours', { exact: true }).click()
    await page.getByText('No client traffic in this period.').waitFor()
    expect(page.url()).toContain('range=24h')
    const steps = createSteps()
    await steps.click(talkers.getByRole('link', { name: 'client-0002' }))
    await page.getByRole('dialog', { name: 'client-0002' }).waitFor()
    expect(steps.done('who eats the bandwidth right now (job 6)', 1, 'cannot')).toBe(1)
    expect(faults).toEqual([])
  })

  it.skipIf(!coreBinary)(
    'stops and restarts the core, says who is affected, and rolls back to what ran',
    async () => {
      const own = await stage.ownPanel({ core: coreBinary })
      const { page, faults } = await stage.come('panel/', {}, own)
      await page.route('**/panel/api/clients/onlines', (route) =>
        route.fulfill({ json: { success: true, msg: '', obj: ['ann', 'bob', 'cem'] } }),
      )
      await page.route('**/panel/api/clients/onlinesByNode', (route) =>
        route.fulfill({ json: { success: true, msg: '', obj: { 0: ['ann', 'bob'], 7: ['cem'] } } }),
      )
      const say = await speak(page, 'traffic')
      const card = page.getByRole('region', { name: 'Core', exact: true })
      const dialog = page.getByRole('dialog')
      await card.getByText(/Version \d.* · up/).waitFor()
      await page.getByRole('link', { name: 'Online now: 3' }).waitFor()

      await card.getByRole('button', { name: 'Restart' }).click()
      await dialog.getByText('2 online clients will reconnect.').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })

      await card.getByRole('button', { name: 'Stop' }).click()
      await dialog.getByText('clients will be disconnected. No one can connect').waitFor()
      await dialog.getByRole('button', { name: 'Stop' }).click()
      await card.getByRole('heading', { name: 'Core stopped' }).waitFor()
      const need = page.locator('[data-need=core]')
      await need.getByRole('button', { name: 'Start' }).click()
      await card.getByRole('heading', { name: 'Core running' }).waitFor()
      await need.waitFor({ state: 'detached' })

      await card.getByRole('button', { name: 'Restart' }).click()
      await dialog.getByRole('button', { name: 'Restart' }).click()
      await page.getByText('Core restarted').waitFor()
      await card.getByRole('heading', { name: 'Core running' }).waitFor()

      // A core that does not start: its own message, and the rollback.
      const status = await page.evaluate(async () => (await fetch('panel/api/server/status')).json())
      for (const kind of ['status', 'xray_state'] as const) say.kinds.add(kind)
      const errorMsg = 'failed to start: geosite.dat: no such file'
      say({
        type: 'status',
        time: 0,
        payload: { ...status.obj, xray: { ...status.obj.xray, state: 'error', errorMsg, uptime: undefined } },
      })
      await stubFindings(page, () => [
        finding('core', `The core is not running: ${errorMsg}`, {
          subject: { kind: 'core', id: '', name: '' },
        }),
      ])
      say({ type: 'invalidate', time: 0, payload: { type: 'health' } })
      const failed = page.locator('[data-need=core]')
      await failed.getByText(errorMsg).waitFor()
      const steps = createSteps()
      const sent = page.waitForResponse(/\/panel\/api\/core\/rollback\/\d+$/)
      await steps.click(failed.getByRole('button', { name: 'Restore last working configuration' }))
      await dialog.getByText("Inbounds and clients don't change.").waitFor()
      await steps.click(dialog.getByRole('button', { name: 'Restore last working configuration' }))
      say.kinds.clear()
      expect(await (await sent).json()).toMatchObject({ success: true })
      await card.getByRole('heading', { name: 'Core running' }).waitFor()
      expect(steps.done('the core does not start: why, and back (job 10)', 2, 'cannot')).toBe(2)
      expect(faults).toEqual([])
    },
  )
})
