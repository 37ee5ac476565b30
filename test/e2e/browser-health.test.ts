import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { finding, stubFindings } from './browser-findings.ts'
import { adminSession, browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

const HOUR = 3_600_000
const core = { kind: 'core', id: '', name: '' } as const

describe.skipIf(!existsSync(browserProgram))('findings in a browser', () => {
  const stage = browserStage({
    people: 24,
    async furnish(done) {
      await done('panel/setting/update', { expireDiff: 3 })
      await done('panel/api/clients/add', {
        client: { email: 'ends-today', enable: true, expiryTime: Date.now() + 5 * HOUR },
        inboundIds: [1],
      })
      await done('panel/api/health/check', {})
    },
  })

  it('are on Home, with a link to exactly those clients, and counted beside the page Health', async () => {
    const { page, faults } = await stage.come()
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await page.getByRole('link', { name: /^Health \d+ findings? needs? attention$/ }).waitFor()
    await needs.getByRole('link', { name: '1 client expires within 24 hours' }).click()
    await page.locator('[data-open=ends-today]').waitFor()
    await expect.poll(() => page.locator('[data-open]').count()).toBe(1)
    await page.goBack()
    const depleted = needs.getByRole('link', { name: /have expired or used up their quota/ })
    const count = Number.parseInt((await depleted.textContent()) ?? '', 10)
    await depleted.click()
    await expect.poll(() => page.locator('[data-open]').count()).toBe(count)
    await page.goBack()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Running out/ })
      .click()
    await page.locator('[data-open=ends-today]').waitFor()
    expect(page.url()).toBe(`${stage.panel.url}panel/clients?q=status%3Aexpiring`)
    expect(faults).toEqual([])
  })

  it('about the core have its buttons on Home', async () => {
    const { page, faults } = await stage.come()
    await stubFindings(page, () => [finding('core', 'No core is installed.', { subject: core })])
    await page.reload()
    await page.locator('[data-need=core]').getByRole('button', { name: 'Install' }).click()
    await page.getByText('This panel has no core of its own').waitFor()
    expect(faults).toEqual([])
  })

  it('of more than eight, Home shows eight and leads to the rest', async () => {
    const { page, faults } = await stage.come()
    const many = Array.from({ length: 11 }, (_, i) => finding(`names.n${i}`, `Name ${i} does not resolve.`))
    await stubFindings(page, () => many)
    await page.reload()
    await page.locator('[data-need]').first().waitFor()
    expect(await page.locator('[data-need]').count()).toBe(8)
    await page.getByRole('link', { name: 'View all 11 findings' }).click()
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    await expect.poll(() => page.locator('[data-check]').count()).toBe(11)
    expect(faults).toEqual([])
  })

  it('say when a check looked, where nothing is wrong', async () => {
    const { page, faults } = await stage.come()
    await stubFindings(page, () => [])
    await page.reload()
    await page.getByText('Nothing needs attention. Checked just now.').waitFor()
    await page.goto(`${stage.panel.url}panel/health`)
    await page.getByRole('heading', { name: /^No problems found at \d/ }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('about an inbound are on Home and in its row', async () => {
    const { page, faults } = await stage.come()
    const sentence = 'The core could not open inbound Front door: port 443 is in use by nginx.'
    const closed = finding('core.inbound-1', sentence, {
      subject: { kind: 'inbound', id: '1', name: 'Front door' },
      action: { kind: 'page', to: 'panel/inbounds?i=1' },
    })
    await stubFindings(page, () => [closed])
    await page.reload()
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByText(sentence).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await needs.getByRole('link', { name: sentence }).click()
    await page.waitForURL(/panel\/inbounds\?i=1/)
    await page.goto(`${stage.panel.url}panel/inbounds`)
    await page.getByRole('img', { name: sentence }).waitFor()
    expect(faults).toEqual([])
  })

  it('are muted with a reason, listed apart, and shown again', async () => {
    const { page, faults } = await stage.come('panel/health')
    await page.getByRole('button', { name: 'Check again' }).click()
    const row = page.locator('[data-check="addresses.subscriptions"]')
    await row.getByRole('button', { name: /^Mute/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Mute this finding?' })
    await dialog.getByRole('button', { name: 'Mute' }).click() // a reason is required
    await dialog.getByLabel('Reason').fill('reached through a tunnel')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Mute' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Muted' }).click()
    await row.getByText(/Muted by .*root.*: .*reached through a tunnel/).waitFor()
    await row.getByRole('button', { name: /^Unmute/ }).click()
    await row.getByRole('button', { name: /^Mute/ }).waitFor()
    await page.getByRole('heading', { name: 'Passed' }).click()
    await page.locator('[data-state=ok]').first().getByText('Checked just now.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
  })

  it('that the panel can mend have a button, which asks where clients notice it', async () => {
    await stage.done('panel/api/clients/add', {
      client: { email: 'limited', enable: true, limitIp: 2 },
      inboundIds: [1],
    })
    await stage.done('panel/setting/update', { ipLimitEnable: false, backupEnable: false })
    await stage.done('panel/api/health/check')
    const { page, faults } = await stage.come('panel/health')
    const row = page.locator('[data-check="limits.ip"]')
    const button = row.getByRole('button', { name: /^Turn on IP limits: / })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Turn on IP limits' })
    await dialog.getByText('disconnected or slowed down').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const limits = async () => (await stage.done('panel/setting/all')) as { ipLimitEnable: boolean } // its reply
    expect((await limits()).ipLimitEnable).toBe(false)
    expect(await axeFindings(page)).toEqual([])
    await button.click()
    await dialog.getByRole('button', { name: 'Turn on IP limits' }).click()
    await page.getByText('Done. The check no longer finds this problem.').waitFor()
    await row.waitFor({ state: 'hidden' })
    expect((await limits()).ipLimitEnable).toBe(true)

    await page.goto(`${stage.panel.url}panel/`)
    const need = page.locator('[data-need=backups]')
    await need.getByRole('button', { name: /^Back up now: / }).dblclick()
    await page.getByText('Done. The check no longer finds this problem.').waitFor()
    await need.waitFor({ state: 'hidden' })
    const made = await stage.done('panel/api/backups/list', {}, 'GET')
    expect(made).toMatchObject({ backups: [{ kind: 'manual' }] })
    expect(await nameless(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it.skipIf(!coreBinary)('a core that was stopped is started from the page Health', async () => {
    const own = await stage.ownPanel({ core: coreBinary })
    const ask = await adminSession(own)
    const state = async () =>
      ((await ask('panel/api/server/status', {}, 'GET')).obj as { xray: { state: string } }).xray.state // its reply
    await expect.poll(state).toBe('running')
    await ask('panel/api/server/stopXrayService', {})
    await ask('panel/api/health/check', {})
    const { page, faults } = await stage.come('panel/health', {}, own)
    const row = page.locator('[data-check=core][data-state=bad]')
    await row.getByRole('button', { name: /^Start the core: / }).click()
    await page.getByText('Done. The check no longer finds this problem.').waitFor()
    await row.waitFor({ state: 'hidden' })
    expect(await state()).toBe('running')
    expect(faults).toEqual([])
  })

  // Last, because every Home shows them from then on.
  it('about refused logins lead to who tried, from where and why', async () => {
    for (let i = 0; i < 3; i++) {
      const body = new URLSearchParams({ username: 'mallory', password: `guess ${i}` })
      const reply = await fetch(`${stage.panel.url}login`, { method: 'POST', body })
      expect(await reply.json()).toMatchObject({ success: false })
    }
    // Attempts are counted together, a moment later.
    const looked = async () => JSON.stringify(await stage.done('panel/api/health/check', {}))
    await expect.poll(looked).toContain('3 failed logins')
    const { page, faults } = await stage.come()
    const needs = page.getByRole('region', { name: 'Needs attention' })
    await needs.getByText(/3 failed logins in the last 24 hours, most recently from .*127\.0\.0\.1/).click()
    await page.waitForURL(/panel\/activity\?.*verb=refused/)
    const entry = page.getByRole('listitem').filter({ hasText: 'mallory' })
    await entry.getByText('Failed login as').waitFor()
    await expect.poll(() => entry.count()).toBe(1)
    await entry.getByText('127.0.0.1').first().waitFor()
    await entry.getByText('Unknown user name: 3').waitFor()
    expect(await nameless(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
