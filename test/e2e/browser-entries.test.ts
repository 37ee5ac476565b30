import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import { browserProgram } from './browser-panel.ts'
import { cutOff } from './browser-reflow.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

const cause = 'The port can be reached, but no byte came back.'

const tehran: Entries['eyes'][number] = {
  ...{ id: 'probe:1', name: 'Tehran', country: 'IR', provider: 'MCI' },
  ...{ kind: 'probe', state: 'looking', seenAt: Date.now() },
}

/** Says something else than the panel about its entries, or after a check of an inbound. */
const answer = (page: Page, change: (known: Entries, id: number) => Entries, path = '') =>
  page.route(`**/panel/api/health/entries${path}`, async (route) => {
    const reply = await (await route.fetch()).json()
    const id = Number(route.request().url().split('/').at(-1))
    await route.fulfill({ json: { ...reply, obj: change(reply.obj, id) } })
  })

describe.skipIf(!existsSync(browserProgram))('the entries in a browser', () => {
  const stage = browserStage({ start: { demo: true } })

  it('are a matrix: what fails is first, a click tells why and shows thirty days', async () => {
    const { page, faults } = await stage.come('panel/health')
    const card = page.getByRole('region', { name: 'As a client sees it' })
    await card.getByRole('columnheader', { name: 'This server' }).waitFor()
    await card.getByText('every 5 minutes. Checked').waitFor()
    expect(await card.getByRole('rowheader').allInnerTexts()).toEqual([
      expect.stringContaining('Reality'),
      expect.stringContaining('Shadowsocks'),
      expect.stringContaining('Behind the CDN'),
      expect.stringContaining('Trojan'),
    ])
    const good = card.getByRole('link', { name: /^Reality, .+, This server: A client connects: .+ Checked / })
    await expect.poll(() => good.innerText()).toMatch(/^[\d,]+ ms$/)
    expect(await card.getByRole('img', { name: /^Last 30 days: \d+% .+ \d+ days? with/ }).count()).toBe(4)
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])

    // Several eyes: names of entries have room all the same.
    await card.getByRole('columnheader', { name: 'Router in Istanbul' }).waitFor()
    const widths = card.getByRole('rowheader').evaluateAll((all) => all.map((one) => one.clientWidth))
    expect(Math.min(...(await widths))).toBeGreaterThan(150)
    await card.getByRole('link', { name: /^Reality, .+, Phone in Tehran.*: .*no byte came back/ }).waitFor()

    await card.getByRole('link', { name: /^Shadowsocks, .+, This server: .*no byte came back/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Shadowsocks' })
    await drawer.getByText('Last worked').waitFor()
    await drawer.getByText('Show as a table').click()
    expect(await drawer.getByRole('row').count()).toBeGreaterThan(29)
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])
    const checked = page.waitForResponse(/health\/entries\/check\/\d+$/)
    await drawer.getByRole('button', { name: 'Check now' }).click()
    expect(await (await checked).json()).toMatchObject({ success: true })
    await drawer.getByRole('status').getByText(`No client connects: ${cause} Checked just now.`).waitFor()
    expect(faults).toEqual([])
  })

  it.each(['en-US', 'fa-IR'])('show the worst cell of a row on a phone, in %s', async (locale) => {
    const options = { viewport: { width: 360, height: 800 }, locale }
    const { page, faults } = await stage.come('panel/health', options)
    await answer(page, ({ eyes, entries, ...known }) => {
      const own = entries.filter(({ eye }) => eye === '')
      const far = own.map((one) => ({ ...one, eye: tehran.id, latencyMs: 900 }))
      return { ...known, eyes: [...eyes.slice(0, 1), tehran], entries: [...own, ...far] }
    })
    await page.reload()
    const cells = page.locator('[data-cell]')
    await cells.first().waitFor()
    expect(await cells.count()).toBe(8)
    expect(await cells.filter({ visible: true }).count()).toBe(4)
    expect(await page.locator('td[data-worst]', { hasText: 'Tehran' }).count()).toBe(3) // the failing one fails everywhere
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])
    expect(await overflow(page)).toBe(0)
    expect(faults).toEqual([])
  })

  it('are checked from an inbound, and after it was saved', async () => {
    const { page, faults } = await stage.come('panel/inbounds?i=1')
    const drawer = page.getByRole('dialog', { name: 'Reality' })
    const line = drawer.locator('[data-entry-line]')
    await line.getByRole('button', { name: 'Check now' }).click()
    await line.getByText(/^A client connects: [\d,]+ ms\. Checked just now\.$/).waitFor()
    await drawer.locator('[data-field=remark]').fill('Main door')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText(/^Main door saved, and a client connects: [\d,]+ ms\.$/).waitFor()
    await drawer.waitFor({ state: 'detached' })

    const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
    await menuOf('Shadowsocks').click()
    await page.getByRole('menuitem', { name: 'Check as a client' }).click()
    await page.getByText(`No client connects: ${cause}`).waitFor()
    const reason = 'Frankfurt takes no part.'
    const reasonCoded = { code: 'other.said', params: { reason } }
    const unchecked = (inboundId: number) => [{ inboundId, inbound: 'Frankfurt', reason, reasonCoded }]
    await answer(page, (known, id) => ({ ...known, unchecked: unchecked(id) }), '/check/*')
    await menuOf('Frankfurt').click()
    await page.getByRole('menuitem', { name: 'Check as a client' }).click()
    await page.getByText(reason).waitFor()
    expect(faults).toEqual([])
  })

  it('say why nobody knows: off, offline, not checked yet', async () => {
    const { page, faults } = await stage.come('panel/health')
    const card = page.getByRole('region', { name: 'As a client sees it' })
    await answer(page, (known) => ({ ...known, everyMinutes: 0 }))
    await page.reload()
    await card.getByText('The check is off').waitFor()
    expect(await card.locator('[data-tone=good]').count()).toBe(0)
    await card.getByRole('link', { name: 'Turn the check on' }).click()
    await page.locator('input[name=entryCheckMinutes]').waitFor()

    await page.unrouteAll()
    await answer(page, (known) => ({ ...known, offline: 'no way out' }))
    await page.goto(`${stage.panel.url}panel/health`)
    await card.getByText('It is not known whether the entries that failed work: no way out').waitFor()

    await page.unrouteAll()
    await answer(page, (known) => ({ ...known, entries: [] }))
    await page.reload()
    await card.getByText('Not checked yet').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
