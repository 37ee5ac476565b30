import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import {
  type BuiltPanel,
  browserProgram,
  openBrowser,
  scriptSession,
  startBuiltPanel,
} from './browser-panel.ts'
import { seed } from './browser-seed.ts'
import { axeFindings, logIn, nameless, overflow, type Visit, visit } from './browser-visit.ts'

const core = process.env.SLUICE_TEST_CORE
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

/** Frames of our own in the panel's socket; the kinds that we speak for are kept from the panel. */
async function speak(page: Page, ...kinds: EventFrame['type'][]): Promise<(frame: EventFrame) => void> {
  const sockets: { send(text: string): void }[] = []
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const panel = socket.connectToServer()
    panel.onMessage((text) => {
      const { type } = JSON.parse(String(text)) as EventFrame // the panel's own
      if (!kinds.includes(type)) socket.send(text)
    })
    sockets.push(socket)
  })
  await page.reload()
  return (frame) => sockets.at(-1)?.send(JSON.stringify({ ...frame, time: Date.now() }))
}

describe.skipIf(!existsSync(browserProgram))('the home page in a browser', () => {
  let browser: Browser
  let panel: BuiltPanel
  const open: { close(): Promise<void> }[] = []
  const come = async (options = {}, at = panel): Promise<Visit> => {
    const visitor = await visit(browser, at, options)
    open.push(visitor)
    return visitor
  }

  beforeAll(async () => {
    ;[browser, panel] = await Promise.all([openBrowser(), startBuiltPanel('/deep/')])
    await seed(panel, 24)
    const send = await scriptSession(panel)
    await send('panel/setting/update', { expireDiff: 3 })
    await send('panel/api/clients/add', {
      client: { email: 'ends-today', enable: true, expiryTime: Date.now() + 5 * HOUR },
      inboundIds: [1],
    })
  })
  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await browser?.close()
    await panel?.stop()
  })

  it('says what needs somebody, and leads to exactly those clients', async () => {
    const { page, faults } = await come()
    await logIn(page)
    const needs = page.getByRole('region', { name: 'Needs you' })
    await needs.getByText('There is no core: nobody can connect.').waitFor()
    await needs.getByRole('link', { name: '1 client ends within a day' }).click()
    await page.locator('[data-open=ends-today]').waitFor()
    await expect.poll(() => page.locator('[data-open]').count()).toBe(1)
    await page.goBack()
    const depleted = needs.getByRole('link', { name: /have no time or quota left/ })
    const count = Number.parseInt((await depleted.textContent()) ?? '', 10)
    await depleted.click()
    await expect.poll(() => page.locator('[data-open]').count()).toBe(count)
    await page.goBack()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Expiring/ })
      .click()
    await page.locator('[data-open=ends-today]').waitFor()
    expect(page.url()).toBe(`${panel.url}panel/clients?q=status%3Aexpiring`)
    // Its own words stand where the button is.
    await page.goBack()
    await needs.getByRole('button', { name: 'Start' }).click()
    await needs.getByText('This panel has no core of its own').waitFor()
    expect(faults).toEqual([])
  })

  it('shows who moves the most by the tick, how far an install is, and reads its chart by keyboard', async () => {
    const { page, faults, asked } = await come()
    const say = await speak(page, 'traffic', 'status')
    await logIn(page)
    const talkers = page.getByRole('region', { name: 'Top talkers' })
    await talkers.getByText('By traffic since').waitFor()
    const before = asked.length
    say(tick)
    await talkers.getByText('By speed, right now').waitFor()
    await page.getByRole('region', { name: 'Online now' }).getByRole('link', { name: '3' }).waitFor()
    say({
      type: 'notification',
      time: 0,
      payload: { title: 'Getting the core', message: 'Downloading it', level: 'info', percent: 40 },
    })
    const bar = page.getByRole('progressbar', { name: 'How far the install is' })
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('40')
    expect(await page.locator('[data-need^=core]').count()).toBe(0)
    expect(asked.length).toBe(before) // the hub alone

    const reader = page.getByRole('slider', { name: 'Read the chart at a moment' })
    await reader.focus()
    const newest = await reader.getAttribute('aria-valuetext')
    await page.keyboard.press('Home')
    expect(await reader.getAttribute('aria-valuetext')).not.toBe(newest)
    await page.getByText('24 hours', { exact: true }).click()
    await page.getByText('No client moved anything in this time.').waitFor()
    expect(page.url()).toContain('range=24h')
    await talkers.getByRole('link', { name: 'client-0002' }).click()
    await page.getByRole('dialog', { name: 'client-0002' }).waitFor()
    expect(faults).toEqual([])
  })

  it.skipIf(!core)('stops and restarts the core, and says first how many are hit', async () => {
    const own = await startBuiltPanel('/', { core })
    open.push({ close: own.stop })
    const { page, faults } = await come({}, own)
    await page.route('**/panel/api/clients/onlines', (route) =>
      route.fulfill({ json: { success: true, msg: '', obj: ['ann', 'bob', 'cem'] } }),
    )
    await speak(page, 'traffic')
    await logIn(page)
    const card = page.getByRole('region', { name: 'Core', exact: true })
    const dialog = page.getByRole('dialog')
    await card.getByText(/Version \d.* · up for/).waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: '3', exact: true }).waitFor()

    await card.getByRole('button', { name: 'Restart' }).click()
    await dialog.getByText('3 clients are online now and will reconnect.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await card.getByRole('button', { name: 'Stop' }).click()
    await dialog.getByText('They lose their connections and cannot come back').waitFor()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await card.getByRole('heading', { name: 'The core is stopped' }).waitFor()
    const need = page.locator('[data-need=coreStopped]')
    await need.getByRole('button', { name: 'Start' }).click()
    await card.getByRole('heading', { name: 'The core is running' }).waitFor({ timeout: 60_000 })
    await need.waitFor({ state: 'detached' })

    await card.getByRole('button', { name: 'Restart' }).click()
    await dialog.getByRole('button', { name: 'Restart' }).click()
    await page.getByText('The core was restarted').waitFor({ timeout: 60_000 })
    await card.getByRole('heading', { name: 'The core is running' }).waitFor()
    expect(faults).toEqual([])
  })

  const all = [
    { width: 1440, colorScheme: 'light', locale: 'en-US' },
    { width: 360, colorScheme: 'dark', locale: 'fa-IR' },
    { width: 360, colorScheme: 'light', locale: 'en-US' },
    { width: 1440, colorScheme: 'dark', locale: 'fa-IR' },
  ] as const
  it.each(process.env.SLUICE_LONG ? all : all.slice(0, 2))(
    'reads well at $width px, $colorScheme, $locale',
    async ({ width, colorScheme, locale }) => {
      const { page, faults } = await come({
        viewport: { width, height: 800 },
        colorScheme,
        locale,
        reducedMotion: 'reduce',
      })
      const say = await speak(page, 'traffic')
      await logIn(page)
      await page.locator('svg[role=img]').waitFor({ timeout: 20_000 })
      for (const summary of await page.locator('summary').all()) await summary.click()
      const shot = async (name: string) => {
        const folder = process.env.SLUICE_SHOTS // for whoever wants to look
        if (folder)
          await page.screenshot({
            path: `${folder}/home-${width}-${colorScheme}-${name}.png`,
            fullPage: true,
          })
        expect(await axeFindings(page)).toEqual([])
        expect(await nameless(page)).toEqual([])
        expect(await overflow(page)).toBe(0)
      }
      await shot('tables')
      for (const summary of await page.locator('summary').all()) await summary.click()
      say(tick)
      await page.locator('[data-live=true]').waitFor()
      await shot('live')
      expect(faults).toEqual([])
    },
  )
})
