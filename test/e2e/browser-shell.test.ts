import { existsSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { stubFindings } from './browser-findings.ts'
import { admin, browserProgram, scriptSession } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings, fillLogin, logIn } from './browser-visit.ts'
import { firstLoad, kib, weigh } from './browser-weight.ts'

const FIRST_LOAD_BYTES = 220 * 1024
/** The picture of Home, with its charts. */
const PICTURE_BYTES = 60 * 1024

/** The browser itself logs the 401 of a request that was under way when the session ended; nothing else may be there. */
const expectOnly401 = (faults: readonly string[]) =>
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])

// `npm test` reports that there is no browser, and fails on it in CI.
describe.skipIf(!existsSync(browserProgram))('the shell in a browser', () => {
  const stage = browserStage({ basePath: '/deep/er/' })

  it('shows errors beside the fields, refuses a wrong password, logs in and out', async () => {
    const { page, faults } = await stage.stranger()
    expect(await page.locator('[name=username]').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await page.locator('[name=password]').dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
    await page.getByText('Caps Lock is on').waitFor()
    await page.locator('form button[type=submit]').click()
    await page.getByText('Enter your username.').waitFor()
    await expect.poll(() => page.locator('[name=username]').getAttribute('aria-invalid')).toBe('true')
    await fillLogin(page, { ...admin, password: 'wrong' })
    await page.getByRole('alert').getByText('Wrong username or password').waitFor()
    expect(await page.locator('[name=password]').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await logIn(page)
    expect(page.url()).toBe(`${stage.panel.url}panel/`)
    await page.getByRole('heading', { name: 'No core installed' }).waitFor()

    await page.getByRole('button', { name: 'Account, theme and language' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.goto(`${stage.panel.url}panel/`)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(page.url()).toBe(stage.panel.url)
    expectOnly401(faults)
  })

  it('opens the linked page after the login', async () => {
    const { page, faults } = await stage.stranger()
    await page.goto(`${stage.panel.url}panel/activity?tab=panel`)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(page.url()).toBe(stage.panel.url)
    await fillLogin(page, admin)
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    expect(page.url()).toBe(`${stage.panel.url}panel/activity?tab=panel`)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(faults).toEqual([])
  })

  it('is updated by the hub alone, stops when paused and continues', async () => {
    const { page, faults, asked } = await stage.come()
    const line = () => page.locator('section[aria-label=CPU] path').last().getAttribute('d')
    await expect.poll(line).toBeTruthy()
    const before = await line()
    await expect.poll(line).not.toBe(before)
    // At most once: the socket's first frame may be faster than the page.
    expect(asked.filter((path) => path === 'panel/api/server/status').length).toBeLessThanOrEqual(1)

    const chip = page.locator('[data-state]').first()
    await chip.click()
    await page.getByRole('status').getByText('Paused').waitFor()
    const frozen = await line()
    await page.waitForTimeout(3_000)
    expect(await line()).toBe(frozen)
    await chip.click()
    await page.getByRole('status').getByText('Live').waitFor()
    await expect.poll(line).not.toBe(frozen)
    expect(faults).toEqual([])
  })

  it('asks for the two-factor code on the same form', async () => {
    const own = await stage.ownPanel()
    const secret = new Secret({ size: 20 })
    const code = (steps: number) =>
      new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: Date.now() + steps * 30_000 })
    const change = await scriptSession(own)
    const enabled = { twoFactorEnable: true, twoFactorToken: secret.base32, twoFactorCode: code(0) }
    expect(await change('panel/setting/update', enabled)).toMatchObject({ success: true })

    const { page, faults } = await stage.stranger({}, own)
    const field = page.getByLabel('Two-factor code')
    await field.waitFor()
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
    // The code is asked for first; only whoever goes on without one is told that it is missing.
    await fillLogin(page, admin)
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await fillLogin(page, admin)
    await page.getByText('Enter the 6-digit code').waitFor()
    await fillLogin(page, { ...admin, code: '000000' })
    await page.getByRole('alert').getByText('or code, or too many').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(() => page.locator('[name=password]').inputValue()).toBe(admin.password)
    await logIn(page, { ...admin, code: code(1) }) // the first one is used up
    expect(faults).toEqual([])
  })

  it('asks to log in again over the page when the session ends elsewhere, and keeps the page when the panel is down', async () => {
    const own = await stage.ownPanel()
    const { page, faults } = await stage.come('panel/', {}, own)
    await page.getByText('1 hour', { exact: true }).click()
    await page.locator('main').evaluate((main) => main.setAttribute('data-mine', 'kept'))

    const change = await scriptSession(own)
    const next = { username: 'boss', password: 'another long pass phrase' }
    const update = {
      oldUsername: admin.username,
      oldPassword: admin.password,
      newUsername: next.username,
      newPassword: next.password,
    }
    expect(await change('panel/setting/updateUser', update)).toMatchObject({ success: true })
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await fillLogin(page, next)
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('[data-state=live]').waitFor()
    await expect.poll(() => page.locator('main').getAttribute('data-mine')).toBe('kept')
    expect(page.url()).toBe(`${own.url}panel/?range=1h`)
    expectOnly401(faults)

    await own.stop()
    await page.getByRole('status').getByText('Reconnecting').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'No core installed' }).isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('switches language and theme without a reload, and remembers both', async () => {
    const { page, faults } = await stage.stranger({ colorScheme: 'light' })
    const html = page.locator('html')
    await page.evaluate(() => document.body.setAttribute('data-mine', 'kept'))
    await page.getByRole('button', { name: 'Theme and language' }).click()
    await page.getByRole('menuitemradio', { name: 'فارسی' }).click()
    await page.getByRole('heading', { name: 'ورود' }).waitFor()
    // Set by an effect after the text was painted, so it may still be the old one for a moment.
    await expect.poll(() => html.getAttribute('dir')).toBe('rtl')
    // The menu stays open, so that the theme can be chosen too.
    await page.getByRole('menuitemradio', { name: 'تیره' }).click()
    await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe('dark')
    await expect.poll(() => page.locator('body').getAttribute('data-mine')).toBe('kept')
    await page.reload()
    await page.getByRole('heading', { name: 'ورود' }).waitFor()
    await expect.poll(() => html.getAttribute('lang')).toBe('fa')
    await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(faults).toEqual([])
  })

  it('reaches everything by keyboard, the content first', async () => {
    const { page, faults } = await stage.come()
    await stubFindings(page, () => [])
    await page.reload()
    await page.locator('[data-figure=down]').waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New client')
    await page.keyboard.press('Tab')
    // After the create actions come findings, of which there are none, and then what was used today.
    expect(
      await page.evaluate(() => document.activeElement?.closest('main [data-home=today]') !== null),
    ).toBe(true)
    await page.getByRole('button', { name: 'Account, theme and language' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Light' }).waitFor()
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Log out')
    await page.keyboard.press('Escape')
    await page.getByRole('menuitemradio', { name: 'Light' }).waitFor({ state: 'hidden' })
    const focused = () =>
      page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!)
        return `${document.activeElement?.getAttribute('aria-label')}: ${outlineStyle} ${outlineWidth}`
      })
    await expect.poll(focused).toBe('Account, theme and language: solid 2px')
    expect(faults).toEqual([])
  })

  it('shows a not-found page with a link home', async () => {
    const { page, faults } = await stage.come('panel/nothing/here')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Home')
    await expect.poll(() => page.title()).toBe('Home · Sluice')
    expect(faults).toEqual([])
  })

  it('loads little before the first paint', async () => {
    const { page, asked } = await stage.stranger()
    const forLogin = weigh(asked)
    await logIn(page)
    await page.locator('[data-flows]').waitFor()
    await page.locator('main svg[role=img]').first().waitFor()
    const before = firstLoad(asked)
    const [first, picture] = [weigh(before), weigh(asked, before)]
    console.log(
      `first load, gzip: login ${kib(forLogin)}, with home ${kib(first)} of ${kib(FIRST_LOAD_BYTES)}, its picture ${kib(picture)} more`,
    )
    expect(forLogin).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(FIRST_LOAD_BYTES)
    expect(picture).toBeLessThanOrEqual(PICTURE_BYTES)
  })
})
