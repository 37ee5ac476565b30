import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { id, type OutboundsStage, startOutboundsStage } from './browser-outbounds-stage.ts'
import { adminSession, browserProgram, openBrowser } from './browser-panel.ts'
import { axeFindings, createVisitors, nameless, overflow, type Visit } from './browser-visit.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const row = (page: Page, tag: string) => page.locator(`[data-row="${tag}"]`)
async function fromMenu(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
/** One line for each serious finding, unnamed control or overflow. */
const flaws = async (page: Page) => [
  ...(await axeFindings(page)),
  ...(await nameless(page)),
  ...((await overflow(page)) > 0 ? ['wider than the window'] : []),
]

describe.skipIf(!coreBinary || !existsSync(browserProgram))('outbounds in a browser', () => {
  let browser: Browser
  let stage: OutboundsStage
  let visit: ReturnType<typeof createVisitors>
  const open: { close(): Promise<void> }[] = []

  async function come(query: string, options = {}): Promise<Visit> {
    const { cookie } = await adminSession(stage.panel)
    const visitor = await visit(stage.panel, options, { path: `panel/network?${query}`, cookie })
    open.push(visitor)
    return visitor
  }
  async function apply(page: Page) {
    await button(page, 'Review').click()
    const drawer = page.getByRole('dialog', { name: 'Review changes' })
    await drawer.getByText('The core accepts this configuration.').waitFor()
    await drawer.getByText('Applies live – no one gets disconnected.').waitFor()
    await drawer.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Applied.').waitFor()
  }

  beforeAll(async () => {
    ;[browser, stage] = await Promise.all([openBrowser(), startOutboundsStage(coreBinary ?? '')])
    visit = createVisitors(browser)
  })
  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.stop()
  })

  it('pastes links, tests them, balances over them, live; deletes one with what refers to it', async () => {
    const { page, faults } = await come('tab=outbounds', { viewport: { width: 1440, height: 900 } })
    await row(page, 'direct').getByText('Default').waitFor()
    const link = (port: number, name: string) => `vless://${id}@127.0.0.1:${port}?type=tcp#${name}`

    await button(page, 'Add outbounds').click()
    const text = [link(stage.ports.open, 'de-one'), 'nonsense', link(stage.ports.closed, 'de-two')].join('\n')
    await page.getByLabel('Share links, JSON').fill(text)
    const preview = page.getByRole('list', { name: 'To be added' }).getByRole('listitem')
    await expect
      .poll(() => preview.allInnerTexts())
      .toEqual([
        expect.stringMatching(/de-one\s+vless\s+127\.0\.0\.1/),
        'Line 2 skipped: This is not a share link.',
        expect.stringMatching(/de-two/),
      ])
    expect(await flaws(page)).toEqual([])
    await button(page, 'Add 2 outbounds').click()
    await page.getByText('2 unapplied changes').waitFor()

    // A request through the real core, before anything is applied.
    await fromMenu(page, 'de-one', 'Test')
    await row(page, 'de-one').locator('[data-test=ok]').getByText('ms').waitFor()
    await fromMenu(page, 'de-two', 'Test')
    const failed = row(page, 'de-two').locator('[data-test=failed]')
    await failed.click()
    await page
      .getByText(/^Failed: .+/)
      .last()
      .waitFor()
    expect(await flaws(page)).toEqual([])
    await page.keyboard.press('Escape')

    await tab(page, 'Balancers')
    await button(page, 'Add a balancer').click()
    const form = page.getByRole('dialog', { name: 'Add a balancer' })
    await form.getByLabel('Tag').fill('germany')
    await form.getByLabel('Outbounds', { exact: true }).fill('de-')
    await form.getByLabel('Outbounds', { exact: true }).press('Enter')
    await page.keyboard.press('Tab')
    await form.getByText('2 outbounds').waitFor()
    await form.getByRole('radio', { name: 'Lowest latency' }).click()
    await form.getByText('Adds an observatory').waitFor()
    await form.getByRole('radio', { name: 'Round robin' }).click()
    await button(page, 'Add balancer').click()
    await page.getByText('Not in the running core yet').waitFor()
    await apply(page)
    await page.getByText(/Choosing from de-(one|two), de-/).waitFor()
    await page.getByLabel('Override').selectOption('de-one')
    await page.getByText('Using de-one (override)').waitFor()

    await tab(page, 'Outbounds')
    await fromMenu(page, 'de-one', 'Edit')
    await page.getByLabel('Tag').fill('nl')
    await button(page, 'Save to draft').click()
    await row(page, 'nl').waitFor()
    await fromMenu(page, 'de-two', 'Delete')
    await page.getByText('balancer germany continues without it').waitFor()
    await button(page, 'Delete outbound').click()
    // The balancer follows the rename, and drops the deleted one.
    await tab(page, 'Balancers')
    const members = page.getByRole('list', { name: 'Available outbounds' }).getByRole('listitem')
    await expect.poll(() => members.allInnerTexts()).toEqual(['nl'])
    expect(faults).toEqual([])
  })

  it('by keyboard: DNS and the basics, in the draft and not in the core', async () => {
    const { page, faults } = await come('tab=dns')
    await page.getByRole('radio', { name: 'Quad9' }).press('Space')
    await page.getByText('https://9.9.9.9/dns-query').waitFor()
    await page.getByText('Nothing uses these servers yet').waitFor()
    await page.getByRole('textbox', { name: 'Static hosts' }).fill('nas.lan 10.0.0.9 10.0.0.10')
    await tab(page, 'Core basics')
    await page.getByLabel('Domain strategy for direct').selectOption('UseIPv4')
    await page.getByRole('switch', { name: 'Block BitTorrent' }).press('Space')
    await page.getByLabel('Idle timeout').fill('120')
    await page.getByText(/\d unapplied changes/).waitFor()
    await button(page, 'Review').press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Review changes' })
    await drawer.getByText(/Requires a core restart/).waitFor()
    await drawer.getByText('The DNS settings changed').waitFor()
    await drawer.getByText('The core accepts this configuration.').waitFor()
    await expect
      .poll(() => drawer.locator('ins').allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringContaining('9.9.9.9'), expect.stringContaining('120')]))
    expect(await stage.template()).not.toHaveProperty('dns')
    expect(faults).toEqual([])
  })
})
