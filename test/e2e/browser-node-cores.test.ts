import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserProgram, tokenOf } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'

const said = (reason: string) => ({ code: 'core.said', params: { reason } })

describe.skipIf(!existsSync(browserProgram))('the cores of nodes in a browser', () => {
  const stage = browserStage()
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it('compares the archives of a core, updates the nodes that can, shows how far it is and stops', async () => {
    const { page, faults } = await stage.come()
    const answer = (obj: unknown) => ({ json: { success: true, msg: '', obj } })
    const [version, hash] = ['26.10.10', 'a'.repeat(64)]
    const one = (id: number, name: string, state: string, reason = '') => ({
      ...{ id, name, from: '26.7.28', state, reason },
      ...{ asset: 'Xray-linux-64.zip', sha256: hash, known: false, losses: [] as object[] },
    })
    const plan = [one(1, 'Oslo', 'ready'), one(2, 'Lima', 'ready'), one(3, 'Bonn', 'unable', 'No room.')]
    const loss = (text: string, blocks: boolean) => ({ text, coded: said(text), blocks, clients: 1 })
    plan[1]?.losses.push(loss('Ann would lose Main.', true), loss('Bob must update.', false))
    const update = (stopping: boolean) => ({
      ...{ id: 1, version, cause: 'operator', beganAt: Date.now() - 60_000, endedAt: 0, stopping },
      nodes: [one(1, 'Oslo', 'running'), one(2, 'Lima', 'waiting')],
    })
    let running: unknown = null
    const asked: unknown[] = []
    await page.route('**/server/getXrayVersion', (route) => route.fulfill(answer([`v${version}`])))
    await page.route('**/nodes/cores/', (route) => route.fulfill(answer(running)))
    await page.route('**/nodes/cores/plan/*', (route) => route.fulfill(answer(plan)))
    await page.route('**/nodes/cores/start', (route) => {
      asked.push(route.request().postDataJSON())
      running = update(false)
      return route.fulfill(answer(running))
    })
    await page.route('**/nodes/cores/stop', (route) => {
      running = update(true)
      return route.fulfill(answer(running))
    })
    const far = await stage.ownPanel()
    const body = { name: 'Oslo', scheme: 'http', address: '127.0.0.1', allowPrivateAddress: true }
    await stage.done('panel/api/nodes/add', {
      ...{ ...body, port: new URL(far.url).port, apiToken: await tokenOf(far) },
    })

    await page.goto(`${stage.panel.url}panel/nodes`)
    await button(page, 'Update cores').click()
    const drawer = page.getByRole('dialog', { name: 'Update cores' })
    await drawer.getByLabel('Version').selectOption(`v${version}`)
    await drawer.getByText('No room.').waitFor()
    await drawer.getByText(hash).waitFor()
    await drawer.getByText('Ann would lose Main.').waitFor()
    await drawer.getByText('Bob must update.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await button(page, 'Update 2 nodes').click()
    const question = page.getByRole('dialog', { name: `Update the core of nodes to Xray ${version}?` })
    await question.getByText('Some clients would lose an entry').waitFor()
    await question.getByRole('button', { name: 'Update 2 nodes' }).click()
    await drawer.getByText('Updating').first().waitFor()
    expect(asked).toEqual([{ version, ids: [1, 2], sha256: [hash], force: true }])
    expect(await axeFindings(page)).toEqual([])
    await button(page, 'Stop after this node').click()
    await button(page, 'Stop after this node').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('marks nodes whose core is too old, or on whose inbounds apps fail, and says which', async () => {
    const { page, faults } = await stage.come()
    const far = await stage.ownPanel()
    const body = { scheme: 'http', address: '127.0.0.1', allowPrivateAddress: true }
    const port = new URL(far.url).port
    await stage.done('panel/api/nodes/add', { ...body, name: 'Rome', port, apiToken: await tokenOf(far) })
    const nodes = await stage.done('panel/api/nodes/list', undefined, 'GET')
    const rome = (nodes as { id: number; name: string; coreVersion: string }[]).find(
      ({ name }) => name === 'Rome',
    )
    const notes = {
      ...{ id: rome?.id, version: rome?.coreVersion, isTooOld: true },
      losses: [
        { text: 'Rome runs an old core.', coded: said('Rome runs an old core.'), blocks: false, clients: 0 },
        { text: 'Ann cannot connect.', coded: said('Ann cannot connect.'), blocks: false, clients: 1 },
      ],
    }
    await page.route('**/nodes/cores/now', (route) =>
      route.fulfill({ json: { success: true, msg: '', obj: [notes] } }),
    )
    await page.goto(`${stage.panel.url}panel/nodes`)
    await page.getByText('Core too old').waitFor()
    notes.isTooOld = false
    await page.reload()
    await page.getByText('Some apps fail').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Rome' }).click()
    const node = page.getByRole('dialog', { name: 'Rome' })
    await node.getByText('Rome runs an old core.').waitFor()
    await node.getByText('Ann cannot connect.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('says in the form what an inbound meets in the core that will run it, here or on a node', async () => {
    const { page, faults } = await stage.come()
    await stage.done('panel/api/nodes/add', {
      ...{ name: 'Pisa', scheme: 'http', address: '127.0.0.1', port: 9, apiToken: 'any' },
      allowPrivateAddress: true,
    })
    let version = '26.10.10'
    await page.route('**/nodes/list', async (route) => {
      const response = await route.fetch()
      const { obj, ...rest } = (await response.json()) as { obj: object[] }
      await route.fulfill({ json: { ...rest, obj: obj.map((node) => ({ ...node, coreVersion: version })) } })
    })
    const noSingbox = page.getByText('apps with a sing-box core cannot connect with Reality')
    const open = async () => {
      await page.goto(`${stage.panel.url}panel/inbounds?new=inbound`)
      await page.locator('[data-template=reality]').click()
      await page.getByRole('checkbox', { name: 'Pisa' }).check()
      await page.getByText('Link', { exact: true }).first().waitFor()
    }
    await open()
    await noSingbox.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Pisa' }).uncheck()
    await noSingbox.waitFor({ state: 'detached' })
    version = '26.7.28'
    await open()
    expect(await noSingbox.count()).toBe(0)
    expect(faults).toEqual([])
  })
})
