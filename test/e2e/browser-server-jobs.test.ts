import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import type { Status } from '#contract/status.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePorts } from '#test/free-port.ts'
import { adminSession, browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'

/** Jobs that change what the server does, each with its number of steps. */
describe.skipIf(!existsSync(browserProgram) || !coreBinary)('jobs on the server in a browser', () => {
  // Without a base path in the environment: it would override the setting.
  const stage = browserStage({ start: { core: coreBinary, env: { SLUICE_BASE_PATH: '' } } })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it('edits a port after a review, and rolls it back', async () => {
    const { panel } = stage
    const send = await adminSession(panel)
    const [before = 0, after = 0] = await freePorts(2)
    const listen = { listen: '127.0.0.1', enable: true, protocol: 'vless', settings: { decryption: 'none' } }
    const { obj } = await send('panel/api/inbounds/add', { remark: 'Frankfurt', port: before, ...listen })
    const { id } = obj as Inbound // the contract's reply
    await send('panel/api/clients/add', { client: { email: 'ann' }, inboundIds: [id] })
    const portNow = async () =>
      ((await send(`panel/api/inbounds/get/${id}`, undefined, 'GET')).obj as Inbound).port
    const stateOf = async () =>
      ((await send('panel/api/server/status', undefined, 'GET')).obj as Status | null)?.xray.state
    const { page, faults } = await stage.come()
    await expect.poll(stateOf).toBe('running')

    const edit = createSteps()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await edit.click(page.locator(`[data-open="${id}"]`))
    await edit.type(page.locator('[data-field=port]'), String(after))
    await edit.click(button(page, 'Save'))
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await review.getByText(String(before)).waitFor()
    // The form's own name of the field, not its path.
    await review.getByText('Port', { exact: true }).waitFor()
    expect(await portNow()).toBe(before)
    await edit.click(review.getByRole('button', { name: 'Apply' }))
    await expect.poll(portNow).toBe(after)
    expect(edit.done('edit a port, with a review of what it changes', 4, 'cannot')).toBe(4)

    const back = createSteps()
    await page.goto(`${panel.url}panel/`)
    await page.locator('[data-state=live]').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await back.click(page.getByRole('tab', { name: 'Versions' }))
    await back.click(button(page, 'Roll back').first())
    const asked = page.getByRole('dialog', { name: /^Roll back to version/ })
    await back.click(asked.getByRole('button', { name: /^Roll back/ }).first())
    await expect.poll(portNow).toBe(before)
    expect(back.done('roll the port back', 3, 'cannot')).toBe(3)
    expect(faults).toEqual([])
  })

  // Last, because the panel is elsewhere afterwards.
  it('changes the base path, and goes there', async () => {
    const { panel } = stage
    const { page, faults } = await stage.come()
    const steps = createSteps()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox')
    await steps.type(palette, 'base path')
    await page.getByRole('option', { name: 'Base path' }).waitFor()
    await steps.enter(palette)
    await steps.type(page.getByLabel('Base path'), '/elsewhere/')
    await steps.click(button(page, 'Save'))
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await review.getByText(`${panel.origin}/elsewhere/`).waitFor()
    // A slow link: the restart is asked for before the page has read what it saved.
    await page.route('**/panel/setting/all', async (route) => {
      await new Promise((next) => setTimeout(next, 1_500))
      await route.continue()
    })
    await steps.click(review.getByRole('button', { name: 'Save' }))
    await page.getByText('Restart the panel to apply').waitFor()
    await steps.click(button(page, 'Restart panel').first())
    const asked = page.getByRole('dialog', { name: 'Restart the panel?' })
    await asked.getByText(`${panel.origin}/elsewhere/`).waitFor()
    await steps.click(asked.getByRole('button', { name: 'Restart panel' }))
    await page.waitForURL(`${panel.origin}/elsewhere/panel/settings`)
    await page.locator('[data-state=live]').waitFor()
    expect(steps.done('change the base path', 7, 'not counted')).toBe(7)
    // The browser's own log of the listener that closed.
    expect(faults.filter((fault) => !/WebSocket|ERR_CONNECTION|404/.test(fault))).toEqual([])
  })
})
