import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, type inboundsStage } from './browser-inbounds-stage.ts'

const box = (page: Page, id: number) => page.locator(`[data-node="in:${id}"]`)

/** A master with two fallbacks, one of them disabled, and a rule that leads nowhere. */
async function seed(stage: ReturnType<typeof inboundsStage>) {
  const master = await stage.add('Gate', { streamSettings: { network: 'tcp', security: 'tls' } })
  const child = await stage.add('Behind', { listen: '127.0.0.1' })
  const asleep = await stage.add('Asleep', { listen: '127.0.0.1', enable: false })
  const rows = [{ childId: child }, { childId: asleep }, { dest: '8080' }]
  await stage.done(`panel/api/inbounds/${master}/fallbacks`, { fallbacks: rows })
  const { xraySetting } = JSON.parse(String(await stage.done('panel/xray/')))
  xraySetting.routing.rules.push({ domain: ['domain:a.example'], outboundTag: 'nowhere' })
  await stage.done('panel/xray/update', { xraySetting })
  return { master, child, asleep }
}

/**
 * From the list to the picture by a key, by keyboard to the editor and back, then the list view; returns the
 * browser's errors.
 */
export async function walkTopology(stage: ReturnType<typeof inboundsStage>): Promise<string[]> {
  const { master, child, asleep } = await seed(stage)
  const { page, faults } = await stage.come('panel/inbounds', { viewport: { width: 1440, height: 900 } })
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('t')
  await box(page, master).waitFor()
  expect(new URL(page.url()).search).toBe('?view=topology')
  const startOf = async (name: string) =>
    (await page.locator(`[data-node="${name}"]`).boundingBox())?.x ?? Number.NaN
  const way = [`in:${master}`, `in:${child}`, 'default', 'out:direct']
  const starts = await Promise.all(way.map(startOf))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  await page.locator(`[data-node="dest:${master}:8080"]`).waitFor()
  const line = page.locator(`[data-line="${master}>in:${asleep}"]`)
  await expect.poll(() => line.getAttribute('data-state')).toBe('broken')
  await expect
    .poll(() => line.locator('title').textContent())
    .toMatch(/goes to .*Asleep.*, which is disabled/)
  await page.locator('[data-finding=outboundMissing]', { hasText: 'nowhere' }).waitFor()

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node'))
  await box(page, child).focus()
  await page.locator('[data-inspector]', { hasText: '/one' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe(`in:${master}`)
  await page.keyboard.press('Enter')
  await field(page, 'remark').waitFor()
  await expect.poll(() => field(page, 'remark').inputValue()).toBe('Gate')
  await page.keyboard.press('Escape')
  await field(page, 'remark').waitFor({ state: 'hidden' })
  await page.locator(`[data-node="in:${master}"]:focus`).waitFor()

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Paused.').waitFor()
  await page.getByText('List', { exact: true }).last().click()
  const gate = page.locator('[data-topology-list] li', { has: page.locator(`[data-item="in:${master}"]`) })
  await gate.last().locator(`li [data-item="in:${child}"]`).waitFor()
  return faults
}
