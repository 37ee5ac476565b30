import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { deadlineMs } from '#test/until.ts'
import { type BuiltPanel, browserProgram } from './browser-panel.ts'
import { cutOff } from './browser-reflow.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { seedUsage } from './browser-usage.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

const GB = 2 ** 30

/** What ten clients moved here today and two of them on the first node, as the tick stores it. */
function seedPlaces(panel: BuiltPanel): void {
  const file = readdirSync(panel.folder).find((name) => name.endsWith('.db')) ?? ''
  const db = new DatabaseSync(join(panel.folder, file), { timeout: deadlineMs })
  try {
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    const at = midnight.getTime() / 1_000
    const refs = db.prepare('select id, name from history_names where kind = 0 order by name limit 10').all()
    const add = db.prepare('insert into place_days (at, place, ref, up, down) values (?, ?, ?, 0, ?)')
    for (const [i, { id }] of refs.entries()) {
      add.run(at, 0, Number(id), GB)
      if (i < 2) add.run(at, 1, Number(id), (3 - i) * GB)
    }
  } finally {
    db.close()
  }
}

describe.skipIf(!existsSync(browserProgram))('caps and costs in a browser', () => {
  const stage = browserStage({
    people: 12,
    async furnish(done, panel) {
      seedUsage(panel)
      await done('panel/api/nodes/add', {
        ...{ name: 'Frankfurt', address: '203.0.113.9', port: 2053, apiToken: 't', enable: false },
      })
      await done('panel/api/caps/server/0', { costMonth: 30 })
      await done('panel/api/caps/node/1', { costMonth: 10 })
      seedPlaces(panel)
    },
  })

  it('says in two steps which server costs most per client, and then who bears it', async () => {
    const { page, faults } = await stage.come()
    const steps = createSteps()
    await steps.click(page.getByRole('link', { name: 'Usage', exact: true }))
    await steps.click(page.getByRole('radiogroup').getByText('Costs'))
    const rows = page.locator('[data-usage=cost] tbody tr')
    await rows.first().getByText('Frankfurt').waitFor()
    expect(steps.done('which server costs most per client', 2, 'cannot')).toBe(2)
    expect(await rows.count()).toBe(2)
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])

    await rows.first().getByRole('link', { name: 'Frankfurt', exact: true }).click()
    const clients = page.locator('[data-usage=client-cost] tbody tr')
    await clients.first().getByText('60%').waitFor()
    expect(await clients.count()).toBe(2)
    await page.getByRole('link', { name: 'Cost by server' }).click()
    await page.getByRole('link', { name: 'Cost by client' }).click()
    await clients.nth(9).waitFor()
    expect(faults).toEqual([])
  })

  it('previews a cap that is used up already, closes at once and says so', async () => {
    const { page, faults } = await stage.come('panel/inbounds?cap=1')
    const drawer = page.getByRole('dialog', { name: 'Monthly cap' })
    await drawer.getByText(/There is no cap\.$/).waitFor()
    await drawer.getByLabel('Month begins on day').fill('32')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('Enter a day of the month from 1 to 31.').waitFor()
    await drawer.getByLabel('Month begins on day').fill('1')
    await drawer.getByLabel('Monthly cap (GB)').fill('5000')
    await drawer.getByLabel('When the cap is used up').selectOption('stop')
    await drawer
      .locator('[data-cap-effect]')
      .getByText(/^It affects 1 inbound with \d+ clients?\./)
      .waitFor()
    expect([await axeFindings(page), await nameless(page), await cutOff(page)]).toEqual([[], [], []])
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.locator('[data-cap-used]').waitFor()
    expect(faults).toEqual([])
  })

  it.each(['en-US', 'fa-IR'])('fits a phone, in %s', async (locale) => {
    for (const path of ['panel/usage?by=cost', 'panel/usage?by=cost&server=all', 'panel/nodes?cap=1']) {
      const { page, faults } = await stage.come(path, { viewport: { width: 360, height: 740 }, locale })
      await page.locator('[data-usage], [data-side-drawer] form').first().waitFor()
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
      expect([await axeFindings(page), faults], path).toEqual([[], []])
    }
  })
})
