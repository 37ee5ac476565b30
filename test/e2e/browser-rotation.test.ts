import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { cutOff } from './browser-reflow.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

describe.skipIf(!existsSync(browserProgram))('a rotation in a browser', () => {
  const stage = browserStage({ start: { demo: true } })

  it('is planned, previewed, begun, retired and undone from the menu of an inbound', async () => {
    const { page, faults } = await stage.come('panel/inbounds')
    await page.getByRole('button', { name: 'Actions for Reality' }).click()
    await page.getByRole('menuitem', { name: 'Rotation' }).click()
    const drawer = page.getByRole('dialog', { name: 'Reality' })
    const pool = (kind: string) => drawer.locator(`[data-field=${kind}]`)
    await drawer.getByText('The pools have no unused value. Add one first.').waitFor()
    const old = await drawer.locator('dd').first().innerText()

    await pool('port').fill('70000')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText("'70000' is not a port. Enter numbers from 1 to 65535.").waitFor()
    await pool('port').press('Backspace')
    await pool('port').fill('28443')
    await pool('shortId').fill('0123abcd')
    await drawer.getByRole('button', { name: 'Save' }).click()
    const preview = drawer.locator('[data-rotation-preview]')
    await preview.getByText(`Port: from ${old} to 28443`).waitFor()
    await preview.getByText(/active clients? fetch/).waitFor()
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])

    const sure = async (name: string, question: string) => {
      await drawer.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog', { name: question }).getByRole('button', { name }).click()
    }
    await sure('Start rotation', 'Start the rotation?')
    await drawer.getByText(/^\d+ of \d+ active clients? (has|have) fetched the new values\.$/).waitFor()
    await drawer.getByText('The old values are retired at 90%.').waitFor()
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])

    await sure('Retire old values', 'Retire the old values now?')
    await drawer.getByText(/^Started manually on .+ Old values retired manually on /).waitFor()
    await drawer.getByText('28443').first().waitFor()
    await sure('Undo rotation', 'Undo the rotation?')
    await drawer.getByText(`Port: from 28443 to ${old}`).waitFor()
    expect(faults).toEqual([])
  })

  it.each(['en-US', 'fa-IR'])('fits a phone, in %s', async (locale) => {
    const { page, faults } = await stage.come('panel/inbounds?rotation=1', {
      viewport: { width: 360, height: 800 },
      locale,
    })
    await page.locator('[data-field=port]').waitFor()
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])
    expect(await overflow(page)).toBe(0)
    expect(faults).toEqual([])
  })
})
