import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { field, inboundsStage, json, written } from './browser-inbounds-stage.ts'
import { browserProgram } from './browser-panel.ts'
import { walkTopology } from './browser-topology.ts'

describe.skipIf(!existsSync(browserProgram))('the inbounds page in a browser', () => {
  const stage = inboundsStage()

  it('creates an inbound from a template with a changed field, and lists it', async () => {
    const { page, faults } = await stage.come('panel/inbounds')
    await page.getByRole('heading', { name: 'No inbounds yet' }).waitFor()
    await page.keyboard.press('n')
    await page.locator('[data-template=shadowsocks]').click()
    await field(page, 'remark').fill('Light')
    const own = await freePort()
    await field(page, 'port').fill(String(own))
    await expect
      .poll(() => page.locator('[data-sample-link]').textContent())
      .toMatch(new RegExp(`^ss://.*:${own}`))
    await page.getByText('The form has no errors.').waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Light is ready' }).waitFor()
    await page.getByText(`It listens on port ${own}.`).waitFor() // without a separator of thousands
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('link', { name: 'Light' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByText('Light saved.').waitFor()
    expect(faults).toEqual([])
  })

  it('keeps form and JSON in sync, and keeps invalid JSON as typed', async () => {
    const id = await stage.add('Two ways')
    const { page, faults } = await stage.come(`panel/inbounds?i=${id}`)
    await field(page, 'streamSettings.wsSettings.path').fill('/typed')
    expect(await written(page)).toMatchObject({ streamSettings: { wsSettings: { path: '/typed' } } })

    const before = await json(page).inputValue()
    await json(page).fill(before.replace('"/typed"', '"/from-json"').replace('"Two ways"', '"By JSON"'))
    await expect.poll(() => field(page, 'streamSettings.wsSettings.path').inputValue()).toBe('/from-json')
    await expect.poll(() => field(page, 'remark').inputValue()).toBe('By JSON')

    await json(page).fill('{ "remark": "half')
    await page.getByText('Invalid JSON').waitFor()
    await field(page, 'remark').fill('Still here')
    await expect.poll(() => json(page).inputValue()).toBe('{ "remark": "half')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-json'))).toBe(true)
    await page.getByRole('button', { name: 'Revert' }).click()
    expect(await written(page)).toMatchObject({ remark: 'Still here' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await review.getByText('Path', { exact: true }).waitFor()
    expect(await review.getByText(/wsSettings|remark/).count()).toBe(0)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('link', { name: 'Still here' }).waitFor()
    expect(faults).toEqual([])
  })

  it('turns a typed tag into a value on Tab', async () => {
    const { page, faults } = await stage.come('panel/inbounds?new=inbound')
    await page.locator('[data-template=empty]').click()
    const names = field(page, 'streamSettings.realitySettings.serverNames')
    await names.fill('www.example.com')
    await page.keyboard.press('Tab')
    await names.fill('example.com')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await written(page)).toMatchObject({
      streamSettings: { realitySettings: { serverNames: ['www.example.com', 'example.com'] } },
    })
    await page.getByText('Choose a target site').waitFor()
    expect(faults).toEqual([])
  })

  it('marks a refused field in a collapsed section, and says when a port is taken', async () => {
    const taken = await freePort()
    await stage.add('First', { port: taken })
    const id = await stage.add('Second')
    const { page, faults } = await stage.come(`panel/inbounds?i=${id}`)
    await field(page, 'port').fill(String(taken))
    await page.getByText('Inbound First already uses this port.').first().waitFor()
    await field(page, 'port').fill(String(await freePort()))

    const advanced = page.getByRole('button', { name: 'Advanced' })
    await advanced.click()
    await field(page, 'tag').fill('a>b')
    await advanced.click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await field(page, 'tag').waitFor()
    await expect.poll(() => advanced.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => field(page, 'tag').getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-field')))
      .toBe('tag')
    await field(page, 'tag').fill('ab')
    await expect.poll(() => field(page, 'tag').getAttribute('aria-invalid')).not.toBe('true')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Second saved.').waitFor()
    expect(faults).toEqual([])
  })

  it('asks before unsaved input is lost', async () => {
    const id = await stage.add('Kept')
    const { page, faults } = await stage.come('panel/inbounds')
    await page.locator(`[data-open="${id}"]`).click()
    await field(page, 'remark').fill('Not saved')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => field(page, 'remark').inputValue()).toBe('Not saved')
    await page.goBack()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await field(page, 'remark').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  it('reorders fallbacks by button, by keys and by dragging, shows a loop, and saves the order', async () => {
    const tls = {
      network: 'tcp',
      security: 'tls',
      tlsSettings: { certificates: [{ certificateFile: '/none', keyFile: '/none' }] },
    }
    const master = await stage.add('Master', { enable: false, streamSettings: tls })
    const child = await stage.add('Child', { enable: false, streamSettings: tls })
    const { page, faults } = await stage.come(`panel/inbounds?i=${master}`)
    await page.getByRole('button', { name: 'Fallbacks' }).click()
    const plus = page.getByRole('button', { name: 'Add fallback' })
    await plus.click()
    await field(page, 'fallbacks[0].dest').fill('80')
    await plus.click()
    await field(page, 'fallbacks[1].childId').selectOption(String(child))
    await plus.click()
    await field(page, 'fallbacks[2].dest').fill('8080')
    await field(page, 'fallbacks[2].path').fill('/last')
    await page.getByRole('button', { name: 'Move fallback 2 up' }).click()
    await field(page, 'fallbacks[2].path').press('Alt+ArrowUp')
    await expect.poll(() => field(page, 'fallbacks[0].childId').inputValue()).toBe(String(child))
    await expect.poll(() => field(page, 'fallbacks[1].path').inputValue()).toBe('/last')
    const drag = async (from: number, to: number) => {
      await page.locator(`[data-handle="${to}"]`).scrollIntoViewIfNeeded()
      await page.locator(`[data-handle="${from}"]`).hover()
      await page.mouse.down()
      const row = page.locator(`li:has([data-handle="${to}"])`)
      const { x = 0, y = 0, height = 0 } = (await row.boundingBox()) ?? {}
      await page.mouse.move(x + 20, from > to ? y + 4 : y + height - 4, { steps: 4 })
      await page.mouse.up()
    }
    await drag(2, 1)
    await expect.poll(() => field(page, 'fallbacks[0].path').inputValue()).toBe('/last')
    await drag(1, 2)
    await expect.poll(() => field(page, 'fallbacks[1].path').inputValue()).toBe('/last')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Master saved.').waitFor()

    await page.locator(`[data-open="${master}"]`).click()
    await page.getByRole('button', { name: 'Fallbacks' }).click()
    await field(page, 'fallbacks[2].dest').waitFor()
    await expect.poll(() => field(page, 'fallbacks[2].dest').inputValue()).toBe('80')

    await page.keyboard.press('Escape')
    await page.locator(`[data-open="${child}"]`).click()
    const fold = page.getByRole('button', { name: 'Fallbacks' })
    await fold.click()
    await plus.click()
    await field(page, 'fallbacks[0].childId').selectOption(String(master))
    await fold.click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => field(page, 'fallbacks[0].childId').getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Choose another one to avoid a loop').first().waitFor()
    expect(faults).toEqual([])
  })

  it('draws where connections go, says in text what is broken, and works by keyboard', async () => {
    expect(await walkTopology(stage)).toEqual([])
  })

  it('says what a deletion does to its clients, asks for the name of a large one, and undoes a switch', async () => {
    const id = await stage.add('Busy')
    const other = await stage.add('Other')
    const people = Array.from({ length: 53 }, (_, i) => ({
      client: { email: `busy-${i}` },
      inboundIds: i < 3 ? [id] : [id, other],
    }))
    await stage.done('panel/api/clients/bulkCreate', people)
    const { page, faults } = await stage.come('panel/inbounds?q=busy')
    const row = page.locator(`[data-row="${id}"]`)
    await row.getByText('53 clients').waitFor()
    const power = row.getByRole('switch')
    await power.click({ force: true })
    await page.getByText('Busy disabled.').waitFor()
    await expect.poll(() => power.isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => power.isChecked()).toBe(true)

    await row.getByRole('button', { name: 'Actions for Busy' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Its 53 clients are kept; 3 will have no inbound left.').waitFor()
    const verb = page.getByRole('button', { name: 'Delete inbound' })
    await expect.poll(() => verb.isDisabled()).toBe(true)
    await page.getByLabel('Type Busy to confirm').fill('Busy')
    await verb.click()
    await page.getByText('Busy deleted.').waitFor()
    await row.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it.runIf(coreBinary)('fills in templates that the real core accepts', async () => {
    const own = await stage.ownPanel({ core: coreBinary })
    const { page, faults } = await stage.come('panel/inbounds?new=inbound', {}, own)
    for (const [template, name, clients] of [
      ['reality', 'Reality', true],
      ['xhttp', 'XHTTP', true],
      ['wireguard', 'WireGuard', true],
      ['mixed', 'SOCKS', false],
      ['http', 'HTTP', false],
      ['tunnel', 'Tunnel', false],
    ] as const) {
      await page.locator(`[data-template=${template}]`).click()
      await field(page, 'port').fill(String(await freePort()))
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText(`${name} saved.`).first().waitFor()
      if (clients) await page.getByRole('button', { name: 'Later' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.keyboard.press('n')
    }
    await page.locator('[data-template=empty]').click()
    const key = field(page, 'streamSettings.realitySettings.privateKey')
    const before = await key.inputValue()
    expect(before).toMatch(/^[\w-]{43}$/)
    await page.getByRole('button', { name: 'New key pair' }).click()
    await expect.poll(() => key.inputValue()).not.toBe(before)
    await page.getByRole('button', { name: 'ML-KEM-768' }).click()
    await expect.poll(() => field(page, 'settings.decryption').inputValue()).toMatch(/^mlkem768/)
    const status = await page.evaluate(async () => (await fetch('api/server/status')).json())
    expect(status.obj.xray.state).toBe('running')
    expect(faults).toEqual([])
  })
})
