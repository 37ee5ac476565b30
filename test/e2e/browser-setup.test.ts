import { existsSync } from 'node:fs'
import jsqr from 'jsqr'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePorts } from '#test/free-port.ts'
import {
  admin,
  type BuiltPanel,
  browserProgram,
  openBrowser,
  scriptSession,
  startBuiltPanel,
} from './browser-panel.ts'
import { axeFindings, fillLogin, overflow, type Visit, visit } from './browser-visit.ts'
import { runClientCore } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { createOrigin, megabyte } from './core/origin.ts'

/** What a phone's camera makes of the code: a picture of the screen, decoded by nobody of ours. */
async function scan(browser: Browser, page: Page): Promise<string> {
  const picture = (await page.locator('svg[role=img]').screenshot()).toString('base64')
  const blank = await browser.newPage()
  const { data, width, height } = await blank.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    const brush = canvas.getContext('2d')
    brush?.drawImage(image, 0, 0)
    const pixels = brush?.getImageData(0, 0, image.width, image.height)
    return { data: [...(pixels?.data ?? [])], width: image.width, height: image.height }
  }, picture)
  await blank.close()
  return jsqr(new Uint8ClampedArray(data), width, height)?.data ?? ''
}

describe.skipIf(!existsSync(browserProgram))('the first run in a browser', () => {
  let browser: Browser
  const open: { close(): Promise<void> }[] = []
  const later = (close: () => Promise<void>) => open.push({ close })

  async function come(panel: BuiltPanel, options = {}): Promise<Visit> {
    const visitor = await visit(browser, panel, options)
    later(visitor.close)
    return visitor
  }
  async function freshPanel(options = {}): Promise<BuiltPanel> {
    const panel = await startBuiltPanel('/', { fresh: true, ...options })
    later(panel.stop)
    return panel
  }

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close()
  })
  afterAll(() => browser?.close())

  it.runIf(coreBinary)(
    'leads to a code whose link a real client connects with: 2 clicks to the code',
    async () => {
      const origin = await createOrigin()
      later(origin.close)
      const panel = await freshPanel({ core: coreBinary })
      const post = await scriptSession(panel)
      // The default lets no client reach this machine's own network, and there is no other one here.
      await post('panel/api/xray/update', { xraySetting: JSON.stringify(templateTo(origin.port)) })
      await post('panel/api/server/restartXrayService', {})

      const { page, faults } = await come(panel)
      await fillLogin(page, admin)
      const began = performance.now()
      let clicks = 0
      const press = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).click()
        clicks += 1
      }
      await press('Start')
      await press('Create')
      await page.getByRole('heading', { name: 'Scan this code' }).waitFor({ timeout: 60_000 })
      await page.locator('svg[role=img]').waitFor()
      const seconds = (performance.now() - began) / 1000
      const link = await scan(browser, page)
      expect(link).toBe(await page.locator('[data-link]').textContent())
      expect(link).toMatch(
        /^vless:\/\/.*security=reality.*flow=xtls-rprx-vision|^vless:\/\/.*flow=xtls-rprx-vision.*security=reality/,
      )
      console.log(`first link: ${clicks} clicks (the incumbent 18 steps), ${seconds.toFixed(1)} s`)
      expect([clicks, seconds < 60]).toEqual([2, true])
      await page.getByText('Waiting for the first connection').waitFor()
      await page.getByText('the panel itself stands in').waitFor() // no website can be reached from a test

      const parsed = parseShareLink(link)
      if (!parsed.ok) throw new Error(`the link cannot be read: ${link}`)
      const [port = 0] = await freePorts(1)
      const core = await runClientCore(coreBinary ?? '', {
        log: { loglevel: 'warning' },
        inbounds: [{ listen: '127.0.0.1', port, protocol: 'socks', settings: { udp: false } }],
        outbounds: [parsed.outbound],
      })
      later(core.stop)
      expect(await fetchThrough(port)).toBe(megabyte)
      await page.getByText('Connected!').waitFor({ timeout: 30_000 })
      await press('Finish')
      await page.getByRole('heading', { name: 'Clients' }).first().waitFor()
      expect(faults).toEqual([])
    },
  )

  it('asks for a password where the panel made it, and goes on with the new one', async () => {
    const panel = await freshPanel({ env: { SLUICE_ADMIN_USERNAME: '', SLUICE_ADMIN_PASSWORD: '' } })
    const said = (word: string) => new RegExp(`^${word}: (.+)$`, 'm').exec(panel.said)?.[1] ?? ''
    const { page, faults } = await come(panel)
    await fillLogin(page, { username: said('Username'), password: said('Password') })
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.locator('[name=username]').fill('me')
    const password = await page.locator('[name=password]').inputValue()
    expect(password).toHaveLength(20)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.locator('[name=host]').waitFor()
    await page.locator('[data-state=live]').waitFor()
    expect(faults).toEqual([])
    const other = await come(panel)
    await fillLogin(other.page, { username: 'me', password })
    await other.page.getByText('Step 1 of 3').waitFor()
  })

  it('is skipped for good', async () => {
    const panel = await freshPanel()
    const { page, faults } = await come(panel)
    await fillLogin(page, admin)
    await page.getByRole('button', { name: 'Skip, I will do it myself' }).click()
    await page.getByRole('heading', { name: 'No core yet' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No core yet' }).waitFor()
    expect(faults).toEqual([])
  })

  it.each([
    ['en-US', 1440, 'light'],
    ['en-US', 360, 'dark'],
    ['fa-IR', 1440, 'dark'],
    ['fa-IR', 360, 'light'],
  ] as const)('passes axe and fits in %s at %d px, %s', async (locale, width, colorScheme) => {
    const panel = await freshPanel()
    const { page, faults } = await come(panel, { locale, colorScheme, viewport: { width, height: 780 } })
    await fillLogin(page, admin)
    const primary = page.locator('main form button[type=submit], main [data-autofocus]')
    await primary.first().waitFor()
    for (const step of ['welcome', 'confirm']) {
      expect([step, ...(await axeFindings(page))]).toEqual([step])
      expect(await overflow(page)).toBe(0)
      await primary.first().click()
      if (step === 'welcome') await page.locator('[name=host]').waitFor()
    }
    expect(faults).toEqual([])
  })
})
