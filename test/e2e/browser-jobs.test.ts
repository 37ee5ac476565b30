import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ClientPage, ClientSlim } from '#contract/client-bodies.ts'
import { browserProgram } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'

const PEOPLE = 2000
const GB = 1024 ** 3
const DAY = 86_400_000

/** Everyday jobs with clients, each with its number of steps beside the ideal and that of 3x-ui. */
describe.skipIf(!existsSync(browserProgram))('jobs in a browser', () => {
  const stage = browserStage({
    basePath: '/deep/er/',
    people: PEOPLE,
    furnish: (done) => done('panel/setting/update', { expireDiff: 3 }),
  })
  const row = (page: Page, email: string) => page.locator(`[data-row="${email}"]`)
  /** The visible text, without bidi isolation marks. */
  const textOf = async (page: Page, email: string) =>
    (await row(page, email).innerText()).replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')
  const ask = async (query: string): Promise<ClientPage> =>
    // The contract's own reply.
    (await stage.done(`panel/api/clients/list/paged?${query}`, undefined, 'GET')) as ClientPage
  const one = async (email: string): Promise<ClientSlim> => (await ask(`search=${email}`)).items[0]!
  const link = async (email: string) => {
    const links = await stage.done(`panel/api/clients/links/${email}`, undefined, 'GET')
    return (links as string[])[0] // the contract's own reply
  }
  /** Ctrl-K opens the field: only the typing counts as a step. */
  async function palette(page: Page) {
    await page.keyboard.press('Control+k')
    return page.getByRole('combobox', { name: 'Search and commands' })
  }
  async function saveView(page: Page, name: string) {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'View name' }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  }
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

  it('finds one of 2,000 and shows its QR code', async () => {
    const { page, faults } = await stage.come()
    const steps = createSteps()
    const field = await palette(page)
    await steps.type(field, 'client-1234')
    await steps.enter(field)
    expect(await scanned(page)).toMatch(/^vless:\/\/.+@127\.0\.0\.1:\d+\?.+client-1234$/)
    expect(page.url()).toBe(`${stage.panel.url}panel/clients?c=client-1234&tab=access`)
    expect(steps.done('find one of 2,000 and show its QR', 2, 4)).toBe(2)
    // Back closes what it opened.
    await page.goBack()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(faults).toEqual([])
  })

  it('creates a client with its QR code, and remembers the choices for the next', async () => {
    const { page, faults } = await stage.come()
    const steps = createSteps()
    await steps.click(page.getByRole('button', { name: 'New client' }))
    const name = page.getByRole('textbox', { name: 'Name' })
    await steps.type(name, 'alice')
    await steps.enter(name)
    await page.getByRole('dialog', { name: 'alice created' }).waitFor()
    expect(await scanned(page)).toMatch(/^vless:\/\/.+alice$/)
    expect(steps.done('add a paying client and show its QR (job 2)', 3, 11)).toBe(3)

    await page.getByRole('button', { name: 'Add another' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /100.GB.*30 days/ }).click()
    await dialog.getByRole('checkbox', { name: 'Helsinki' }).click()
    await name.fill('client-0001')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    // The panel's refusal is beside the field, and the field has the focus.
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => dialog.innerText()).toMatch(/already|exists|taken|in use/i)
    await name.fill('bob')
    await name.press('Enter')
    await page.getByRole('dialog', { name: 'bob created' }).waitFor()
    expect(await one('bob')).toMatchObject({ email: 'bob', totalGB: 100 * GB, inboundIds: [1, 2] })
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect.poll(() => page.getByRole('radio', { name: /100.GB.*30 days/ }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Helsinki' }).isChecked()).toBe(true)
    expect(faults).toEqual([])
  })

  it('renews an expired client, by name from anywhere and by the row button, and undoes it', async () => {
    const before = await one('client-0003')
    expect(before.expiryTime).toBeLessThan(Date.now())
    const { page, faults } = await stage.come()
    const steps = createSteps()
    const field = await palette(page)
    await steps.type(field, 'renew client-0003')
    await steps.enter(field)
    await page.getByText(/client-0003 renewed: Same as now \(30.days\)/).waitFor()
    expect(steps.done('renew a depleted client, its plan unchanged (job 3)', 2, 9)).toBe(2)
    const renewed = await one('client-0003')
    expect(renewed.expiryTime - Date.now()).toBeGreaterThan(29 * DAY)
    expect(renewed).toMatchObject({ totalGB: before.totalGB, traffic: { up: 0, down: 0 } })
    await undo(page)
    await expect.poll(async () => (await one('client-0003')).expiryTime).toBe(before.expiryTime)
    const { up, down } = before.traffic
    await expect.poll(async () => (await one('client-0003')).traffic).toMatchObject({ up, down })

    await page.goto(`${stage.panel.url}panel/clients?q=client-0008`)
    await page.getByRole('button', { name: 'Renew client-0008' }).click()
    await page.getByRole('dialog', { name: 'Renew client-0008?' }).getByRole('radio').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Renew')
    await page.keyboard.press('Enter')
    await page.getByText('client-0008 renewed').waitFor()
    expect((await one('client-0008')).expiryTime).toBeGreaterThan(Date.now())
    expect(faults).toEqual([])
  })

  it('extends all expiring clients, by query and not by page', async () => {
    const { filtered } = await ask('filter=expiring')
    expect(filtered).toBeGreaterThan(300)
    const { page, faults, asked } = await stage.come()
    const steps = createSteps()
    await steps.click(page.getByRole('main').getByRole('link', { name: /Running out/ }))
    const some = await row(page, 'client-0002').or(row(page, 'client-0007')).first()
    await some.waitFor()
    await steps.click(page.getByRole('checkbox', { name: `Select all ${filtered} matches` }))
    const quiet = asked.length
    await steps.click(page.getByRole('button', { name: 'Extend', exact: true }))
    const dialog = page.getByRole('dialog', { name: `Extend ${filtered} clients` })
    await dialog.getByText(`and ${filtered - 3} more`).waitFor()
    // The panel evaluates the query: no page of the list is fetched for it.
    expect(asked.slice(quiet).filter((path) => path.includes('/list/paged'))).toEqual([])
    await steps.enter(dialog.getByRole('textbox', { name: 'Days to add' }))
    await page.getByText(`${filtered} clients extended by 30 days.`).waitFor()
    expect(steps.done(`extend ${filtered} expiring clients (job 4)`, 4, 22)).toBe(4)
    expect((await ask('filter=expiring')).filtered).toBe(0)
    await undo(page)
    await expect.poll(async () => (await ask('filter=expiring')).filtered).toBe(filtered)
    for (const path of ['/bulkAdjust', 'panel/api/undo/'])
      expect(asked.filter((each) => each.includes(path)).length, path).toBe(1)
    expect(faults).toEqual([])
  })

  it('sets the quota of fifty and more, and undoes it', async () => {
    const { page, faults } = await stage.come('panel/clients?q=client-15')
    await saveView(page, 'Tier 15')
    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: 'Tier 15' }))
    await row(page, 'client-1500').waitFor()
    await steps.click(page.getByRole('checkbox', { name: /^Select all/ }))
    await page.getByText('100 selected').waitFor()
    const quota = page.getByRole('textbox', { name: /New quota/ })
    await steps.type(quota, '70')
    await steps.enter(quota)
    await page.getByText('Limits set for 100 clients.').waitFor()
    expect(steps.done('quota of 50 and more, set', 4, 9)).toBe(4)
    await expect.poll(() => textOf(page, 'client-1500')).toContain('70 GB')
    await undo(page)
    await expect.poll(() => textOf(page, 'client-1500')).not.toContain('70 GB')
    expect(faults).toEqual([])
  })

  it('renews everybody who has expired, and undoes it in one step and one request', async () => {
    const { filtered } = await ask('filter=expired')
    expect(filtered).toBeGreaterThan(300)
    /** Everything about everybody, but not when it was written. */
    const list = async () =>
      JSON.stringify(await stage.done('panel/api/clients/list', undefined, 'GET')).replace(
        /"updatedAt":\d+/g,
        '',
      )
    const before = await list()
    const { page, faults, asked } = await stage.come('panel/clients?q=status:expired')
    await page.getByRole('checkbox', { name: `Select all ${filtered} matches` }).click()
    await page.getByRole('button', { name: 'Renew', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Renew ${filtered} clients` })
    await dialog.getByText('No quota changes.').waitFor()
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click()
    await page.getByText(`${filtered} clients renewed`).waitFor()
    expect((await ask('filter=expired')).filtered).toBe(0)
    const steps = createSteps()
    await steps.click(page.getByRole('button', { name: 'Undo' }))
    await expect.poll(async () => (await ask('filter=expired')).filtered).toBe(filtered)
    expect(steps.done(`undo the renewal of ${filtered} clients`, 1, 'cannot')).toBe(1)
    expect((await list()) === before).toBe(true)
    for (const path of ['/bulkRenew', 'panel/api/undo/'])
      expect(asked.filter((each) => each.includes(path)).length, path).toBe(1)
    expect(faults).toEqual([])
  })

  it('revokes a leaked client: new links at once, and the old ones can be restored', async () => {
    const leaked = await link('client-0006')
    const { page, faults } = await stage.come()
    const steps = createSteps()
    const field = await palette(page)
    await steps.type(field, 'revoke client-0006')
    await steps.enter(field)
    // It stays while hovered.
    await page.getByText('client-0006 has new links').hover()
    const code = await scanned(page)
    expect(code).toMatch(/^vless:.+client-0006$/)
    expect(steps.done('revoke and reissue a leaked client (job 12)', 2, 8)).toBe(2)
    expect(code).not.toBe(leaked)
    expect(code).toBe(await link('client-0006'))
    await undo(page)
    await expect.poll(() => link('client-0006')).toBe(leaked)
    expect(faults).toEqual([])
  })

  it('says why a client cannot connect, and what it used, where it is opened', async () => {
    const { page, faults } = await stage.come('panel/clients?q=client-0013')
    const why = createSteps()
    await why.click(page.locator('[data-open=client-0013]'))
    await page.locator('[data-reason]', { hasText: 'Core not running' }).waitFor()
    expect(why.done('diagnose a client from its row (job 15)', 1, 6)).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const used = createSteps()
    await used.click(page.locator('[data-open=client-0013]'))
    const history = page.getByRole('region', { name: 'Usage' })
    await history.getByText('in this period').waitFor()
    await used.click(history.getByText('30 days'))
    await expect.poll(() => page.url()).toContain('range=30d')
    expect(used.done('what a client used in a week and a month (job 7)', 2, 'cannot')).toBe(2)
    expect(faults).toEqual([])
  })

  it('deletes, and restores the client as it was', async () => {
    const before = { link: await link('client-0007'), ...(await one('client-0007')) }
    const { page, faults } = await stage.come('panel/clients?q=client-0007')
    await row(page, 'client-0007').getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('client-0007 deleted.').waitFor()
    expect((await ask('search=client-0007')).filtered).toBe(0)
    await undo(page)
    const { updatedAt: _, traffic, ...same } = before
    const { up, down } = traffic
    const now = async () => {
      const [found] = (await ask('search=client-0007')).items
      return found && { link: await link('client-0007'), ...found }
    }
    await expect.poll(now).toMatchObject({ ...same, traffic: { up, down } })
    await row(page, 'client-0007').waitFor()
    expect(faults).toEqual([])
  })

  it('sets the limits of a tier by its plan', async () => {
    await stage.done('panel/api/plans/add', {
      name: 'Gold',
      totalGB: 100 * GB,
      days: 30,
      limitIp: 3,
      group: 'gold',
    })
    const { filtered } = await ask('group=silver')
    const { page, faults } = await stage.come('panel/clients?q=group:silver')
    await saveView(page, 'Silver tier')
    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: 'Silver tier' }))
    await page.locator('[data-row]').first().waitFor()
    await steps.click(page.getByRole('checkbox', { name: /^Select all/ }))
    await steps.click(page.getByRole('button', { name: 'Set limits' }))
    await steps.click(page.getByRole('menuitem', { name: /Gold/ }))
    await page.getByText(`Limits set for ${filtered} clients.`).waitFor()
    expect(steps.done(`quota, IP limit and group of ${filtered} clients, set (job 5)`, 4, 'cannot')).toBe(4)
    expect((await ask('group=silver')).filtered).toBe(0)
    expect(await one('client-0002')).toMatchObject({ totalGB: 100 * GB, limitIp: 3, group: 'gold' })
    await undo(page)
    await expect.poll(async () => (await ask('group=silver')).filtered).toBe(filtered)
    expect(faults).toEqual([])
  })
})
