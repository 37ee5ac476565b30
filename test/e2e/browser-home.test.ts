import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { notice } from '#domain/notices.ts'
import { coreBinary } from '#test/core-binary.ts'
import { finding, stubFindings } from './browser-findings.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, nameless } from './browser-visit.ts'

const HOUR = 3_600_000

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
    async furnish(done) {
      await done('panel/setting/update', { expireDiff: 3 })
      await done('panel/api/clients/add', {
        client: { email: 'ends-today', enable: true, expiryTime: Date.now() + 5 * HOUR },
        inboundIds: [1],
      })
    },
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
    const part = { kind: 'inbound', id: 1, name: 'Main', stage: 'connects', state: 'ok', reason: '' }
    const found = {
      ...{ version: '26.8.1', from: '26.7.28', ok: false, readMs: 40, notes: [], notesCoded: [] },
      ...{ blocks: [would], blocksCoded: [{ code: 'other.said', params: { reason: would } }] },
      parts: [{ ...part, clients: 0, emails: [] }],
      apps: [{ app: 'clash-meta', name: 'Clash Meta', clients: 2 }],
    }
    const answers: [string, unknown][] = [
      ['getXrayVersion', ['v26.8.1', 'v26.7.28']],
      ['xrayRelease/v26.8.1', release],
      ['preflight/v26.8.1', found],
    ]
    for (const [path, obj] of answers)
      await page.route(`**/server/${path}`, (route) =>
        route.fulfill({ json: { success: true, msg: '', obj } }),
      )
    const sent: unknown[] = []
    await page.route('**/server/installXray/v26.8.1', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { success: true, msg: '', obj: null } })
    })
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
    expect(sent).toEqual([])
    await question
      .getByText('Everything listed under “Would stop working” will fail after the installation.')
      .waitFor()
    await question.getByRole('button', { name: 'Install anyway' }).click()
    await page.getByText('Xray 26.8.1 installed.').waitFor()
    expect(sent).toEqual([{ sha256, force: 'true' }])
    expect(faults).toEqual([])
  })

  it('lists what needs attention, with a link to exactly those clients', async () => {
    const { page, faults } = await stage.come()
    const clients = { state: 'note', subject: { kind: 'clients', id: '', name: '' } } as const
    const seeing = (q: string) =>
      ({ kind: 'page', to: `panel/clients?${new URLSearchParams({ q })}` }) as const
    const findings = [
      finding('core', 'No core is installed.', { subject: { kind: 'core', id: '', name: '' } }),
      finding('clients.today', '1 client expires today.', {
        ...clients,
        action: seeing('expires<1d renew:no'),
      }),
      finding('clients.depleted', 'Some have used up their quota.', {
        ...clients,
        action: seeing('status:depleted'),
      }),
      finding('bbr', 'BBR is off.', { state: 'note' }),
    ]
    await stubFindings(page, () => findings)
    await page.reload()
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByText('No core is installed.').waitFor()
    expect(await needs.getByText('BBR').count()).toBe(0)
    await page.getByRole('link', { name: 'Health 1 finding needs attention' }).waitFor()
    await needs.getByRole('link', { name: '1 client expires today.' }).click()
    await page.locator('[data-open=ends-today]').waitFor()
    await expect.poll(() => page.locator('[data-open]').count()).toBe(1)
    await page.goBack()
    await needs.getByRole('link', { name: 'Some have used up their quota.' }).click()
    await page.waitForURL(/q=status%3Adepleted/)
    await page.locator('[data-open]').first().waitFor()
    await page.goBack()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Running out/ })
      .click()
    await page.locator('[data-open=ends-today]').waitFor()
    expect(page.url()).toBe(`${stage.panel.url}panel/clients?q=status%3Aexpiring`)
    // The core's message is next to the button.
    await page.goBack()
    await needs.getByRole('button', { name: 'Install' }).click()
    await page.getByText('This panel has no core of its own').waitFor()
    expect(faults).toEqual([])
  })

  it('names an inbound that is not open, with the reason, here and in the list', async () => {
    const { page, faults } = await stage.come()
    const reason = 'Port 443 (tcp) is in use by nginx (process 7): stop it or choose another port.'
    const sentence = `The core could not open inbound Front door: ${reason}`
    const closed = finding('core.inbound-1', sentence, {
      subject: { kind: 'inbound', id: '1', name: 'Front door' },
      action: { kind: 'page', to: 'panel/inbounds?i=1' },
    })
    await stubFindings(page, () => [closed])
    await page.route('**/inbounds/list**', async (route) => {
      const answer = await (await route.fetch()).json()
      const obj = answer.obj.map((inbound: { id: number }) =>
        inbound.id === 1 ? { ...inbound, enable: true } : inbound,
      )
      await route.fulfill({ json: { ...answer, obj } })
    })
    await page.reload()
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByText(reason).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await needs.getByRole('link', { name: sentence }).click()
    await page.waitForURL(/panel\/inbounds\?i=1/)
    await page.goto(`${stage.panel.url}panel/inbounds`)
    await page.getByRole('img', { name: sentence }).waitFor()
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

  // Last, because every Home shows them from then on.
  it('lists refused logins, with a link to who tried, from where and why', async () => {
    for (let i = 0; i < 3; i++) {
      const body = new URLSearchParams({ username: 'mallory', password: `guess ${i}` })
      const reply = await fetch(`${stage.panel.url}login`, { method: 'POST', body })
      expect(await reply.json()).toMatchObject({ success: false })
    }
    const { page, faults } = await stage.come()
    await stubFindings(page, () => [
      finding('logins', '3 failed logins, most recently from 127.0.0.1', {
        state: 'warn',
        subject: { kind: 'panel', id: '', name: '' },
        action: { kind: 'page', to: 'panel/activity?verb=refused&range=day' },
      }),
    ])
    await page.reload()
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByText('3 failed logins, most recently from 127.0.0.1').click()
    await page.waitForURL(/panel\/activity\?.*verb=refused/)
    const entry = page.getByRole('listitem').filter({ hasText: 'mallory' })
    await entry.getByText('Failed login as').waitFor()
    await expect.poll(() => entry.count()).toBe(1)
    await entry.getByText('127.0.0.1').first().waitFor()
    await entry.getByText('Unknown user name: 3').waitFor()
    expect(await nameless(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
