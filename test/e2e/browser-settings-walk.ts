import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { admin, type BuiltPanel, scriptSession } from './browser-panel.ts'
import { fillLogin } from './browser-visit.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const confirm = (page: Page, verb: string) =>
  page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()

/** Ends one session, then all others; the script that had one of them is logged out. */
export async function endsSessions(page: Page, panel: BuiltPanel): Promise<void> {
  const script = await scriptSession(panel)
  await page.goto(`${panel.url}panel/settings?section=security`)
  const rows = page.locator('section[aria-labelledby=card-logins] li')
  await rows.getByText('This browser').waitFor()
  const before = await rows.count()
  await page.getByRole('button', { name: 'Log out: node, 127.0.0.1' }).first().click()
  await confirm(page, 'Log out')
  await expect.poll(() => rows.count()).toBe(before - 1)
  if (before > 2) {
    await button(page, 'Log out all others').click()
    await confirm(page, 'Log out all others')
  }
  await page.getByText('No other sessions.').waitFor()
  await expect(script('panel/setting/all', {})).rejects.toThrow() // a login page is not an envelope
}

/** Typed values show in the preview, and survive a lost session and a lost connection. */
export async function previewsAndLosesNothing(page: Page, panel: BuiltPanel): Promise<void> {
  const script = await scriptSession(panel)
  const inbound = {
    listen: '127.77.9.8',
    port: await freePort(),
    protocol: 'vless',
    settings: { decryption: 'none' },
  }
  const added = await script('panel/api/inbounds/add', { remark: 'walk', enable: true, ...inbound })
  const { id } = added.obj as { id: number } // the contract's reply
  await script('panel/api/clients/add', { client: { email: 'walker' }, inboundIds: [id] })

  await page.goto(`${panel.url}panel/settings?section=subscription`)
  const title = page.getByLabel('Profile title')
  await title.fill('Walked')
  await page.frameLocator('iframe').getByRole('heading', { name: 'Walked' }).waitFor()
  await page.getByText('Showing unsaved settings: Profile title').waitFor()
  await page.getByRole('radio', { name: 'Links' }).check()
  await page.getByRole('region', { name: 'Content' }).getByText('vless://').waitFor()

  await script('panel/setting/sessions/endOthers', {})
  await page.getByRole('dialog').waitFor()
  await fillLogin(page, admin)
  await page.locator('[data-state=live]').waitFor()
  await expect.poll(() => title.inputValue()).toBe('Walked')

  await page.context().setOffline(true)
  await title.fill('Walked on')
  await button(page, 'Save').click()
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('alert').waitFor()
  await page.context().setOffline(false)
  await page.locator('[data-state=live]').waitFor()
  await expect.poll(() => title.inputValue()).toBe('Walked on')
  await button(page, 'Save').click()
  await page.getByText('1 setting saved.').waitFor()
  const stored = await (await scriptSession(panel))('panel/setting/all', {})
  expect(stored.obj).toMatchObject({ subTitle: 'Walked on' })
}

/** Filters by actor, action and text, in the URL; exports the result; past messages are kept. */
export async function filtersTheTrail(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await page.getByLabel('Action', { exact: true }).selectOption('changed')
  await page.getByLabel('By', { exact: true }).selectOption(admin.username)
  await page.getByLabel('When').selectOption('hour')
  await page.getByLabel('Contains').fill('walked ON')
  await page.getByText('1 of 1').waitFor()
  await expect
    .poll(() => page.evaluate(() => location.search))
    .toBe('?verb=changed&actor=root&range=hour&text=walked+ON')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(
    readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(2)

  await page.getByRole('tab', { name: 'Background' }).click()
  await page.getByText('Count traffic and enforce limits').waitFor()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await page.getByRole('tabpanel').getByText('1 setting saved.').waitFor()
}

/** Found through the palette, searched and opened by keyboard alone, copied, tried. */
export async function readsTheApi(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('swagger')
  await page.getByRole('option', { name: 'API documentation' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'API documentation' }).waitFor()
  await page.locator('main li').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('server/status')
  const row = page.getByRole('button', { name: '/panel/api/server/status' })
  await row.waitFor()
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Also at /api/server/status').waitFor()
  await page.getByLabel('API token for examples').fill('its-own-key')
  await page.getByRole('button', { name: 'Copy command' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain("-H 'Authorization: Bearer its-own-key'")
  await expect.poll(() => page.getByText('its-own-key').count()).toBe(0) // not visible anywhere
  await button(page, 'Send').click()
  await page.getByRole('region', { name: 'Live response' }).getByText('panelVersion').waitFor()
}

export async function takesABackup(page: Page, panel: BuiltPanel): Promise<void> {
  await page.goto(`${panel.url}panel/settings?section=backup`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the database only' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('x-ui.db')
  expect(
    readFileSync(await file.path())
      .subarray(0, 15)
      .toString(),
  ).toBe('SQLite format 3')
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByText(/^SQLite 3/).waitFor()
}

/** A bot with a token that is none: the test and the page say why, and nothing of the token is shown again. */
export async function triesTheBot(page: Page, panel: BuiltPanel): Promise<void> {
  await page.goto(`${panel.url}panel/settings?section=telegram`)
  await page.getByLabel('Bot token').fill('no token at all')
  await page.getByLabel('Administrators', { exact: true }).fill('5')
  await button(page, 'Send test').click()
  await page.getByText('A bot token looks like').waitFor()
  await page.getByRole('switch', { name: 'Run the bot' }).click()
  await button(page, 'Save').click()
  await page.getByText('Not running').waitFor()
  await page.getByText('A token is stored.').waitFor()
  await expect.poll(() => page.getByLabel('Bot token').inputValue()).toBe('')
  await page.getByRole('switch', { name: 'Run the bot' }).click()
  await button(page, 'Save').click()
  await page.getByText('Off', { exact: true }).waitFor()
}
