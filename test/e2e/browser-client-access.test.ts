import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

const GB = 1024 ** 3
const phone = { viewport: { width: 390, height: 800 } }

describe.skipIf(!existsSync(browserProgram))('what a client gets, and what ends it', () => {
  const stage = browserStage({
    people: 12,
    async furnish(done) {
      const client = { email: 'spent', totalGB: GB }
      await done('panel/api/clients/bulkCreate', [{ client, inboundIds: [1] }])
      await done('panel/api/clients/updateTraffic/spent', { upload: GB, download: GB })
    },
  })
  const row = (page: Page, email: string) => page.locator(`[data-row="${email}"]`)
  const drawer = (page: Page, email: string) => page.getByRole('dialog', { name: email })
  const fits = async (page: Page) => {
    expect(await nameless(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  const fitsAndReads = async (page: Page) => {
    expect(await axeFindings(page)).toEqual([])
    await fits(page)
  }

  it('hands out a personal page first, and says when nobody can reach it', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0001&tab=access', phone)
    const panel = drawer(page, 'client-0001')
    // Only this server can open it, so single links come first.
    await panel.getByText('Subscription addresses answer on this server only').waitFor()
    expect(await scanned(page)).toMatch(/^vless:/)
    await fits(page)

    await stage.done('panel/setting/update', { subURI: 'https://sub.example.com/s/' })
    await page.reload()
    const code = panel.getByRole('img', { name: 'Personal page QR code for client-0001' })
    await code.waitFor()
    expect(await panel.locator('[data-sub-local]').count()).toBe(0)
    const address = await panel.locator('[data-subscription]').innerText()
    expect(address).toMatch(/^https:\/\/sub\.example\.com\/s\/./)
    expect(await scanned(page)).toBe(address)
    expect(await panel.getByText('Base64', { exact: true }).count()).toBe(0)
    await fitsAndReads(page)
    await stage.done('panel/setting/update', { subURI: '' })
    expect(faults).toEqual([])
  })

  it('says that an IP limit has no effect, and turns it on', async () => {
    await stage.done('panel/setting/update', { ipLimitEnable: false })
    const { page, faults } = await stage.come('panel/clients?c=client-0001&tab=settings', phone)
    const panel = drawer(page, 'client-0001')
    await panel.getByLabel('IP limit').fill('0')
    const note = panel.locator('[data-ip-limit-off]')
    await note.waitFor({ state: 'detached' })
    await panel.getByLabel('IP limit').fill('1')
    await note.waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await note.getByRole('button', { name: 'Enforce IP limits' }).click()
    await page.getByText('IP limits are enforced now.').waitFor()
    await note.waitFor({ state: 'detached' })
    expect(await stage.done('panel/setting/all')).toMatchObject({ ipLimitEnable: true })
    expect(faults).toEqual([])
  })

  it('offers a renewal where enabling would change nothing, and remembers what happened', async () => {
    const { page, faults } = await stage.come('panel/clients?c=spent&tab=history', phone)
    const history = drawer(page, 'spent')
    await history.getByText(/spent.* created/).waitFor()
    await history.getByText(/Expiry or quota reached: .*spent/).waitFor()
    await fits(page)

    await page.goto(`${stage.panel.url}panel/clients?q=spent`)
    await page.getByRole('button', { name: /spent/ }).first().waitFor()
    await page.getByRole('button', { name: 'Actions for spent' }).click()
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    const asked = page.getByRole('dialog', { name: /spent.* is out of data/ })
    await asked.getByText('Enabling alone changes nothing.').waitFor()
    await fitsAndReads(page)
    await asked.getByRole('button', { name: 'Renew…' }).click()
    await page.getByRole('dialog', { name: /Renew/ }).waitFor()

    await page.goto(`${stage.panel.url}panel/clients?c=spent&tab=settings`)
    const hint = drawer(page, 'spent').getByText('Enabling alone changes nothing.')
    await hint.waitFor()
    await fitsAndReads(page)
    await drawer(page, 'spent').getByRole('textbox', { name: 'Quota' }).fill('0')
    await hint.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

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
