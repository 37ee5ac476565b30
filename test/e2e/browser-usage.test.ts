import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { cutOff } from './browser-reflow.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { seedApart, seedPerson, seedUsage } from './browser-usage.ts'
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

/** Without the marks that keep the direction of names and figures. */
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')

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

describe.skipIf(!existsSync(browserProgram))('usage by inbound in a browser', () => {
  const stage = browserStage({
    people: 12,
    async furnish(done, panel) {
      seedUsage(panel)
      await done('panel/api/nodes/add', {
        ...{ name: 'Frankfurt', address: '203.0.113.9', port: 2053, apiToken: 't', enable: false },
      })
      seedApart(panel)
    },
  })

  it('says in three steps who used an inbound most, and as what it counts', async () => {
    const { page, faults } = await stage.come()
    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: 'Usage', exact: true }))
    await steps.click(page.getByRole('radiogroup').getByText('Inbounds'))
    const row = page.locator('[data-usage=inbound] tbody tr').filter({ hasText: ' for ' })
    expect(plain(await row.innerText())).toContain('2 GB for 1 GB')
    await steps.click(row.getByRole('link'))
    const first = page.locator('[data-usage=clientInbound] tbody tr').first()
    await first.locator('b').getByText('400 MB').waitFor()
    expect(plain(await first.innerText())).toContain('800 MB')
    expect(steps.done('who used an inbound most', 3, 'cannot')).toBe(3)
    expect(plain(await page.locator('main p[role=status]').innerText())).toContain('Counts as 2 GB')
    expect([await axeFindings(page), await cutOff(page)]).toEqual([[], []])
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV by day' }).click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    expect(csv.split('\r\n')[0]).toBe('client,group,inbound,tag,node,day,download,upload,total,charged')
    expect(csv.split('\r\n')).toHaveLength(4 + 2)
    expect(faults).toEqual([])
  })

  it('shows servers for each day, and clients for each inbound', async () => {
    const { page, faults } = await stage.come('panel/usage?range=7d&by=node')
    await page.getByRole('checkbox', { name: 'For each day' }).check()
    const rows = page.locator('[data-usage=node] tbody tr')
    await expect.poll(() => rows.filter({ hasText: 'Frankfurt' }).count()).toBe(3)
    await rows.filter({ hasText: 'Frankfurt' }).first().getByRole('link').click()
    await page.getByText(/Only what was used on .*Frankfurt/).waitFor()
    expect(await page.getByRole('checkbox', { name: 'For each inbound' }).isChecked()).toBe(true)
    const rowsOf = page.locator('[data-usage=clientInbound] tbody tr')
    expect(await rowsOf.count()).toBe(4)
    await page.getByRole('button', { name: 'Remove this filter' }).click()
    await expect.poll(() => rowsOf.count()).toBe(8)
    expect(faults).toEqual([])
  })

  it('fits a phone, and speaks Persian', async () => {
    for (const options of [narrow, { ...narrow, locale: 'fa-IR' }]) {
      const { page, faults } = await stage.come('panel/usage?range=7d&by=clientInbound', options)
      for (const query of ['by=clientInbound', 'by=inbound&days=true', 'by=node&days=true']) {
        await go(page, `${stage.panel.url}panel/usage?range=7d&${query}`)
        await page.locator('[data-usage] tbody tr').first().waitFor()
        expect([query, await overflow(page), await axeFindings(page)]).toEqual([query, 0, []])
      }
      expect(faults).toEqual([])
    }
  })

  it('tells a person what was used on which server', async () => {
    const { page, faults } = await stage.come()
    const id = seedPerson(stage.panel)
    for (const [language, said] of [
      ['en', 'counts as 3.9 GB'],
      ['fa', 'حساب می‌شود'],
    ]) {
      await page.goto(`${stage.panel.subscriptions}/sub/${id}?lang=${language}`)
      const row = page.locator('.days tr').first()
      expect(plain(await row.innerText())).toContain(said)
      expect([await overflow(page), await axeFindings(page)]).toEqual([0, []])
    }
    // Subscriptions have a port of their own.
    expect(faults.filter((fault) => !fault.includes(stage.panel.subscriptions))).toEqual([])
  })
})
