import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { joinString } from '#domain/fleet/join-string.ts'
import { freePort } from '#test/free-port.ts'
import { finding, stubFindings } from './browser-findings.ts'
import { browserProgram, scriptSession, tokenOf } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings } from './browser-visit.ts'

describe.skipIf(!existsSync(browserProgram))('nodes in a browser', () => {
  const stage = browserStage()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it('adds another panel, says why a token is wrong, renames the node, places an inbound there and deletes it', async () => {
    const far = await stage.ownPanel()
    const { page, faults } = await stage.come('panel/nodes')
    await page.getByRole('heading', { name: 'No nodes yet' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('n')

    const drawer = page.getByRole('dialog', { name: 'New node' })
    await expect.poll(() => button(page, 'Add node').isDisabled()).toBe(true)
    await drawer.getByLabel('Name').fill('Helsinki')
    await drawer.getByLabel('Address', { exact: true }).fill(`${far.url}panel/inbounds`)
    await drawer.getByLabel('API token', { exact: true }).fill('wrong')
    await expect.poll(() => drawer.getByLabel('Address', { exact: true }).inputValue()).toBe('127.0.0.1')
    await expect.poll(() => drawer.getByLabel('Port').inputValue()).toBe(new URL(far.url).port)
    await drawer.getByText('anyone on the network path can read the API token').waitFor()
    await drawer.getByLabel('Allow a private address').check()
    await button(page, 'Test connection').click()
    await drawer.getByText('127.0.0.1 does not accept the API token.').waitFor()
    await drawer.getByLabel('API token', { exact: true }).fill(await tokenOf(far))
    await drawer.getByText('does not accept').waitFor({ state: 'detached' })
    await page.route('**/nodes/test', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({ response, json: { ...answer, obj: { ...answer.obj, latencyMs: 1_204 } } })
    })
    await button(page, 'Test connection').click()
    await drawer.getByText('Connected in 1,204 ms').waitFor() // as on a busy machine: a comma in the number
    await button(page, 'Add node').click()
    await drawer.waitFor({ state: 'hidden' })

    const row = page.locator('[data-row]')
    await row
      .getByText(/core .*is not running/i)
      .first()
      .waitFor() // the far panel has no core
    await row.getByText('Up to date').waitFor()
    await row.getByRole('link', { name: 'Helsinki' }).click()
    const node = page.getByRole('dialog', { name: 'Helsinki' })
    await node.getByText('A token is set.').waitFor()
    await node.getByLabel('Name').fill('Espoo')
    await button(page, 'Save').click()
    await row.getByRole('link', { name: 'Espoo' }).waitFor()
    await row
      .getByText(/core .*is not running/i)
      .first()
      .waitFor() // its token was kept

    await page.goto(`${stage.panel.url}panel/inbounds?new=inbound`)
    await page.locator('[data-template=shadowsocks]').click()
    await page.locator('[data-field=remark]').fill('Far away')
    await page.getByRole('checkbox', { name: 'Espoo' }).click()
    await page.getByRole('checkbox', { name: 'This panel' }).click()
    await button(page, 'Create').click()
    await row.getByRole('link', { name: 'Espoo' }).waitFor()

    await page.goto(`${stage.panel.url}panel/nodes`)
    await row.getByText('1 inbound').waitFor()
    await row.getByText('Up to date').waitFor()
    await page.getByRole('button', { name: 'Actions for Espoo' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const leaving = page.getByRole('dialog', { name: 'Delete Espoo?' })
    await leaving.getByText('1 inbound of this panel is on this node').waitFor()
    await leaving.getByRole('radio', { name: /Remove/ }).check()
    expect(await axeFindings(page)).toEqual([])
    await button(page, 'Delete node').click()
    await page.getByRole('heading', { name: 'No nodes yet' }).waitFor()
    const send = await scriptSession(far)
    expect((await send('panel/api/inbounds/list', undefined, 'GET')).obj).toEqual([])
    expect(faults).toEqual([])
  })

  it('joins with one string, adopts what runs there, and leaves it running', async () => {
    const far = await stage.ownPanel()
    const send = await scriptSession(far)
    await send('panel/api/inbounds/add', {
      ...{ protocol: 'vless', port: await freePort(), remark: 'Was here before' },
      settings: { clients: [{ email: 'ann' }], decryption: 'none' },
    })
    const { page, faults } = await stage.come()
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    const steps = createSteps()
    await steps.click(page.getByRole('main').getByRole('button', { name: 'New node' }).first())
    const drawer = page.getByRole('dialog', { name: 'New node' })
    const join = joinString({ url: far.url, pin: '', token: await tokenOf(far) })
    await drawer.getByLabel('Join string').fill(join.slice(0, -2))
    await drawer.getByLabel('API token', { exact: true }).waitFor({ state: 'detached' })
    await button(page, 'Add node').click()
    await drawer.getByText('The join string is damaged').waitFor()
    await steps.type(drawer.getByLabel('Join string'), join)
    await drawer.getByText('The join string is damaged').waitFor({ state: 'detached' })
    await steps.click(drawer.getByLabel('Allow a private address')) // only here: the node is on this machine
    await button(page, 'Test connection').click()
    await drawer.getByText(/^Connected in [\d,]+ ms$/).waitFor()
    await steps.click(button(page, 'Add node'))

    const plan = page.getByRole('dialog', { name: 'Adopt from 127.0.0.1' })
    await plan.getByText('Was here before').waitFor()
    await plan.getByText('1 new client').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await steps.click(plan.getByRole('button', { name: 'Adopt' }))
    await page.getByText('1 inbound and 1 client adopted').waitFor()
    expect(steps.done('add a node with what runs there (job 9)', 3, 16)).toBe(5)
    const row = page.locator('[data-row]')
    await row.getByText('1 inbound').waitFor()
    await row.getByText('Up to date').waitFor()

    await page.getByRole('button', { name: 'Actions for 127.0.0.1' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('stay on the node as they are now').waitFor()
    await button(page, 'Delete node').click()
    await page.getByRole('heading', { name: 'No nodes yet' }).waitFor()
    const { obj } = await send('panel/api/inbounds/list', undefined, 'GET')
    expect(obj).toMatchObject([{ remark: 'Was here before', settings: { clients: [{ email: 'ann' }] } }])
    await stage.done('panel/api/clients/del/ann')
    expect(faults).toEqual([])
  })

  it('shows a node that went away, and finds it again when asked', async () => {
    const far = await stage.ownPanel()
    const { port } = new URL(far.url)
    await stage.done('panel/api/nodes/add', {
      ...{ name: 'Oslo', scheme: 'http', address: '127.0.0.1', port, allowPrivateAddress: true },
      apiToken: 'stale',
    })
    const { page, faults } = await stage.come('panel/nodes')
    const row = page.locator('[data-row]')
    await row.getByText('127.0.0.1 does not accept the API token').first().waitFor() // as its health and as the reason for missing changes
    await row.getByRole('link', { name: 'Oslo' }).click()
    const node = page.getByRole('dialog', { name: 'Oslo' })
    await node.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Oslo is offline: 127.0.0.1 does not accept').waitFor()
    const nodes = (await stage.done('panel/api/nodes/list', undefined, 'GET')) as { id: number }[] // the contract's reply
    await stage.done(`panel/api/nodes/update/${nodes[0]?.id}`, { apiToken: await tokenOf(far) })
    await node
      .getByText(/core .*is not running/i)
      .first()
      .waitFor() // told by the hub
    await node.getByText('does not accept').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('lists the inbounds and clients of one node, and says on Home and in the topology that it needs somebody', async () => {
    const far = await stage.ownPanel()
    const body = { name: 'Bergen', scheme: 'http', address: '127.0.0.1', allowPrivateAddress: true }
    const given = { ...body, port: new URL(far.url).port, apiToken: await tokenOf(far) }
    const { id } = (await stage.done('panel/api/nodes/add', given)) as { id: number } // the contract's reply
    const place = async (remark: string, port: number, nodeId?: number) =>
      (await stage.done('panel/api/inbounds/add', {
        ...{ remark, port, listen: '', protocol: 'vless', settings: { decryption: 'none' } },
        ...(nodeId && { nodeId }),
      })) as { id: number } // the contract's reply
    const [away, here] = [await place('Fjord', await freePort(), id), await place('Home', await freePort())]
    const client = (email: string, on: { id: number }) =>
      stage.done('panel/api/clients/add', { client: { email, subId: `${email}-sub` }, inboundIds: [on.id] })
    await client('magnus', away)
    await client('sigrid', here)

    const { page, faults } = await stage.come(`panel/nodes?n=${id}`)
    const node = page.getByRole('dialog', { name: 'Bergen' })
    await node.getByRole('link', { name: 'Fjord' }).waitFor()
    await node.getByRole('heading', { name: 'Latency' }).waitFor()
    await node.getByRole('link', { name: 'New inbound here' }).click()
    await page.locator('[data-template=shadowsocks]').click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Bergen' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'This panel' }).isChecked()).toBe(false)
    await page.goto(`${stage.panel.url}panel/nodes?n=${id}`)
    await node.getByRole('link', { name: 'View clients' }).click()
    const row = page.locator('[data-row]')
    await row.getByText('magnus').waitFor()
    await page.getByRole('button', { name: /node:Bergen/ }).waitFor()
    await expect.poll(() => row.count()).toBe(1)

    await page.goto(`${stage.panel.url}panel/inbounds?node=${id}`)
    await row.getByText('Fjord').waitFor()
    await expect.poll(() => row.count()).toBe(1)
    await page.getByLabel('Node', { exact: true }).selectOption('This panel')
    await row.getByText('Home').waitFor()
    await expect.poll(() => row.count()).toBe(1)

    await stage.done(`panel/api/nodes/update/${id}`, { apiToken: 'stale' })
    const size = page.viewportSize()
    await page.setViewportSize({ width: 1920, height: 900 }) // narrower lists have no column for it
    await page.goto(`${stage.panel.url}panel/inbounds?node=${id}`)
    const reason = 'Node Bergen does not accept its API token.'
    const needed = finding(`nodes.node-${id}-token`, reason, {
      subject: { kind: 'node', id: String(id), name: 'Bergen' },
      action: { kind: 'page', to: `panel/nodes?n=${id}` },
    })
    await stubFindings(page, () => [needed])
    await page.reload()
    await row.getByText('Needs fixing').waitFor()
    await row.getByRole('img', { name: reason }).waitFor()
    if (size) await page.setViewportSize(size)
    await page.goto(`${stage.panel.url}panel/inbounds?view=topology`)
    await page.locator(`[data-node="server:${id}"][data-broken]`).waitFor()
    await page.locator('[data-finding=nodeDown]').getByText('Bergen').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.goto(`${stage.panel.url}panel/`)
    const need = page.locator('[data-need^="nodes."]').filter({ hasText: 'Bergen' })
    await need.getByRole('link', { name: reason }).click()
    await node.getByText('A token is set.').waitFor()
    expect(faults).toEqual([])
  })
})
