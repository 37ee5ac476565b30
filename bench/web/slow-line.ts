import type { Browser } from 'playwright-core'
import { type BuiltPanel, scriptSession } from '#test/e2e/browser-panel.ts'
import { visit } from '#test/e2e/browser-visit.ts'

/** A poor mobile connection: bytes per second, and milliseconds for each request. */
const slow = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }

export interface SlowLoad {
  /** Milliseconds from the request until the screen is no longer white, the page can be used, and figures are there. */
  frame: number
  usable: number
  figures: number
  /** How much moved meanwhile, as browsers measure it (CLS). */
  shift: number
}

/** Home, opened with an empty cache by somebody who is logged in. */
export async function loadSlowly(browser: Browser, panel: BuiltPanel): Promise<SlowLoad> {
  const { cookie } = await scriptSession(panel)
  const options = { viewport: { width: 1280, height: 800 } }
  const { page, close } = await visit(browser, panel, options)
  try {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await page.context().addCookies([{ name, value, url: panel.url, httpOnly: true }])
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', slow)
    await page.addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        // The types of browsers do not have this entry yet.
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const now = () => page.evaluate(() => performance.now())
    await page.goto(`${panel.url}panel/`, { waitUntil: 'commit' })
    await page.locator('nav a').first().waitFor()
    const usable = await now()
    await page.locator('[data-sluice] [data-figure=down]', { hasText: /\d/ }).waitFor()
    const figures = await now()
    await page.locator('[data-flows]').waitFor()
    await page.locator('main svg[role=img]').first().waitFor()
    const { frame, shift } = await page.evaluate(() => ({
      frame: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
      shift: (window as unknown as { seen: { shift: number } }).seen.shift, // set above
    }))
    return { frame, usable, figures, shift }
  } finally {
    await close()
  }
}
