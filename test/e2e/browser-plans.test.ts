import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'

describe.skipIf(!existsSync(browserProgram))('plans in a browser', () => {
  const stage = browserStage({ people: 30 })
  const row = (page: Page, email: string) => page.locator(`[data-row="${email}"]`)

  it('has a page for plans and groups: members, edits, renames, deletion, and applying a plan again', async () => {
    const plan = (await stage.done('panel/api/plans/add', { name: 'Silver', totalGB: 1024 ** 3 })) as {
      id: number
    }
    await stage.done('panel/api/clients/update/client-0012', { email: 'client-0012', planId: plan.id })
    const { page, faults } = await stage.come('panel/clients')
    await page.getByRole('button', { name: 'Plans and groups' }).click()
    const policy = (name: string) => page.locator(`[data-policy="${name}"]`)
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('textbox', { name: 'Group name' }).fill('Household')
    await page.getByRole('textbox', { name: 'Shared quota' }).fill('20')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await policy('Household')
      .getByText(/20.GB.? used/)
      .waitFor()
    await page.getByRole('button', { name: 'Edit Household' }).click()
    await page.getByRole('textbox', { name: 'Group name' }).fill('Flat')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await policy('Flat')
      .getByText(/20.GB.? used/)
      .waitFor()
    await page.getByRole('button', { name: 'Delete Flat' }).click()
    await page.getByRole('button', { name: 'Delete group' }).click()
    await policy('Flat').waitFor({ state: 'hidden' })

    await policy('Silver').getByRole('button', { name: 'Apply again' }).click()
    await page.getByText(/1.? client has this plan/).waitFor()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const { client } = (await stage.done('panel/api/clients/get/client-0012', {}, 'GET')) as {
      client: { totalGB: number }
    }
    expect(client.totalGB).toBe(1024 ** 3)
    await policy('Silver').getByRole('link', { name: '1 client' }).click()
    await row(page, 'client-0012').waitFor()
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
    await page.goBack()
    await page.getByRole('button', { name: 'Delete Silver', exact: true }).click()
    await page.getByText(/1 client has this plan and keeps its quota/).waitFor()
    await page.getByRole('button', { name: 'Delete plan' }).click()
    await policy('Silver').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })
})
