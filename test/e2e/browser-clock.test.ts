import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'

const HOUR = 3_600_000

describe.skipIf(!existsSync(browserProgram))('a clock that jumped, in a browser', () => {
  const stage = browserStage({ people: 1 })

  it('asks whether the new time is right after the clock jumped, and accepts it with a button', async () => {
    const { page, faults } = await stage.come('panel/clients')
    let held = true
    await page.route('**/traffic/state', (route) => {
      const lastTick = { at: 1, tookMs: 1, moved: 0 }
      const clock = { held, jumpMs: held ? 30 * HOUR : 0 }
      return route.fulfill({ json: { success: true, msg: '', obj: { lastTick, clock } } })
    })
    page.on('request', (request) => {
      if (request.url().endsWith('/traffic/acceptClock')) held = false
    })
    await page.goto(`${stage.panel.url}panel/`)
    const need = page.locator('[data-need=clock]')
    await need.getByText('jumped forward by 30 hours').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await need.getByRole('button', { name: 'Accept the new time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the new time' }).click()
    await need.waitFor({ state: 'detached' })
    expect(held).toBe(false)
    expect(faults).toEqual([])
  })
})
