import { existsSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

const GB = 1024 ** 3
const wide = { viewport: { width: 1280, height: 800 } }

describe.skipIf(!existsSync(browserProgram))('the list of clients as a desk', () => {
  const stage = browserStage({ people: 130 })
  const row = (page: Page, email: string) => page.locator(`[data-row="${email}"]`)
  const tick = (page: Page, email: string) => page.getByRole('checkbox', { name: `Select ${email}` })
  const panelOf = (page: Page, email: string) => page.getByRole('dialog', { name: email })
  const heads = (page: Page) => page.locator('thead th').allInnerTexts()
  const stored = async (email: string) => {
    const { client } = (await stage.done(`panel/api/clients/get/${email}`, {}, 'GET')) as {
      client: { totalGB: number; comment: string; group: string; expiryTime: number; fairUse: number }
    }
    return client
  }

  it('selects a range of 50 with Shift and sets their quota', async () => {
    const { page, faults } = await stage.come('panel/clients?sort=email', wide)
    const steps = createSteps()
    await steps.click(tick(page, 'client-0001'))
    // The end of the range is far below: it is scrolled to, and what lies between is fetched.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 400)
        return row(page, 'client-0050').count()
      })
      .toBe(1)
    await steps.click(tick(page, 'client-0050'), ['Shift'])
    await page.getByText('50 selected').waitFor()
    const quota = page.getByRole('textbox', { name: 'New quota in GB' })
    await steps.type(quota, '777')
    await steps.enter(quota)
    await page.getByText('Limits set for 50 clients.').waitFor()
    // The list itself is reached by the keys "g c", which only navigate.
    expect(steps.done('choose 50 with Shift and set their quota', 4, 9)).toBe(4)
    expect((await stored('client-0025')).totalGB).toBe(777 * GB)
    expect((await stored('client-0051')).totalGB).not.toBe(777 * GB)
    expect(faults).toEqual([])
  })

  it('edits a value in its row: Enter saves, Escape cancels, a refusal is said there', async () => {
    const { page, faults, asked } = await stage.come('panel/clients?sort=email', wide)
    await row(page, 'client-0002').hover()
    await page.getByRole('button', { name: 'Change comment of client-0002' }).click()
    const field = page.getByRole('textbox', { name: 'Change comment of client-0002' })
    await field.fill('not this')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Change comment of client-0002' }).press('Enter')
    await field.fill('pays on Fridays')
    const before = asked.filter((path) => path.includes('/update/')).length
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'hidden' })
    await expect.poll(() => row(page, 'client-0002').innerText()).toContain('pays on Fridays')
    expect(asked.filter((path) => path.includes('/update/')).length - before).toBe(1)
    expect((await stored('client-0002')).comment).toBe('pays on Fridays')
    await page.getByRole('button', { name: 'Change quota of client-0003' }).press('Enter')
    await page.getByRole('textbox', { name: 'Change quota of client-0003' }).fill('123')
    await page.keyboard.press('Enter')
    await expect.poll(() => row(page, 'client-0003').innerText()).toMatch(/123\sGB/)
    await page.getByRole('button', { name: 'Change expiry of client-0003' }).press('Enter')
    await page.getByRole('radio', { name: 'On a date' }).check({ force: true })
    await page.getByLabel('On a date').last().fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Choose a date and time.').waitFor()
    expect(faults).toEqual([])
  })

  it('shows a client beside the list, which stays in use', async () => {
    const { page, faults } = await stage.come('panel/clients?sort=email', wide)
    // Anywhere on the row that is no control.
    await row(page, 'client-0004').locator('td').nth(2).click()
    await panelOf(page, 'client-0004').waitFor()
    await page.keyboard.press('j')
    await panelOf(page, 'client-0005').waitFor()
    await page.getByRole('button', { name: 'Previous client' }).click()
    await panelOf(page, 'client-0004').waitFor()
    await expect.poll(() => row(page, 'client-0004').getAttribute('aria-current')).toBe('true')
    await row(page, 'client-0006').getByRole('button', { name: 'QR code of client-0006' }).click()
    await panelOf(page, 'client-0006').getByRole('tab', { name: 'Access', selected: true }).waitFor()
    await tick(page, 'client-0007').check()
    await page.getByText('1 selected').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await nameless(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panelOf(page, 'client-0006').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  it('shows the speed of a client against its limit, and gives it a daily allowance', async () => {
    const email = 'client-0011'
    await stage.done(`panel/api/clients/update/${email}`, { email, speedDown: 16_000_000 })
    const { page, faults } = await stage.come(`panel/clients?c=${email}`, wide)
    const speed = page.getByRole('region', { name: 'Speed now' })
    await expect.poll(() => speed.innerText()).toMatch(/\d+ of 16 Mbit\/s/)
    await expect.poll(() => speed.innerText()).toContain('Set for this client')
    await expect.poll(() => speed.innerText()).toMatch(/\d+ Mbit\/s\s+No limit/)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Daily allowance' }).fill('5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await stored(email)).fairUse).toBe(5 * GB)
    expect(faults).toEqual([])
  })

  /** A key that is pressed before a dialog has the focus is not meant for it. */
  const hasFocus = (dialog: Locator) =>
    expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)

  it('closes one layer with each Escape', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0008&tab=settings', wide)
    const panel = panelOf(page, 'client-0008')
    await page.getByRole('textbox', { name: 'Comment' }).fill('half typed')
    await page.getByRole('tab', { name: 'History' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await hasFocus(question)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await panel.waitFor()
    // On a narrow screen it is a drawer, and a menu is one more layer.
    await page.setViewportSize({ width: 800, height: 800 })
    await page.goto(`${stage.panel.url}panel/clients?c=client-0009`)
    await panelOf(page, 'client-0009').getByRole('button', { name: 'Renew', exact: true }).click()
    const renewal = page.getByRole('dialog', { name: /Renew/ })
    await hasFocus(renewal)
    await page.keyboard.press('Escape')
    await renewal.waitFor({ state: 'hidden' })
    await panelOf(page, 'client-0009').waitFor()
    await page.keyboard.press('Escape')
    await panelOf(page, 'client-0009').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  it('keeps its columns at 1024 pixels, sorts by each, and low rows are a choice', async () => {
    const { page, faults } = await stage.come('panel/clients', { viewport: { width: 1024, height: 800 } })
    await row(page, 'client-0001').waitFor()
    // Nobody has been online yet: that column has nothing to show.
    const named = ['Client', 'Status', 'Traffic', 'Expires', 'Inbounds', 'Group']
    expect((await heads(page)).filter((text) => text.trim() !== '' && text !== 'Actions')).toEqual(named)
    expect(await overflow(page)).toBe(0)
    for (const name of named) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await expect.poll(() => page.url()).toContain('sort=group')
    const height = async () => (await page.locator('[data-row]').first().boundingBox())?.height ?? 0
    const low = await height()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
    await expect.poll(height).toBeGreaterThan(low + 10)
    expect(faults).toEqual([])
  })

  it('is used by keyboard alone, with a visible ring', async () => {
    const { page, faults } = await stage.come('panel/clients?sort=email', wide)
    await row(page, 'client-0001').waitFor()
    await page.keyboard.press('j')
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('4 selected').waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    await page.getByText('3 selected').waitFor()
    const ring = () =>
      page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
        return `${outlineStyle} ${outlineWidth}`
      })
    await expect.poll(() => ring()).toBe('solid 2px')
    await page.keyboard.press('Tab')
    // The pencil shows where the focus is.
    await expect.poll(() => ring()).toBe('solid 2px')
    const drawn = () =>
      page.evaluate(() => {
        const isDrawn = (pencil: Element) => getComputedStyle(pencil, '::before').content !== 'none'
        const others = [...document.querySelectorAll('[data-row]:not(:hover, :focus-within) [data-edit]')]
        return [document.activeElement!, ...others].filter(isDrawn).length
      })
    await expect.poll(drawn).toBe(1)
    expect(faults).toEqual([])
  })

  it('builds a filter and shows what one would type', async () => {
    const { page, faults } = await stage.come('panel/clients', wide)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('expired')
    await page.getByRole('textbox', { name: 'Used more than' }).fill('5')
    await expect.poll(() => page.locator('[data-typed]').innerText()).toBe('status:expired used>5gb')
    await page.getByText(/^\d+ of 13\d clients$/).waitFor()
    await page.locator('[aria-busy=false]').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-row]').first().innerText()).toContain('Expired')
    expect(faults).toEqual([])
  })

  it('creates several clients from a pattern with their own limits, and says why one cannot connect', async () => {
    const { page, faults } = await stage.come('panel/clients?new=many', wide)
    await page.getByRole('textbox', { name: 'Name pattern' }).fill('shop-{008}')
    await page.getByRole('textbox', { name: 'Number of clients' }).fill('3')
    await page.getByText('shop-008, shop-009, shop-010').waitFor()
    await page.getByRole('radio', { name: 'Custom limits' }).check({ force: true })
    await page.getByRole('textbox', { name: 'Quota' }).fill('7')
    await page.getByRole('dialog').getByLabel('Group').first().fill('shop')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create 3 clients' }).click()
    await page.getByText('3 clients created.').waitFor()
    expect(await stored('shop-010')).toMatchObject({ totalGB: 7 * GB, group: 'shop' })
    await stage.done('panel/api/clients/bulkDisable', { emails: ['shop-009'] })
    await page.goto(`${stage.panel.url}panel/clients?c=shop-009&tab=diagnose`)
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByText('Client enabled').waitFor()
    expect(faults).toEqual([])
  })

  it('prints the QR card of one client or of chosen ones, and nothing else of the page', async () => {
    const subURI = 'https://sub.example.com/s/'
    await stage.done('panel/setting/update', { subURI })
    const { page, faults } = await stage.come('panel/clients?sort=email', { ...wide, colorScheme: 'dark' })
    const cards = page.locator('[data-print-card]')
    const printed = async () => {
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.printed)).toBe('yes')
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('main, aside, header, [role=dialog]').filter({ visible: true }).count()).toBe(
        0,
      )
      return (await cards.allInnerTexts()).map((text) => text.split('\n')[0])
    }
    const close = async () => {
      await page.emulateMedia({ media: 'screen' })
      await page.evaluate(() => {
        delete document.documentElement.dataset.printed
        dispatchEvent(new Event('afterprint'))
      })
      await cards.first().waitFor({ state: 'detached' })
    }
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset.printed = 'yes'
      }
    })
    await page.getByRole('button', { name: 'QR code of client-0002' }).click()
    await page.getByRole('button', { name: 'Print card' }).click()
    expect(await printed()).toEqual(['client-0002'])
    expect(await axeFindings(page)).toEqual([])
    expect(await scanned(page)).toContain(subURI)
    await close()
    await panelOf(page, 'client-0002').waitFor()

    await tick(page, 'client-0001').check()
    await tick(page, 'client-0003').check()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Print QR cards' }).click()
    expect(await printed()).toEqual(['client-0001', 'client-0003'])
    await cards.first().getByText(subURI).waitFor()
    await close()

    // Nobody else can open an address of this server only: the card has a link.
    await stage.done('panel/setting/update', { subURI: '' })
    await page.goto(`${stage.panel.url}panel/clients?c=client-0002&tab=access`)
    await panelOf(page, 'client-0002')
      .getByText('Subscription addresses answer on this server only')
      .waitFor()
    expect(await scanned(page)).toMatch(/^vless:\/\/.+client-0002$/)
    expect(faults).toEqual([])
  })
})
