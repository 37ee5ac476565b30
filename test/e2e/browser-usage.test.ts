import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { seedUsage } from './browser-usage.ts'
import { axeFindings, go, overflow } from './browser-visit.ts'

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
interface Shifts {
  sum: number
  /** Each with the elements that moved. */
  what: string[]
}

/** How far the page moved by itself since it was loaded. */
const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => {
    const shifts: Shifts = { sum: 0, what: [] }
    const note = (entries: PerformanceEntryList) => {
      // The types of browsers do not have this entry yet.
      for (const { value, hadRecentInput, sources } of entries as unknown as LayoutShift[]) {
        if (hadRecentInput) continue
        shifts.sum += value
        const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''))
        shifts.what.push(`${value.toFixed(3)} ${nodes.join(' and ')}`)
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // What was before arrives with the next frame, if there was any.
    return new Promise((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          note(observer.takeRecords())
          observer.disconnect()
          resolve(shifts)
        }),
      ),
    )
  })

const narrow = { viewport: { width: 360, height: 740 } }

describe.skipIf(!existsSync(browserProgram))('usage in a browser', () => {
  const stage = browserStage({ people: 12, furnish: async (_, panel) => seedUsage(panel) })

  it('says in two clicks who used most yesterday, and saves the list', async () => {
    const { page, faults } = await stage.come()
    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: /^Yesterday: .*GB/ }))
    const first = page.locator('tbody tr').first()
    await first.getByText('client-0007').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'client,group,download,upload,total',
      expect.stringMatching(/^client-0007,/),
    ])
    await steps.click(first.getByRole('link', { name: 'client-0007' }))
    await page.getByRole('dialog', { name: 'client-0007' }).waitFor()
    expect(steps.done('who used most yesterday', 2, 'cannot')).toBe(2)

    await page.goto(`${stage.panel.url}panel/usage?by=group&range=7d`)
    await page.getByRole('link', { name: 'gold' }).click()
    await page.getByText(/Group .*gold/).waitFor()
    await page.locator('[data-usage=client]').waitFor()
    await page.goto(`${stage.panel.url}panel/usage?by=day&range=7d`)
    await page.locator('[data-usage=day] tbody a').nth(1).click()
    await page.locator('[data-usage=client] tbody tr').first().getByText('client-0007').waitFor()
    await page.locator('thead').getByRole('button', { name: 'Client', exact: true }).click()
    await page.locator('tbody tr').first().getByText('client-0012').waitFor()
    expect(faults).toEqual([])
  })

  it('opens Days from every other grouping', async () => {
    const { page, faults } = await stage.come()
    for (const by of ['client', 'group', 'inbound', 'node']) {
      await go(page, `${stage.panel.url}panel/usage?range=7d&by=${by}`)
      await page.locator(`[data-usage=${by}] tbody tr`).first().waitFor()
      await page.getByRole('radiogroup').getByText('Days').click()
      await page.locator('[data-usage=day] tbody tr').first().waitFor()
    }
    expect(faults).toEqual([])
  })

  it('keeps every place while Home fills, on a screen, a phone and in Persian', async () => {
    await stage.done('panel/api/health/check') // a finding that comes meanwhile is news, and moves what is below
    const moved: Record<string, number> = {}
    const what: Record<string, string[]> = {}
    const visits: [string, object][] = [
      ['screen', { viewport: { width: 1280, height: 900 } }],
      ['phone', narrow],
      ['Persian', { viewport: { width: 1280, height: 900 }, locale: 'fa-IR' }],
    ]
    for (const [name, options] of visits) {
      const { page, faults } = await stage.come('panel/', options)
      await page.locator('[data-flows=there]').waitFor()
      await page.locator('main svg[role=img]').first().waitFor()
      const shifts = await shiftsOf(page)
      moved[name] = shifts.sum
      what[name] = shifts.what
      expect(await overflow(page), name).toBeLessThanOrEqual(0)
      await go(page, `${stage.panel.url}panel/usage?range=7d`)
      await page.locator('[data-usage]').waitFor()
      expect(await overflow(page), name).toBeLessThanOrEqual(0)
      expect(faults, name).toEqual([])
    }
    console.log('layout shift of Home:', moved)
    for (const [name, sum] of Object.entries(moved))
      expect(sum, `${name}: ${what[name]?.join('; ')}`).toBeLessThan(0.1)
  })

  it('paints the frame before any script or style is there', async () => {
    const { page } = await stage.come()
    await page.route('**/assets/**', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    const card = page.locator('.first-frame > :last-child')
    await card.waitFor()
    expect((await card.boundingBox())?.height).toBe(124)
    const colours = await page
      .locator('.first-frame, .first-frame > *')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor))
    expect(colours).toEqual(['rgb(243, 246, 247)', ...Array(3).fill('rgb(255, 255, 255)')])
  })
})
