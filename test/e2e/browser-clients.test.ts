import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  admin,
  type BuiltPanel,
  browserProgram,
  openBrowser,
  scriptSession,
  startBuiltPanel,
} from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { seed } from './browser-seed.ts'
import { createSteps } from './browser-steps.ts'
import { fillLogin, logIn, type Visit, visit } from './browser-visit.ts'

const PEOPLE = 2000

describe.skipIf(!existsSync(browserProgram))('clients in a browser', () => {
  let browser: Browser
  let panel: BuiltPanel
  const open: Visit[] = []

  /** Logged in. */
  async function come(options = {}): Promise<Visit> {
    const visitor = await visit(browser, panel, options)
    open.push(visitor)
    await logIn(visitor.page)
    return visitor
  }
  const nav = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Clients' }).first()
  const row = (page: Page, email: string) => page.locator(`[data-row="${email}"]`)

  /** As it is read, without the marks that keep figures in one piece. */
  const textOf = async (page: Page, email: string) =>
    (await row(page, email).innerText()).replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')

  beforeAll(async () => {
    ;[browser, panel] = await Promise.all([openBrowser(), startBuiltPanel('/deep/er/')])
    await seed(panel, PEOPLE)
  })
  afterEach(async () => {
    for (const { close } of open.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await browser?.close()
    await panel?.stop()
  })

  it('finds one of 2,000 and shows its code in two steps', async () => {
    const { page, faults } = await come()
    const steps = createSteps()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search and commands' })
    await steps.type(field, 'client-1234')
    await steps.enter(field)
    expect(await scanned(page)).toMatch(/^vless:\/\/.+@127\.0\.0\.1:\d+\?.+client-1234$/)
    expect(page.url()).toBe(`${panel.url}panel/clients?c=client-1234&tab=access`)
    expect(steps.done('find one of 2,000 and show its QR', 2, 4)).toBe(2)
    // Back closes what it opened.
    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(faults).toEqual([])
  })

  it('keeps what is typed before the palette is there', async () => {
    const { page, faults } = await come()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new cl')
    await page.getByRole('option', { name: /New client/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New client' }).waitFor()
    expect(faults).toEqual([])
  })

  it('makes a client with its code in three steps, and remembers the choices for the next', async () => {
    const { page, faults } = await come()
    const steps = createSteps()
    await steps.click(page.getByRole('button', { name: 'New client' }))
    const name = page.getByRole('textbox', { name: 'Name' })
    await steps.type(name, 'alice')
    await steps.enter(name)
    await page.getByRole('dialog', { name: 'alice is ready' }).waitFor()
    expect(await scanned(page)).toMatch(/^vless:\/\/.+alice$/)
    expect(steps.done('a new client with its QR', 3, 11)).toBe(3)

    await page.getByRole('button', { name: 'Add another' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /100.GB.*30 days/ })
      .click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Helsinki' }).click()
    await name.fill('client-0001')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    // The panel's refusal stands beside the field, and the field has the focus.
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('dialog').innerText()).toMatch(/already|exists|taken|in use/i)
    await name.fill('bob')
    await name.press('Enter')
    await page.getByRole('dialog', { name: 'bob is ready' }).waitFor()
    const ask = await scriptSession(panel)
    const { obj } = await ask('panel/api/clients/list/paged?search=bob', undefined, 'GET')
    expect(obj).toMatchObject({ items: [{ email: 'bob', totalGB: 100 * 1024 ** 3, inboundIds: [1, 2] }] })

    await page.getByRole('button', { name: 'Add another' }).click()
    expect(await page.getByRole('radio', { name: /100.GB.*30 days/ }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Helsinki' }).isChecked()).toBe(true)
    expect(faults).toEqual([])
  })

  it('sets the quota of fifty in four steps, and takes it back', async () => {
    const { page, faults } = await come()
    await page.goto(`${panel.url}panel/clients?q=client-15`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Tier 15')
    await page.keyboard.press('Enter')
    await page.goto(`${panel.url}panel/`)

    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: 'Tier 15' }))
    await row(page, 'client-1500').waitFor()
    await steps.click(page.getByRole('checkbox', { name: /^Select all/ }))
    await page.getByText('100 selected').waitFor()
    const quota = page.getByRole('textbox', { name: /New quota/ })
    await steps.type(quota, '70')
    await steps.enter(quota)
    await page.getByText('100 clients changed.').waitFor()
    expect(steps.done('quota of 50 and more, set', 4, 9)).toBe(4)
    await expect.poll(() => textOf(page, 'client-1500')).toContain('70 GB')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => textOf(page, 'client-1500')).not.toContain('70 GB')
    expect(faults).toEqual([])
  })

  it('filters by what is typed, keeps it in the address, and scrolls through everybody', async () => {
    const { page, faults } = await come()
    await nav(page).click()
    const field = page.getByRole('searchbox', { name: 'Search clients' })
    await field.pressSequentially('group:gold used>30gb ')
    await page.getByRole('button', { name: 'Remove the filter group:gold' }).waitFor()
    await expect.poll(() => page.url()).toContain('q=group%3Agold+used%3E30gb')
    const table = page.getByRole('table', { name: 'Clients' })
    await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeLessThan(40)
    await page.reload()
    await page.getByRole('button', { name: 'Remove the filter used>30gb' }).click()
    await page.getByRole('button', { name: 'Remove the filter group:gold' }).click()
    await page.getByRole('button', { name: 'All 2,0' }).waitFor()
    await page.getByRole('button', { name: 'Client', exact: true }).click()
    await page.getByRole('button', { name: 'Client', exact: true }).click()
    await row(page, `client-${PEOPLE}`).waitFor()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await row(page, 'alice').or(row(page, 'client-0001')).first().waitFor()
    expect(await page.locator('[data-row]').count()).toBeLessThan(60)
    expect(faults).toEqual([])
  })

  it('edits in the drawer, guards what was typed, and tells the rest of the world', async () => {
    const { page, faults } = await come()
    await page.goto(`${panel.url}panel/clients?c=client-0007&tab=settings`)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('moved to the desk')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await comment.inputValue()).toBe('moved to the desk')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('moved to the desk').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => row(page, 'client-0007').innerText()).toContain('moved to the desk')
    expect(faults).toEqual([])
  })

  it('keeps a half-filled form when the session ends, and saves it after the login', async () => {
    const { page, faults } = await come()
    await page.goto(`${panel.url}panel/clients?c=client-0009&tab=settings`)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('typed before the session ended')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await fillLogin(page, admin)
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('status').getByText('Saved').waitFor()
    expect(await comment.inputValue()).toBe('typed before the session ended')
    // The browser itself notes the 401 that told us.
    expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
  })

  it('imports a list and exports a view', async () => {
    const { page, faults } = await come()
    await page.goto(`${panel.url}panel/clients?new=import`)
    await page
      .getByRole('textbox', { name: 'List of clients' })
      .fill('email,quota_gb,expires\nzoe,5,30d\nbad,x,')
    await page.getByText('1 line cannot be read').waitFor()
    const frankfurt = page.getByRole('dialog').getByRole('checkbox', { name: 'Frankfurt' })
    await frankfurt.check({ force: true })
    await page.getByRole('button', { name: 'Create 1 client' }).click()
    await page.getByText('1 client is created.').waitFor()
    await page.goto(`${panel.url}panel/clients?q=zoe`)
    await row(page, 'zoe').waitFor()
    await page.getByRole('button', { name: 'More for this page' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /Export/ }).click(),
    ])
    const text = await (await download.createReadStream()).toArray()
    expect(Buffer.concat(text).toString()).toContain('zoe,yes,5,0,30d,0,,,Frankfurt')
    expect(faults).toEqual([])
  })

  it('is driven by keys alone', async () => {
    const { page, faults } = await come()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await row(page, 'client-0001').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('n?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New client' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })
})
