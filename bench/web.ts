// Browser cost: `npm run bench -- web [clients]`. Prints the rows of the table in the docs.
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser, startBuiltPanel } from '#test/e2e/browser-panel.ts'
import { seed } from '#test/e2e/browser-seed.ts'
import { logIn, visit } from '#test/e2e/browser-visit.ts'
import { firstLoad, kib, weigh } from '#test/e2e/browser-weight.ts'
import { pushCounters } from './web/pushes.ts'
import { loadSlowly } from './web/slow-line.ts'

const CLIENTS = Number(process.argv[2] ?? 10_000)
const ms = (value: number) => `${Math.round(value)} ms`
const line = (what: string, value: string, budget: string) =>
  console.log(`| ${what} | ${value} | ${budget} |`)

/** Milliseconds of script, style and layout that the page has used so far. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return (of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration')) * 1000
}

async function filterCost(page: Page, session: CDPSession, text: string, last: string): Promise<number> {
  const before = await worked(session)
  await page.getByRole('searchbox').fill(text)
  await page.locator(`[data-row="${last}"]`).waitFor()
  return (await worked(session)) - before
}

async function longTasks(page: Page, forMs: number): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    })
  })
  await page.mouse.move(700, 500)
  const end = Date.now() + forMs
  while (Date.now() < end) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(50)
  }
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen) // set above
}

const [browser, panel] = await Promise.all([openBrowser(), startBuiltPanel()])
try {
  await seed(panel, CLIENTS)
  const { page, asked, faults } = await visit(browser, panel, { viewport: { width: 1440, height: 900 } })
  console.log('| What | Measured | Budget |\n|---|---|---|')
  line('login, script + style', kib(weigh(asked)), '')
  const stop = await pushCounters(page, CLIENTS, 5_000)
  await logIn(page)
  await page.locator('[data-flows=there]').waitFor()
  await page.locator('main svg[role=img]').first().waitFor()
  const first = firstLoad(asked)
  line('first load, login and home', kib(weigh(first)), '220 KB')
  line('inbounds and charts of Home, on top of it', kib(weigh(asked, first)), '60 KB')
  const home = [...asked]
  await page.getByRole('link', { name: 'Clients' }).first().click()
  await page.locator('[data-row]').first().waitFor()
  line('clients, on top of it', kib(weigh(asked, home)), '120 KB')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const costs: number[] = []
  for (const [text, last] of [
    ['client-07', 'client-0700'],
    ['client-31', 'client-3100'],
    ['group:gold ', 'client-0005'],
  ] as const)
    costs.push(await filterCost(page, session, text, last))
  line(`filter ${CLIENTS} clients to paint, work`, `${Math.round(Math.max(...costs))} ms`, '150 ms')
  await page.getByRole('searchbox').fill('')
  await page.goto(`${panel.url}panel/clients`)
  await page.locator('[data-row]').first().waitFor()
  await page.waitForTimeout(2_000)
  const tasks = await longTasks(page, 15_000)
  const longest = Math.round(Math.max(0, ...tasks))
  line('15 s of scrolling while pushes arrive: long tasks', `${tasks.length}, longest ${longest} ms`, '50 ms')
  stop()
  await page.close()
  const { frame, usable, figures, shift } = await loadSlowly(browser, panel)
  const slowly = 'Home at 50 KB/s and 400 ms a request'
  line(`${slowly}: white screen`, ms(frame), '1000 ms')
  line(`${slowly}: until it can be used`, ms(usable), '')
  line(`${slowly}: until the figures are there`, ms(figures), '')
  line(`${slowly}: layout shift`, shift.toFixed(3), '0.1')
  if (faults.length > 0) console.log(faults.join('\n'))
} finally {
  await browser.close()
  await panel.stop()
}
