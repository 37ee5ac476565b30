import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigVersion } from '#contract/core-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { until } from '#test/until.ts'
import { type NetworkStage, startNetworkStage } from './browser-network-stage.ts'
import { admin, browserProgram, openBrowser } from './browser-panel.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, createVisitors, fillLogin, nameless, overflow, type Visit } from './browser-visit.ts'
import type { Stream } from './core/stream.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const review = (page: Page) => page.getByRole('dialog', { name: 'Review changes' })
/** Bytes that arrive after this moment. */
const flows = (stream: Stream) => {
  const had = stream.bytes
  return until('the stream goes on', () => stream.bytes > had + 50_000)
}

describe.skipIf(!coreBinary || !existsSync(browserProgram))('the network in a browser', () => {
  let browser: Browser
  let stage: NetworkStage
  let visit: ReturnType<typeof createVisitors>
  const open: { close(): Promise<void> }[] = []
  const streams: Stream[] = []

  async function come(path = 'panel/', options = {}): Promise<Visit> {
    const { panel, cookie } = stage
    const visitor = await visit(panel, options, { path, cookie })
    open.push(visitor)
    visitor.page.on('dialog', (asked) => void asked.accept()) // the browser's own question before a reload
    return visitor
  }
  const download = () => {
    const stream = stage.download()
    streams.push(stream)
    return stream
  }
  /** One new connection. An apply answers after a second even if the core is not done (R46), so it is tried again. */
  const getsThrough = async () => {
    const stream = download()
    await until('the connection flows or ends', () => stream.bytes > 0 || stream.ended !== undefined)
    return stream.bytes > 0
  }
  const stored = () => stage.call<string>('panel/xray/', {})
  const versions = () => stage.call<ConfigVersion[]>('panel/api/core/versions', undefined, 'GET')

  beforeAll(async () => {
    ;[browser, stage] = await Promise.all([openBrowser(), startNetworkStage(coreBinary ?? '')])
    visit = createVisitors(browser)
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.stop()
    for (const { close } of open.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await browser?.close()
    await stage?.stop()
  })

  it('drafts a rule, shows what it changes and who is affected, applies it live, and undoes it', async () => {
    const { page, faults } = await come()
    const running = download()
    await flows(running)
    const before = (await versions())[0]?.id

    const steps = createSteps()
    await steps.click(page.getByRole('navigation').getByRole('link', { name: 'Network' }).first())
    await steps.type(page.getByLabel('Domains and IPs'), '127.0.0.1')
    await steps.click(page.getByRole('group', { name: 'Send to' }).getByRole('radio', { name: 'blocked' }))
    await steps.click(button(page, 'Continue to review'))
    const drawer = review(page)
    await drawer.getByText('Applies live – no one gets disconnected.').waitFor()
    await drawer.getByText('The core accepts this configuration.').waitFor()
    await expect
      .poll(() => drawer.locator('ins').allInnerTexts())
      .toEqual([expect.stringMatching(/127\.0\.0\.1[\s\S]*blocked/)])
    expect(await axeFindings(page)).toEqual([])
    expect(await stored()).not.toContain('127.0.0.1"]')
    await steps.click(drawer.getByRole('button', { name: 'Apply', exact: true }))
    await page.getByText('Applied.').waitFor()
    expect(steps.done('a routing rule, with its diff', 5, 9)).toBeLessThanOrEqual(5)

    // Applies to new connections, and does not affect existing ones.
    await page.getByLabel('Domain or IP').fill('127.0.0.1:80')
    await until('the tester names the rule', async () => {
      const answered = page.waitForResponse('**/routeTest')
      await page.getByLabel('Domain or IP').press('Enter')
      await answered
      const named = page.locator('[data-matched-rule="1"]').getByText('127.0.0.1').waitFor({ timeout: 1_000 })
      return named.then(
        () => true,
        () => false, // the answer was another one: asked again
      )
    })
    await page.getByText('by this rule:').waitFor()
    await until('a new connection is refused', async () => !(await getsThrough()))
    await flows(running)
    expect(running.ended).toBeUndefined()

    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByText('Added').first().waitFor()
    await page.locator(`[data-version="${before}"]`).getByRole('button', { name: 'Roll back' }).click()
    const back = page.getByRole('dialog', { name: `Roll back to version ${before}` })
    await back.getByText('Applies live – no one gets disconnected.').waitFor()
    await expect.poll(() => back.locator('del').count()).toBe(1)
    await back.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByText('Rolled back to the earlier configuration.').waitFor()
    await until('a new connection gets through', getsThrough)
    await flows(running)
    expect(running.ended).toBeUndefined()
    expect(faults).toEqual([])
  })

  it("shows the core's own error, and says who a restart would affect", async () => {
    const { page, faults } = await come('panel/network?rule=new')
    const before = await stored()
    const form = page.getByRole('dialog', { name: 'Add routing rule' })
    await form.getByLabel('Domains').fill('example.org')
    await form.getByLabel('Ports').fill('99999')
    await button(page, 'Continue to review').last().click()
    await form.getByText('invalid port: 99999').waitFor()
    await form.getByLabel('Ports').fill('443')
    await button(page, 'Save to draft').click()
    await page.getByText('1 unapplied change').waitFor()

    await page.getByRole('tab', { name: 'Raw template' }).click()
    const editor = page.getByRole('textbox', { name: 'Template' })
    await editor.waitFor()
    await editor.press('Control+End')
    await page.keyboard.type('x')
    await page.getByText('Invalid JSON').waitFor()
    await page.keyboard.press('Backspace')
    await page.getByText('Invalid JSON').waitFor({ state: 'hidden' })
    await editor.press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.type('"dns": {"hosts": 5},')
    await page.getByText('2 unapplied changes').waitFor()
    await button(page, 'Review').click()
    await review(page).getByText('This cannot be applied').waitFor()
    await expect
      .poll(() => review(page).getByRole('button', { name: 'Apply' }).last().isDisabled())
      .toBe(true)
    await page.keyboard.press('Escape')
    for (let i = 0; i < '5},'.length; i++) await editor.press('Backspace')
    await page.keyboard.type('{}},')
    await button(page, 'Review').click()
    await review(page)
      .getByText(/Requires a core restart/)
      .waitFor()
    await review(page).getByText('The DNS settings changed').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('Generated', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Generated' }).getByText('"loglevel"').waitFor()
    await button(page, 'Discard').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByText('not applied').waitFor({ state: 'hidden' })
    expect(await stored()).toBe(before)

    // Somebody else saves while a draft is open: shown at once, and their version can be taken.
    await page.getByRole('tab', { name: 'Routing' }).click()
    await button(page, 'Presets').click()
    await page.getByRole('menuitem', { name: 'Block BitTorrent' }).click()
    const preset = page.getByRole('dialog', { name: 'Block BitTorrent' })
    await preset.getByText('Added before your other rules:').waitFor()
    await preset.getByRole('button', { name: 'Save to draft' }).click()
    const { xraySetting } = JSON.parse(before)
    const rule = { type: 'field', domain: ['full:theirs.example'], outboundTag: 'blocked', enabled: false }
    const routing = { ...xraySetting.routing, rules: [rule] }
    await stage.call('panel/xray/update', { xraySetting: { ...xraySetting, routing } })
    await page.getByText('The saved template has changed').waitFor()
    await button(page, 'Discard draft and load the saved template').click()
    await page.getByText('full:theirs.example').waitFor()
    await stage.call('panel/xray/update', { xraySetting })
    await page.getByText('full:theirs.example').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  it('by keyboard alone; a reload, an ended session and a lost connection lose nothing of the draft', async () => {
    const { page, faults } = await come()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('add routing rule')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add routing rule' })
    await form.waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-field')))
      .toBe('domain')
    await page.keyboard.type('domain:example.net')
    await page.keyboard.press('Tab') // the input is kept
    await button(page, 'Save to draft').focus()
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'hidden' })
    await button(page, 'Presets').press('Enter')
    await page.getByRole('menuitem', { name: 'Block BitTorrent' }).press('Enter')
    await button(page, 'Save to draft').press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const handle = page.getByRole('button', { name: 'Move rule 1: drag, or use the arrow keys' })
    await handle.press('ArrowDown')
    await page.getByText('Rule moved to 2 of 2.').waitFor()
    const first = () => page.getByRole('list', { name: 'Routing rules' }).getByRole('listitem').first()
    await expect.poll(() => first().innerText()).toContain('example.net')
    await page.getByRole('button', { name: /^Move rule 2/ }).hover()
    await page.mouse.down()
    const above = await first().boundingBox()
    await page.mouse.move((above?.x ?? 0) + 20, (above?.y ?? 0) + 5, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => first().innerText()).toContain('bittorrent')
    await handle.press('ArrowDown')
    await expect.poll(() => first().innerText()).toContain('example.net')

    await page.reload()
    await page.getByText('2 unapplied changes').waitFor()
    await page.context().clearCookies()
    await button(page, 'Review').press('Enter')
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    await ended.waitFor()
    await fillLogin(page, admin)
    await ended.waitFor({ state: 'hidden' })
    await review(page).getByText('Applies live – no one gets disconnected.').waitFor()
    await page.context().setOffline(true)
    await review(page).getByRole('button', { name: 'Apply', exact: true }).press('Enter')
    await review(page).getByText("Can't reach the panel").waitFor()
    await page.context().setOffline(false)
    await page.locator('[data-state=live]').waitFor()
    await review(page).getByRole('button', { name: 'Apply', exact: true }).press('Enter')
    await page.getByText('Applied.').waitFor()
    expect(JSON.parse(await stored()).xraySetting.routing.rules).toMatchObject([
      { domain: ['domain:example.net'] },
      { protocol: ['bittorrent'] },
    ])
    const told = /status of 401|ERR_INTERNET_DISCONNECTED|WebSocket/ // logged by the browser because of what the test did to it
    expect(faults.filter((fault) => !told.test(fault))).toEqual([])
  })

  it('in Persian on a phone, dark: what changes and goes back fits, has names and contrast', async () => {
    const look = { viewport: { width: 360, height: 780 }, locale: 'fa-IR', colorScheme: 'dark' }
    const { page, faults } = await come('panel/network', look)
    const check = async (there: string) => {
      await page.locator(there).first().waitFor()
      const found = [await axeFindings(page), await nameless(page), await overflow(page)]
      expect({ there, found }).toEqual({ there, found: [[], [], 0] })
    }
    await page.locator('[name=where]').fill('example.com 10.0.0.0/8')
    await page.locator('[name=where]').press('Enter')
    await check('[role=dialog] ins')
    await page.goto(`${stage.panel.url}panel/network?tab=versions&rollback=1`)
    await check('[role=dialog] del, [role=dialog] ins')
    expect(faults).toEqual([])
  })
})
