import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Plan } from '#contract/plan.ts'
import type { ClientQuota } from '#contract/quotas-api.ts'
import { freePorts } from '#test/free-port.ts'
import { deadlineMs } from '#test/until.ts'
import { type BuiltPanel, browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, overflow } from './browser-visit.ts'

const listen = '127.77.9.9'
const GB = 1024 ** 3
const narrow = { viewport: { width: 360, height: 800 } }

/** As if the core had counted this for every client that this quota counts for: the next tick finds it. */
function use({ folder }: BuiltPanel, target: string, bytes: number): void {
  const file = readdirSync(folder).find((name) => name.endsWith('.db')) ?? ''
  const db = new DatabaseSync(join(folder, file), { timeout: deadlineMs })
  const { changes } = db
    .prepare('update client_quota_usage set used = ? where target = ?')
    .run(bytes * 100, target)
  db.close()
  expect(Number(changes)).toBeGreaterThan(0)
}

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SLUICE_SHOTS)
    await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/quotas-${name}.png`, fullPage: true })
}

describe.skipIf(!existsSync(browserProgram))('quotas for inbounds, in a browser', () => {
  let ids: number[]
  const stage = browserStage({
    async furnish(done) {
      const ports = await freePorts(3)
      const add = async (remark: string, i: number, labels: string[]) => {
        const inbound = { remark, listen, port: ports[i], protocol: 'vless', settings: {}, labels }
        return ((await done('panel/api/inbounds/add', inbound)) as { id: number }).id
      }
      ids = [
        await add('Frankfurt', 0, []),
        await add('Helsinki', 1, ['premium']),
        await add('Oslo', 2, ['premium']),
      ]
      const plan = (await done('panel/api/plans/add', { name: 'Gold' })) as Plan
      for (const email of ['ann', 'bob'])
        await done('panel/api/clients/add', {
          client: { email, planId: plan.id, subId: `sub-${email}` },
          inboundIds: ids,
        })
    },
  })
  const quotasOf = async (email: string) =>
    (await stage.done(`panel/api/clients/quotas/${email}`, undefined, 'GET')) as ClientQuota[]

  it('sets one for a label on a plan', async () => {
    const { page, faults } = await stage.come('panel/clients/plans')
    const steps = createSteps()
    const dialog = page.getByRole('dialog')
    await steps.click(page.getByRole('button', { name: 'Edit Gold' }))
    await steps.click(dialog.getByRole('button', { name: 'Add quota' }))
    await steps.click(dialog.getByLabel('For', { exact: true }))
    await steps.click(page.getByRole('option', { name: 'Label premium' }))
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await dialog.getByText('Enter a quota above 0').waitFor()
    await shot(page, 'plan-refused')
    const row = dialog.getByRole('group', { name: 'Label premium' })
    await steps.type(row.getByLabel('Quota', { exact: true }), '10')
    await steps.choose(row.getByLabel('Resets', { exact: true }), 'month')
    await shot(page, 'plan')
    expect(await axeFindings(page)).toEqual([])
    await steps.click(save)
    await expect
      .poll(() => quotasOf('ann'))
      .toMatchObject([{ target: 'label:premium', bytes: 10 * GB, reset: 'month', by: 'plan' }])
    expect(steps.done('a quota for a label on a plan', 7, 'cannot')).toBeLessThanOrEqual(7)
    expect(faults).toEqual([])
  })

  it('shows on the client what is used and closed, and resets it', async () => {
    use(stage.panel, 'label:premium', 3.1 * GB)
    const { page, faults } = await stage.come('panel/clients?c=ann')
    const drawer = page.getByRole('dialog')
    const quotas = drawer.getByRole('region', { name: 'Quotas for inbounds' })
    await quotas.getByText(/3\.1\W+GB\W+of/).waitFor()
    await quotas.getByText('Plan Gold').waitFor()
    use(stage.panel, 'label:premium', 10 * GB)
    await quotas.getByText('Used up. Closed for this client: Helsinki, Oslo').waitFor()
    await drawer.getByText('Helsinki (closed: its quota is used up)').waitFor()
    await quotas.scrollIntoViewIfNeeded()
    await shot(page, 'client')
    expect(await axeFindings(page)).toEqual([])
    await quotas.getByRole('button', { name: 'Reset quota: Label premium' }).click()
    const question = page.getByRole('dialog', { name: 'Reset this quota of ann?' })
    await question.getByText('what it closed opens at once').waitFor()
    await question.getByRole('button', { name: 'Reset quota' }).click()
    await quotas.getByText(/^\W*0\W+B\W+of/).waitFor()
    await expect.poll(() => quotasOf('ann')).toMatchObject([{ used: 0, spent: false, closed: [] }])
    expect(await quotasOf('bob')).toMatchObject([{ used: 10 * GB, spent: true, closed: ids.slice(1) }])
    expect(faults).toEqual([])
  })

  it('marks who has closed inbounds in the list, and in the inbounds of its form', async () => {
    const { page, faults } = await stage.come('panel/clients')
    await page.getByRole('row', { name: /bob/ }).getByText('2 inbounds closed').waitFor()
    expect(await page.getByText('inbounds closed').count()).toBe(1)
    await shot(page, 'list')
    const { page: form } = await stage.come('panel/clients?c=bob&tab=settings')
    await form.getByText('closed: its quota is used up').first().waitFor()
    expect(await form.getByText('closed: its quota is used up').count()).toBe(2)
    expect(faults).toEqual([])
  })

  it('sets one of its own for a client, offered where it has inbounds', async () => {
    const { page, faults } = await stage.come('panel/clients?c=ann&tab=settings', narrow)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Add quota' }).click()
    const row = drawer.getByRole('group', { name: 'Frankfurt' })
    await row.getByLabel('Quota', { exact: true }).fill('2.5')
    await row.scrollIntoViewIfNeeded()
    expect(await overflow(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await shot(page, 'client-form-narrow')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => quotasOf('ann'))
      .toMatchObject([
        { target: `inbound:${ids[0]}`, bytes: 2.5 * GB, reset: 'client', by: 'client' },
        { target: 'label:premium', by: 'plan' },
      ])
    expect(faults).toEqual([])
  })

  it('says in a right-to-left language what is used, on a phone', async () => {
    const { page, faults } = await stage.come('panel/clients?c=bob', { ...narrow, locale: 'fa-IR' })
    await page.getByRole('region', { name: 'سهمیه‌های ورودی‌ها' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await page.getByRole('region', { name: 'سهمیه‌های ورودی‌ها' }).scrollIntoViewIfNeeded()
    expect(await overflow(page)).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await shot(page, 'client-fa-narrow')
    expect(faults).toEqual([])
  })

  it('names on the page of a person what is left, and what is missing', async () => {
    const { page } = await stage.come('panel/clients?c=bob', narrow)
    await page.goto(`${stage.panel.subscriptions}/sub/sub-bob`)
    await page.getByRole('heading', { name: 'Quotas for some servers' }).waitFor()
    await page.getByText('10 GB of 10 GB used').waitFor()
    await page.getByText('Used up, so these do not work for now: Helsinki, Oslo.').waitFor()
    await page.getByText('Starts again on').waitFor()
    expect(await overflow(page)).toBe(0)
    await shot(page, 'person')
    await page.goto(`${stage.panel.subscriptions}/sub/sub-bob?lang=fa`)
    await page.getByText('Helsinki').first().waitFor()
    expect(await overflow(page)).toBe(0)
    await shot(page, 'person-fa')
  })
})
