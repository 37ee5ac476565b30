import jsqr from 'jsqr'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadlineMs } from '#test/until.ts'
import { type BuiltPanel, openBrowser, startBuiltPanel } from './browser-panel.ts'
import { axeFindings, overflow } from './browser-visit.ts'
import { phone, subscribe } from './subscription-page.ts'

let panel: BuiltPanel
let browser: Browser
let url: string
beforeAll(async () => {
  panel = await startBuiltPanel('/hidden-base/')
  browser = await openBrowser()
  url = await subscribe(panel)
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

/** The page, with all errors and foreign requests. */
async function open(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...phone, locale: 'en-US', ...options })
  context.setDefaultTimeout(deadlineMs)
  const page = await context.newPage()
  const faults: string[] = []
  let bytes = 0
  page.on('console', (message) => faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  page.on('response', async (response) => {
    bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await page.goto(url)
  return { page, faults, bytes: () => bytes, close: () => context.close() }
}

/** In document order: what is inside another comes after it, and is visible by then. */
async function openAll(page: Page) {
  for (const details of await page.locator('details').all())
    if ((await details.getAttribute('open')) === null) await details.locator('summary').first().click()
  await page.waitForLoadState('networkidle')
}

describe('the page of a subscription', () => {
  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['Persian', { locale: 'fa-IR', colorScheme: 'dark' }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ] as const)(
    '%s: fits 360 pixels, is small, has no errors and no foreign requests',
    async (_name, options) => {
      const { page, faults, bytes, close } = await open(options)
      expect(bytes()).toBeLessThan(60_000)
      await expect.poll(() => page.locator('a.open').getAttribute('href')).toMatch(/^v2rayng:/)
      await expect.poll(() => page.getByText('ann@example.com').first().isVisible()).toBe(true)
      const scripted = !('javaScriptEnabled' in options)
      await expect.poll(() => page.locator('button').first().isVisible()).toBe(scripted)
      await openAll(page)
      if (scripted) expect(await overflow(page)).toBeLessThanOrEqual(0)
      await expect.poll(() => page.locator('img.qr').count()).toBe(6)
      expect(faults).toEqual([])
      await close()
    },
  )

  it.each(['light', 'dark'] as const)('%s: has no axe findings', async (colorScheme) => {
    const { page, close } = await open({ colorScheme, locale: 'fa-IR', bypassCSP: true })
    await openAll(page)
    expect(await axeFindings(page)).toEqual([])
    await close()
  })

  it('speaks another language and shows the apps of another device without a script', async () => {
    const { page, faults, close } = await open({ javaScriptEnabled: false })
    await page.getByText('Language').click()
    await page.getByRole('link', { name: 'فارسی' }).click()
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.getByRole('link', { name: 'iPhone, iPad' }).click()
    await expect.poll(() => page.locator('a.open').getAttribute('href')).toMatch(/^streisand:/)
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fa')
    expect(await page.locator('.install a').getAttribute('href')).toMatch(/^https:\/\/apps\.apple\.com\//)
    const manifest = await page.request.get(`${url}?manifest`, { ignoreHTTPSErrors: true })
    expect(await manifest.json()).toMatchObject({ start_url: url, display: 'standalone' })
    expect(faults).toEqual([])
    await close()
  })

  it('copies what it shows', async () => {
    const { page, close } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    const copy = page.locator('[data-copy=raw]')
    // It says so for a moment only: noted when it does.
    await copy.evaluate((button) =>
      new MutationObserver(() => {
        if (!button.hasAttribute('data-said')) button.setAttribute('data-said', button.textContent ?? '')
      }).observe(button, {
        childList: true,
        characterData: true,
        subtree: true,
      }),
    )
    await copy.click()
    await expect.poll(() => copy.getAttribute('data-said')).toBe('Copied')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    await close()
  })

  it('shows a QR code that a phone can read, also in dark mode', async () => {
    const { page, close } = await open({ colorScheme: 'dark' })
    await openAll(page)
    const code = page.locator('svg.qr').first()
    const picture = (await code.screenshot()).toString('base64')
    const pixels = await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const image = context?.getImageData(0, 0, bitmap.width, bitmap.height)
      return { data: Array.from(image?.data ?? []), width: bitmap.width, height: bitmap.height }
    }, picture)
    // Its types describe a default export; Node provides the function under that name.
    const read = (jsqr as unknown as { default: typeof jsqr }).default ?? jsqr
    expect(read(Uint8ClampedArray.from(pixels.data), pixels.width, pixels.height)?.data).toBe(url)
    await close()
  })
})
