import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '#test/fixtures/outlets.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'

const secret = 'a-secret-of-the-shop'

describe.skipIf(!existsSync(browserProgram))('notices in a browser', () => {
  const stage = browserStage()
  let shop: Receiver
  beforeAll(async () => {
    shop = await startReceiver(secret)
  })
  afterAll(() => shop.stop())

  it('are chosen in the grid, sent to a webhook, listed with their fate, sent again, and shown on Home', async () => {
    const { page, faults } = await stage.come('panel/settings?section=notices')
    const cell = page.getByRole('checkbox', { name: 'Home: New API token' })
    await cell.waitFor()
    await expect.poll(() => cell.isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Email: A node is offline' }).check()
    await page.getByLabel('Quiet from').fill('22:00')
    const grid = page.getByRole('region', { name: 'Where events are sent' })
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByText('2 changes').waitFor()
    await bar.getByRole('button', { name: 'Save' }).click()
    await grid.getByText('Saved').waitFor()
    expect(await stage.done('panel/setting/all')).toMatchObject({
      smtpEnabledEvents: expect.stringContaining('node.down'),
      noticeQuietFrom: '22:00',
    })

    const hooks = page.getByRole('region', { name: 'Webhooks' })
    await hooks.getByRole('button', { name: 'Add a webhook' }).click()
    await hooks.getByLabel('Name').fill('shop')
    await hooks.getByLabel('URL to call').fill(shop.url)
    await hooks.getByLabel('Secret', { exact: true }).fill(secret)
    await hooks.getByRole('checkbox', { name: 'New API token' }).check()
    await hooks.getByRole('button', { name: 'Save' }).click()
    // Refused beside its field: this machine's own address needs the switch.
    await hooks.getByText('private').first().waitFor()
    await hooks.getByRole('switch', { name: 'Private address' }).click()
    await hooks.getByRole('button', { name: 'Save' }).click()
    await hooks.getByRole('button', { name: 'Send test to shop' }).click()
    await hooks.getByText('shop accepted the test.').waitFor()
    expect(shop.taken.map(({ event }) => event)).toEqual(['notice.test'])

    await stage.done('panel/setting/apiTokens/create', { name: 'script' })
    const sent = page.getByRole('region', { name: 'Deliveries' })
    await sent.locator('[data-state=delivered]').first().waitFor()
    await sent.getByRole('button', { name: 'Send again: New API token' }).click()
    await expect.poll(() => shop.taken.length).toBe(3)
    expect(shop.unique()).toHaveLength(2)
    expect(shop.complaints).toEqual([])
    expect(await axeFindings(page)).toEqual([])

    await page.goto(`${stage.panel.url}panel/`)
    const recent = page.getByRole('region', { name: 'Recent events' })
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4_000) // it is loaded when its place is in view
        return recent.count()
      })
      .toBe(1)
    await recent.getByText('New API token').waitFor()
    await recent.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => recent.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
