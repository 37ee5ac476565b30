import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { InboundOption } from '#contract/inbound.ts'
import type { Plan } from '#contract/plan.ts'
import { freePorts } from '#test/free-port.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'

const PEOPLE = 5_000
const listen = '127.77.9.8'

describe.skipIf(!existsSync(browserProgram))('inbounds that follow a plan, in a browser', () => {
  let first: number
  const stage = browserStage({
    async furnish(done) {
      const ports = await freePorts(2)
      const add = (remark: string, i: number, labels: string[]) =>
        done('panel/api/inbounds/add', {
          remark,
          listen,
          port: ports[i],
          protocol: 'vless',
          settings: {},
          labels,
        })
      first = ((await add('Frankfurt', 0, [])) as { id: number }).id
      await add('Helsinki', 1, ['eu'])
      const plan = (await done('panel/api/plans/add', { name: 'Gold' })) as Plan
      await done(`panel/api/plans/update/${plan.id}`, {
        ...plan,
        followInbounds: true,
        inboundIds: [first],
      })
      const people = Array.from({ length: PEOPLE }, (_, i) => ({
        client: { email: `client-${i}`, planId: plan.id },
        inboundIds: [first],
      }))
      await done('panel/api/clients/bulkCreate', people)
    },
  })
  const onSecond = async (): Promise<number> => {
    const options = (await stage.done('panel/api/inbounds/options', undefined, 'GET')) as InboundOption[]
    const id = options.find(({ remark }) => remark === 'Helsinki')?.id
    const path = `panel/api/clients/list/paged?pageSize=1&inbound=${id}`
    return ((await stage.done(path, undefined, 'GET')) as { filtered: number }).filtered
  }

  it(`gives a plan of ${PEOPLE} clients another inbound, and takes it back`, async () => {
    const { page, faults } = await stage.come('panel/clients/plans')
    const steps = createSteps()
    const dialog = page.getByRole('dialog')
    await steps.click(page.getByRole('button', { name: 'Edit Gold' }))
    await steps.click(dialog.getByRole('checkbox', { name: 'Helsinki' }))
    await steps.click(dialog.getByRole('button', { name: 'Save', exact: true }))
    await dialog.getByText('Clients: 5,000. Get inbounds: 5,000. Lose inbounds: 0.').waitFor()
    if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/review.png` })
    await steps.click(dialog.getByRole('button', { name: 'Apply to clients' }))
    await page.getByText('Clients attached: 5,000').waitFor()
    expect(await onSecond()).toBe(PEOPLE)
    expect(steps.done('give a plan of 5,000 clients another inbound', 4, 'cannot')).toBeLessThanOrEqual(5)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(onSecond).toBe(0)
    expect(faults).toEqual([])
  })

  it('asks before clients are left without any inbound', async () => {
    const { page, faults } = await stage.come('panel/clients/plans')
    await page.getByRole('button', { name: 'Edit Gold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Frankfurt' }).uncheck()
    const labels = dialog.locator('[data-field="labels"]')
    await labels.fill('asia')
    await labels.press('Enter')
    await dialog.getByText('No inbound is named yet').waitFor()
    if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/form.png` })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Left without any inbound: 5,000').waitFor()
    expect(await dialog.getByRole('button', { name: 'Apply to clients' }).isDisabled()).toBe(true)
    if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/none.png` })
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('checkbox', { name: 'Frankfurt' }).waitFor()
    expect(faults).toEqual([])
  })

  it('shows why a client has each inbound', async () => {
    await stage.done('panel/api/clients/client-7/attach', {
      inboundIds: ((await stage.done('panel/api/inbounds/options', undefined, 'GET')) as InboundOption[]).map(
        ({ id }) => id,
      ),
    })
    const { page, faults } = await stage.come('panel/clients?c=client-7&tab=settings')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('by plan Gold').waitFor()
    await drawer.getByText('added by hand').waitFor()
    await drawer.getByText('added by hand').scrollIntoViewIfNeeded()
    if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/client.png` })
    await stage.done('panel/api/clients/client-7/detach', { inboundIds: [first] })
    await drawer.getByText('removed by hand').waitFor()
    expect(faults).toEqual([])
  })

  it('labels an inbound in its form', async () => {
    const { page, faults } = await stage.come(`panel/inbounds?i=${first}`)
    await page.getByRole('button', { name: 'Sharing' }).click()
    const labels = page.locator('[data-field="labels"]')
    await labels.fill('Premium')
    await labels.press('Enter')
    if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/inbound.png` })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect
      .poll(async () => {
        const all = (await stage.done('panel/api/inbounds/options', undefined, 'GET')) as InboundOption[]
        return all.find(({ id }) => id === first)?.labels
      })
      .toEqual(['premium'])
    expect(faults).toEqual([])
  })
})
