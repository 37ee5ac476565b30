import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inboundsStage } from './browser-inbounds-stage.ts'
import { browserProgram } from './browser-panel.ts'
import { axeFindings, overflow } from './browser-visit.ts'

const view = 'panel/inbounds?view=addresses'
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"], [name="${name}"]`).first()
const row = (page: Page, name: string) => page.locator('[data-address]', { hasText: name })
const names = (page: Page) => page.locator('[data-address] button > bdi:first-child').allTextContents()

const question = (page: Page) => page.getByRole('dialog').filter({ hasText: 'No one will be disconnected.' })

/** Reads the review, and applies it. */
async function review(page: Page, verb = 'Apply'): Promise<string> {
  const dialog = question(page)
  const said = (await dialog.textContent()) ?? ''
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  return said
}

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).locator('[aria-haspopup=menu]').click()
  const item = page.getByRole('menuitem', { name: entry })
  await item.waitFor()
  // No toast is over it.
  const isOnTop = () =>
    item.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
  await item.click()
}

describe.skipIf(!existsSync(browserProgram))('advertised addresses in a browser', () => {
  const stage = inboundsStage()
  const links = async (email: string): Promise<string[]> =>
    (await stage.done(`panel/api/clients/links/${email}`, {}, 'GET')) as string[] // the contract's reply
  /** The hosts and ports of a client's links, in order. */
  const ends = async (email: string) => (await links(email)).map((link) => new URL(link).host)

  it('adds, edits, disables, reorders and deletes addresses, each with a review, and links follow', async () => {
    const port = 20_443
    const id = await stage.add('Frankfurt', { port, shareAddrStrategy: 'custom', shareAddr: 'own.example' })
    const client = { email: 'ann', enable: true }
    await stage.done('panel/api/clients/add', { client, inboundIds: [id] })
    expect(await ends('ann')).toEqual([`own.example:${port}`])

    const { page, faults } = await stage.come('panel/inbounds')
    await page.getByText('Addresses', { exact: true }).click()
    await page.getByRole('heading', { name: "Links show the server's own address" }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Add address' }).click()

    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Enter at least one name or IP address.').waitFor()
    await page.getByText('Choose at least one inbound.').waitFor()
    await field(page, 'hosts').fill('cdn.example')
    await page.keyboard.press('Tab')
    await page.getByRole('checkbox', { name: 'Frankfurt' }).check()
    await field(page, 'remark').fill('CDN')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const first = await review(page)
    expect(first).toContain('1 client on \u2068Frankfurt\u2069 gets new links.')
    expect(first).toContain('cdn.example')
    await page.getByText('CDN added.').waitFor()
    expect(await ends('ann')).toEqual([`cdn.example:${port}`])

    await row(page, 'CDN')
      .getByRole('button', { name: /cdn\.example/ })
      .click()
    await field(page, 'port').fill('8443')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // Thinking again keeps what was typed, and nothing is saved.
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => field(page, 'port').inputValue()).toBe('8443')
    expect(await ends('ann')).toEqual([`cdn.example:${port}`])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await review(page)).toContain('8443')
    await page.getByText('CDN saved.').waitFor()
    expect(await ends('ann')).toEqual(['cdn.example:8443'])

    await stage.done('panel/api/hosts/add', { hosts: ['two.example'], inboundIds: [id], port: 443 })
    await row(page, 'two.example').waitFor() // by the hub
    await stage.done('panel/api/hosts/reorder', {
      ids: ((await stage.done('panel/api/hosts/list', {}, 'GET')) as { groupId: string }[]).map(
        (g) => g.groupId,
      ),
    })
    const before = await names(page)
    await row(page, before[1] ?? '')
      .getByRole('button', { name: /^Move/ })
      .focus()
    await page.keyboard.press('ArrowUp')
    expect(await review(page)).toContain('Order')
    await expect.poll(() => names(page)).toEqual(before.toReversed())
    const turned = await ends('ann')
    expect(turned).toHaveLength(2)
    expect(turned[0]).toContain(before[1] === 'CDN' ? 'cdn.example' : 'two.example')

    await row(page, 'two.example').getByRole('switch').press('Space')
    expect(await review(page)).toContain('Enabled')
    await row(page, 'two.example').getByText('Disabled').waitFor()
    expect(await ends('ann')).toEqual(['cdn.example:8443'])

    await choose(page, 'CDN', 'Delete')
    expect(await review(page, 'Delete address')).toContain('cdn.example')
    await row(page, 'CDN').waitFor({ state: 'detached' })
    expect(await ends('ann')).toEqual([`own.example:${port}`])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 'CDN').waitFor()
    await expect.poll(() => ends('ann')).toEqual(['cdn.example:8443'])
    expect(faults).toEqual([])

    const { page: past } = await stage.come('panel/activity')
    for (const said of [
      'Address cdn.example (CDN) added to \u2068Frankfurt\u2069',
      'Port none → \u20688443\u2069 on cdn.example (CDN)',
      'Address two.example disabled',
      'Address cdn.example (CDN) deleted',
    ])
      await past.getByRole('listitem').filter({ hasText: said }).first().waitFor()
  })

  it('has a multiplier of its own: the review says whose links change, and whose keys a deletion ends', async () => {
    const id = await stage.add('Oslo', { protocol: 'trojan' })
    await stage.done('panel/api/clients/add', { client: { email: 'olaf', enable: true }, inboundIds: [id] })
    await stage.done('panel/api/hosts/add', { hosts: ['oslo.example'], inboundIds: [id], remark: 'Fjord' })
    const own = await links('olaf')
    const { page, faults } = await stage.come(view)
    const open = () =>
      row(page, 'Fjord')
        .getByRole('button', { name: /oslo\.example/ })
        .click()
    await open()
    await field(page, 'trafficMultiplier').fill('2')
    await page.getByText('use an inbound of its own').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await review(page)).toMatch(/1 client on .*Oslo.* gets new links.*Traffic multiplier/)
    await row(page, 'Fjord').getByText('×2').waitFor()
    const keyed = await links('olaf')
    expect(keyed).not.toEqual(own)

    await open()
    await field(page, 'trafficMultiplier').fill('')
    await page.getByText('keep their keys').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await review(page)).toContain("No client's links change.")
    await row(page, 'Fjord').getByText('×2').waitFor({ state: 'detached' })
    expect(await links('olaf')).toEqual(keyed)

    await choose(page, 'Fjord', 'Delete')
    const ask = page
      .getByRole('dialog')
      .filter({ hasText: '1 client has links with keys of these addresses.' })
    expect(await ask.textContent()).not.toContain('No one will be disconnected.')
    await ask.getByRole('button', { name: 'Delete address', exact: true }).click()
    await row(page, 'Fjord').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, 'Fjord').waitFor()
    await expect.poll(() => links('olaf')).toEqual(keyed)
    expect(faults).toEqual([])
  })

  it('is found by the palette and from the menu of an inbound, and marks what the panel refuses', async () => {
    const id = await stage.add('Paris')
    await stage.done('panel/api/hosts/add', { hosts: ['paris.example'], inboundIds: [id], remark: 'Seine' })
    const { page, faults } = await stage.come('panel/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('advertised')
    await page.getByRole('option', { name: 'Advertised addresses' }).click()
    await page.waitForURL(/view=addresses/)
    await row(page, 'Seine').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('paris.exa')
    await page.getByRole('option', { name: 'Seine' }).click()
    await page.getByText('Advanced', { exact: true }).click()
    await field(page, 'muxParams').fill('[]')
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a JSON object.').waitFor()
    await field(page, 'muxParams').fill('{"enabled": true}')
    await field(page, 'hosts').fill('no/name')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('"no/name" is not a host name or address.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' })

    await page.getByText('List', { exact: true }).click()
    await page.locator(`[data-row="${id}"] [aria-haspopup=menu]`).click()
    await page.getByRole('menuitem', { name: 'Advertised addresses' }).click()
    await page.waitForURL(new RegExp(`of=${id}`))
    await expect.poll(() => names(page)).toEqual(['Seine'])
    expect(faults).toEqual([])
  })

  it('fits every window, in the form too', async () => {
    const { page, faults } = await stage.come(view)
    await page.locator('[data-address]').first().waitFor()
    const widths = async () => {
      const over: number[] = []
      for (const width of [360, 768, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        over.push(await overflow(page))
      }
      return over
    }
    expect(await widths()).toEqual([0, 0, 0])
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Add address' }).waitFor()
    await page.getByText('More options').click()
    await page.getByText('Advanced', { exact: true }).click()
    expect(await widths()).toEqual([0, 0, 0])
    expect(faults).toEqual([])
  })

  it('says when the list cannot be loaded, and loads it again', async () => {
    const { page } = await stage.come('panel/inbounds')
    await page.route('**/panel/api/hosts/list', (route) =>
      route.fulfill({ json: { success: false, msg: 'The disk is full.', obj: null } }),
    )
    await page.getByText('Addresses', { exact: true }).click()
    await page.getByText('The disk is full.').waitFor()
    await page.unroute('**/panel/api/hosts/list')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[data-address]').first().waitFor()
    expect(await page.getByText('The disk is full.').count()).toBe(0)
  })
})
