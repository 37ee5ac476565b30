import { existsSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { admin, browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { fillLogin } from './browser-visit.ts'

const PEOPLE = 300

describe.skipIf(!existsSync(browserProgram))('clients in a browser', () => {
  const stage = browserStage({ basePath: '/deep/er/', people: PEOPLE })
  const nav = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Clients' }).first()
  const row = (page: Page, email: string) => page.locator(`[data-row="${email}"]`)

  it('keeps what is typed before the palette is ready', async () => {
    const { page, faults } = await stage.come()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new cl')
    await page.getByRole('option', { name: /New client/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New client' }).waitFor()
    expect(faults).toEqual([])
  })

  it('filters by the typed text, keeps it in the URL, and scrolls through all clients', async () => {
    const { page, faults } = await stage.come()
    await nav(page).click()
    const field = page.getByRole('searchbox', { name: 'Search clients' })
    await field.pressSequentially('group:gold used>30gb ')
    await page.getByRole('button', { name: 'Remove filter group:gold' }).waitFor()
    await expect.poll(() => page.url()).toContain('q=group%3Agold+used%3E30gb')
    const table = page.getByRole('table', { name: 'Clients' })
    await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeLessThan(40)
    await page.reload()
    await page.getByRole('button', { name: 'Remove filter used>30gb' }).click()
    await page.getByRole('button', { name: 'Remove filter group:gold' }).click()
    await page.getByRole('button', { name: 'All 300' }).waitFor()
    await page.getByRole('button', { name: 'Client', exact: true }).click()
    await page.getByRole('button', { name: 'Client', exact: true }).click()
    await row(page, `client-0${PEOPLE}`).waitFor()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await row(page, 'alice').or(row(page, 'client-0001')).first().waitFor()
    await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(60)
    expect(faults).toEqual([])
  })

  it('finds by plan and by share of the quota, and names what is no filter', async () => {
    const { page, faults } = await stage.come('panel/clients?q=used>90%25+colour:red')
    await page.getByRole('button', { name: 'Remove filter used>90%' }).waitFor()
    await page.getByText('Not a filter, searched as text: colour:red.').waitFor()
    const plan = (await stage.done('panel/api/plans/add', { name: 'Two words' })) as { id: number }
    await stage.done('panel/api/clients/update/client-0030', { email: 'client-0030', planId: plan.id })
    await page.goto(`${stage.panel.url}panel/clients?q=plan:"two+words"`)
    await row(page, 'client-0030').waitFor()
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
    // One focus ring: around the whole bar, not around the input in it.
    await page.keyboard.press('/')
    const ring = (field: Locator) => field.evaluate((input) => getComputedStyle(input).outlineStyle)
    expect(await ring(page.getByRole('searchbox', { name: 'Search clients' }))).toBe('none')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    expect(await ring(page.getByRole('dialog').getByRole('combobox'))).toBe('none')
    expect(faults).toEqual([])
  })

  it('keeps a name in one line on a phone', async () => {
    const [inbound] = (await stage.done('panel/api/inbounds/options', {}, 'GET')) as { id: number }[]
    const client = { email: 'somebody.with-a-long_name' }
    await stage.done('panel/api/clients/add', { client, inboundIds: [inbound?.id] })
    const phone = { viewport: { width: 390, height: 800 } }
    const { page, faults } = await stage.come('panel/clients?c=somebody.with-a-long_name', phone)
    const title = page.getByRole('dialog').getByRole('heading', { name: 'somebody.with-a-long_name' })
    expect(await title.locator('bdi').evaluate((name) => name.getClientRects().length)).toBe(1)
    expect(faults).toEqual([])
  })

  it('edits in the drawer, guards unsaved input, and updates other browsers', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0007&tab=settings')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('moved to the desk')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    // A stray Enter keeps the input.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => comment.inputValue()).toBe('moved to the desk')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('moved to the desk').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => row(page, 'client-0007').innerText()).toContain('moved to the desk')
    expect(faults).toEqual([])
  })

  it('shows the devices of a limited client; operators revoke, block and remove them, people remove theirs', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0011&tab=settings')
    await page.getByRole('textbox', { name: 'Device limit' }).fill('2')
    await page.getByRole('switch', { name: 'Separate key for each device' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved').waitFor()
    const { client } = (await stage.done('panel/api/clients/get/client-0011', {}, 'GET')) as {
      client: { subId: string }
    }
    const subscription = `${stage.panel.subscriptions}/sub/${client.subId}`
    const fetched = async (name: string) =>
      (await fetch(subscription, { headers: { 'x-hwid': `id of ${name}`, 'x-device-model': name } })).status
    expect([await fetched('Desk'), await fetched('Phone'), await fetched('Tablet')]).toEqual([200, 200, 404])
    await page.getByRole('tab', { name: 'Devices' }).click()
    const device = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await device('Desk').getByRole('button', { name: 'Block' }).click()
    await device('Desk').getByText('Blocked').waitFor()
    expect([await fetched('Desk'), await fetched('Tablet')]).toEqual([404, 200])
    await device('Phone').getByText('↓').waitFor()
    await device('Phone').getByRole('button', { name: 'Revoke' }).click()
    await page
      .getByRole('dialog', { name: /Revoke the key of Phone/ })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await device('Phone').getByRole('button', { name: 'Remove' }).click()
    await page
      .getByRole('dialog', { name: /Remove Phone/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    await device('Phone').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
    await page.goto(subscription)
    await page.getByText('Devices (1 of 2)').click()
    await device('Tablet').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Devices (0 of 2)').waitFor()
    // The subscription server is another origin.
    expect(faults.filter((fault) => !fault.includes(subscription))).toEqual([])
  })

  it('keeps a half-filled form when the session ends, and saves it after the login', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0009&tab=settings')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('typed before the session ended')
    // What the page reads by itself could notice first that the session is gone.
    let release = () => {}
    const released = new Promise<void>((next) => {
      release = next
    })
    await page.route('**/panel/**', async (route) => {
      if (!/\/clients\/client-0009\/save\b/.test(route.request().url())) await released
      await route.continue()
    })
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    release()
    await fillLogin(page, admin)
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('status').getByText('Saved').waitFor()
    await expect.poll(() => comment.inputValue()).toBe('typed before the session ended')
    // The browser itself logs the 401.
    expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
  })

  it('imports a list and exports a view', async () => {
    const { page, faults } = await stage.come('panel/clients?new=import')
    await page.getByRole('textbox', { name: 'Client list' }).fill('email,quota_gb,expires\nzoe,5,30d\nbad,x,')
    await page.getByText("1 line can't be read").waitFor()
    const frankfurt = page.getByRole('dialog').getByRole('checkbox', { name: 'Frankfurt' })
    await frankfurt.check({ force: true })
    await page.getByRole('button', { name: 'Create 1 client' }).click()
    await page.getByText('1 client created.').waitFor()
    // The undo deletes, so it says so first.
    await page.getByRole('button', { name: 'Undo' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 1 client?' })
    await question.getByRole('button', { name: 'Delete 1 client' }).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.goto(`${stage.panel.url}panel/clients?q=zoe`)
    await row(page, 'zoe').waitFor()
    await page.getByRole('button', { name: 'More options' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /Export/ }).click(),
    ])
    const text = await (await download.createReadStream()).toArray()
    expect(Buffer.concat(text).toString()).toContain('zoe,yes,5,0,30d,0,,,Frankfurt')
    expect(faults).toEqual([])
  })

  it('works by keyboard alone', async () => {
    const { page, faults } = await stage.come()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await row(page, 'client-0001').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('n?')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New client' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    // In the drawer the same two keys move through the list, and its first focus stop is not an action.
    await page.locator('[data-open=client-0001]').press('Enter')
    await page.getByRole('dialog', { name: 'client-0001' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(focused).toBe('tab')
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'client-0002' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.getByRole('dialog', { name: 'client-0002' }).waitFor()
    expect(page.url()).toContain('c=client-0002')
    expect(faults).toEqual([])
  })

  it('shows the result beside the buttons, never over them', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0020&tab=settings', {
      viewport: { width: 1280, height: 700 },
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByRole('button', { name: 'Actions for client-0020' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    const toast = page.getByText('client-0020 disabled.')
    const apart = async () => {
      await toast.waitFor()
      const [over, under] = [await toast.locator('..').boundingBox(), await save.boundingBox()]
      if (!over || !under) return false
      return (
        over.x + over.width <= under.x || over.y + over.height <= under.y || under.y + under.height <= over.y
      )
    }
    await save.scrollIntoViewIfNeeded()
    expect(await apart()).toBe(true)
    await page.setViewportSize({ width: 360, height: 700 })
    await page.getByRole('tabpanel').evaluate((panel) => panel.scrollIntoView({ block: 'end' }))
    expect(await apart()).toBe(true)
    expect(faults).toEqual([])
  })

  it('keeps the widths and order of its columns', async () => {
    const { page, faults } = await stage.come('panel/clients')
    const heads = () => page.locator('thead th').allInnerTexts()
    const edge = page.getByRole('separator', { name: 'Client width' })
    await edge.focus()
    const before = (await page.locator('thead th').nth(1).boundingBox())?.width ?? 0
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Move Status right' }).click()
    await expect.poll(heads).toEqual(expect.arrayContaining(['Client', 'Traffic', 'Status']))
    await page.reload()
    await row(page, 'client-0001').waitFor()
    expect((await heads()).slice(1, 4)).toEqual(['Client', 'Traffic', 'Status'])
    expect((await page.locator('thead th').nth(1).boundingBox())?.width).toBe(Math.round(before + 16))
    await edge.dblclick()
    await expect
      .poll(async () => (await page.locator('thead th').nth(1).boundingBox())?.width)
      .not.toBe(Math.round(before + 16))
    expect(faults).toEqual([])
  })
})
