import { existsSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { admin, browserProgram, scriptSession } from './browser-panel.ts'
import {
  endsSessions,
  filtersTheTrail,
  previewsAndLosesNothing,
  readsTheApi,
  takesABackup,
  triesTheBot,
} from './browser-settings-walk.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, logIn } from './browser-visit.ts'

describe.skipIf(!existsSync(browserProgram))('settings and activity in a browser', () => {
  const stage = browserStage({ basePath: '/deep/' })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it('shows the address that a typed base path leads to', async () => {
    const panel = await stage.ownPanel()
    const { page, faults } = await stage.come('panel/settings', {}, panel)
    await page.getByLabel('Base path').fill('s3cret')
    await button(page, 'Save').click()
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await review.getByText(`${panel.origin}/s3cret/panel/settings`).waitFor()
    expect(faults).toEqual([])
  })

  it('finds a setting in 2 steps, marks a refused value, saves a valid one, and asks before it is lost', async () => {
    const { page, faults } = await stage.come()
    // Two steps: its name, and Enter; from another page, and from another section.
    for (const name of ['Session length', 'Panel port']) {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('combobox')
      await palette.fill(name.toLowerCase())
      await page.getByRole('option', { name }).waitFor()
      await palette.press('Enter')
      const field = page.getByLabel(name)
      const focused = () => field.evaluate((input) => input === document.activeElement)
      await expect.poll(focused).toBe(true)
    }
    const port = page.getByLabel('Panel port')

    // Refused by the panel: marked beside its field, although another section is open by then.
    await port.fill('2096')
    await page.getByRole('link', { name: 'Core and traffic' }).click()
    await page.getByRole('switch', { name: 'Enforce IP limits' }).click()
    await button(page, '2 changes').click()
    await page.getByText('Panel port: ').waitFor()
    await button(page, 'Save').click()
    await page.getByText('cannot both listen on port 2096').waitFor()
    await expect.poll(() => port.getAttribute('aria-invalid')).toBe('true')
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('link', { name: 'Home' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await port.fill('2100')
    await button(page, 'Save').click()
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await review.getByText('Applied when the panel restarts: Panel port.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await review.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('2 changes').waitFor() // nothing was saved
    await button(page, 'Save').click()
    await review.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 settings saved.').waitFor()
    await page.getByText('Restart the panel to apply: Panel port').waitFor()
    const { obj } = await (await scriptSession(stage.panel))('panel/setting/all', {})
    expect(obj).toMatchObject({ webPort: 2100, ipLimitEnable: false })
    await expect.poll(() => page.getByText('2 changes').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('restarts the panel after a question, and says so', async () => {
    const { page, faults } = await stage.come('panel/settings')
    await button(page, 'Restart panel').click()
    const dialog = page.getByRole('dialog', { name: 'Restart the panel?' })
    await dialog.getByRole('button', { name: 'Restart panel' }).click()
    await page.getByText('Panel restarted.').waitFor()
    await page.locator('[data-state=live]').waitFor()
    // The browser logs the lost socket of the old listener, and a read between it and the new one on the same port.
    const isOfRestart = (fault: string) => /WebSocket|ERR_CONNECTION_REFUSED/.test(fault)
    expect(faults.filter((fault) => !isOfRestart(fault))).toEqual([])
  })

  it('enables two-factor login in 4 steps, stored when a code confirms it, with recovery codes, and disables it', async () => {
    const own = await stage.ownPanel()
    const { page, faults } = await stage.come('panel/settings?section=security', {}, own)
    const stored = async () => {
      const reply = await fetch(`${own.url}getTwoFactorEnable`, { method: 'POST' })
      return ((await reply.json()) as { obj: boolean }).obj // the contract's reply
    }
    const steps = createSteps()
    await steps.click(button(page, 'Enable two-factor login'))
    const secret = Secret.fromBase32((await page.locator('code').innerText()).replace(/\s/g, ''))
    // The next one: it is accepted already, and longer than the present one if the machine is busy.
    const step = () => Math.floor(Date.now() / 30_000) + 1
    const code = (of: number) =>
      new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: of * 30_000 })
    const wrong = code(step()) === '000000' ? '000001' : '000000'
    await page.getByLabel('Your password').fill(admin.password)
    await page.getByLabel('Authentication code').fill(wrong)
    await page.getByText('Wrong code').waitFor()
    expect(await stored()).toBe(false)

    await steps.type(page.getByLabel('Your password'), admin.password)
    const first = step()
    // Its last digit sends the form.
    await steps.type(page.getByLabel('Authentication code'), code(first))
    await page.getByText('Save these recovery codes now').waitFor()
    expect(await stored()).toBe(true)
    const recoveryCodes = await page.locator('section li code').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    await steps.click(button(page, 'I have saved them'))
    await page.getByText('Two-factor login enabled.').waitFor()
    expect(steps.done('turn two-factor login on', 4, 8)).toBe(4)
    // Every other session ended; this one gave the password and goes on.
    await page.locator('[data-state=live]').waitFor()
    await page.getByText('10 recovery codes are left.').waitFor()

    await page.context().clearCookies()
    await page.reload()
    await page.locator('[name=username]').fill(admin.username)
    await page.locator('[name=password]').fill(admin.password)
    await button(page, 'Use a recovery code').click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await button(page, 'Log in').click()
    await page.getByText('9 recovery codes are left.').waitFor()

    await button(page, 'Disable two-factor login').click()
    await page.getByLabel('Your password').fill(admin.password)
    await page.getByLabel('Authentication code').fill(code(first))
    await button(page, 'Confirm').click()
    await page.getByText('Wrong code').waitFor()
    await expect.poll(step, { interval: 500 }).toBeGreaterThan(first)
    await page.getByLabel('Authentication code').fill(code(step()))
    await button(page, 'Confirm').click()
    await page.getByText('Two-factor login disabled.').waitFor()
    expect(await stored()).toBe(false)

    await page.getByLabel('Current password').fill('not this one')
    for (const [weak, said] of [
      ['seven77', 'Use at least 8 characters.'],
      ['Password1', 'too easy to guess'],
    ] as const) {
      await page.getByLabel('New password').fill(weak)
      await button(page, 'Change').click()
      await page.getByText(said).waitFor()
    }
    await page.getByLabel('New password').fill('another long pass phrase')
    await button(page, 'Change').click()
    await page.getByText('The current username or password is invalid').waitFor()
    await page.getByLabel('Current password').fill(admin.password)
    await button(page, 'Change').click()
    await page.getByText('Username and password changed.').waitFor()
    await page.locator('[data-state=live]').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const post = await scriptSession(own, { ...admin, password: 'another long pass phrase' })
    expect(await post('panel/setting/all', {})).toMatchObject({ success: true })
    expect(faults.filter((fault) => !/status of 401|WebSocket/.test(fault))).toEqual([]) // its session ended once
  })

  it('creates an API token in 3 steps, shows it once, disables it, and clears a secret', async () => {
    const { page, faults } = await stage.come()
    await (await scriptSession(stage.panel))('panel/setting/secret', { key: 'smtpPassword', value: 'hush' })
    await page.goto(`${stage.panel.url}panel/settings?section=security`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const steps = createSteps()
    await steps.type(page.getByLabel('New token name'), 'nightly')
    await steps.click(button(page, 'Create'))
    const copy = page.getByRole('button', { name: 'Copy token' })
    await copy.waitFor()
    const token = await page.locator('code').innerText()
    await steps.click(copy)
    expect(steps.done('a new API token', 3, 6)).toBe(3)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    const use = async () =>
      (await fetch(`${stage.panel.url}panel/api/audit`, { headers: { authorization: `Bearer ${token}` } }))
        .status
    expect(await use()).toBe(200)

    await page.getByRole('switch', { name: 'Enable nightly' }).click({ force: true })
    await expect.poll(use).not.toBe(200)
    await page.reload()
    await page.getByText('nightly').waitFor()
    await expect.poll(() => page.getByText(token).count()).toBe(0)
    await page.getByRole('button', { name: 'Delete nightly' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No tokens yet.').waitFor()

    await page.getByText('Mail password').waitFor()
    await button(page, 'Clear').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No secrets stored.').waitFor()
    expect(faults).toEqual([])
  })

  it('shows who changed what, filtered by kind, and follows the log of the panel', async () => {
    const { page, faults } = await stage.come()
    const post = await scriptSession(stage.panel)
    await post('panel/setting/update', { subTitle: 'before' })
    await post('panel/setting/update', { subTitle: 'after' })
    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: 'Activity' }).first())
    const login = page.locator('main li', { hasText: 'logged in' }).first()
    await login.waitFor()
    expect(steps.done('who changed what (job 14)', 1, 'cannot')).toBe(1)
    await page.getByLabel('Type', { exact: true }).selectOption('settings')
    await login.waitFor({ state: 'hidden' })
    await page.getByText(/title .?before.? → .?after/i).waitFor()
    await expect.poll(() => page.evaluate(() => location.search)).toBe('?kind=settings')

    await page.getByRole('tab', { name: 'Connections' }).click()
    await page.getByRole('heading', { name: 'The access log is off' }).waitFor()
    const row = { DateTime: '2026-07-01T10:00:00.000Z', Inbound: 'in-443', Outbound: 'direct', Event: 0 }
    const connection = {
      ...row,
      FromAddress: '[2001:db8::7]:5000',
      ToAddress: 'tcp:a.test:443',
      Email: 'ann',
    }
    await page.route('**/xraylogs/*', (route) =>
      route.fulfill({ json: { success: true, msg: '', obj: [connection] } }),
    )
    await page.getByRole('button', { name: '2001:db8::7 only' }).waitFor()
    await page.getByRole('button', { name: 'ann only' }).click()
    await expect.poll(() => page.getByLabel('Filter').inputValue()).toBe('ann')
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('tab', { name: 'Panel log' }).click()
    await page.getByRole('radio', { name: 'Debug' }).check()
    // Follow mode: it is polled without interaction.
    for (let i = 0; i < 2; i += 1) await page.waitForResponse((reply) => reply.url().includes('/logs/'))
    await page.getByLabel('Follow').click()
    expect(faults).toEqual([])
  })

  // Last, because it ends everybody else's sessions.
  it('shows the settings of a format while it is on, and saves everything with one button', async () => {
    const { page, faults } = await stage.come('panel/settings?section=subscription')
    const path = page.getByLabel('sing-box path')
    await page.getByRole('switch', { name: 'Enable sing-box format' }).waitFor()
    expect(await path.count()).toBe(0)
    expect(await page.getByRole('radio', { name: 'sing-box' }).count()).toBe(0)
    await page.getByRole('switch', { name: 'Enable sing-box format' }).click()
    await path.waitFor()
    await page.getByRole('radio', { name: 'sing-box' }).waitFor()
    await page.getByRole('link', { name: 'Backup' }).click()
    await page.getByLabel('Keep at most').fill('9')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByText('2 changes').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(1)
    await bar.getByRole('button', { name: 'Save' }).click()
    await bar.waitFor({ state: 'hidden' })
    const { obj } = await (await scriptSession(stage.panel))('panel/setting/all', {})
    expect(obj).toMatchObject({ subSingboxEnable: true, backupKeep: 9 })
    expect(faults).toEqual([])
  })

  it('covers the rest: sessions, preview, lost session and connection, audit trail, API, backup', async () => {
    const { panel } = stage
    const { page, faults } = await stage.stranger()
    await logIn(page)
    await endsSessions(page, panel)
    await previewsAndLosesNothing(page, panel)
    await filtersTheTrail(page)
    await readsTheApi(page)
    await takesABackup(page, panel)
    await triesTheBot(page, panel)
    // The browser's own log of what the test took away above.
    expect(faults.filter((fault) => !/WebSocket|ERR_INTERNET_DISCONNECTED|401/.test(fault))).toEqual([])
  })
})
