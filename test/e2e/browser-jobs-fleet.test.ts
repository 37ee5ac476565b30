import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { base, personLdif, slapdIsHere, startSlapd } from '#test/fixtures/slapd.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings } from './browser-visit.ts'

const places = ['Oslo', 'Bergen', 'Espoo']

/** Jobs of a panel with nodes, and of a company with a directory. */
describe.skipIf(!existsSync(browserProgram))('jobs with nodes and a directory', () => {
  const stage = browserStage({
    people: 20,
    async furnish(done) {
      for (const name of places) {
        const node = { name, scheme: 'http', address: '127.0.0.1', port: 9, allowPrivateAddress: true }
        await done('panel/api/nodes/add', { ...node, apiToken: 'stale' })
      }
    },
  })

  it('puts the same inbound on all nodes and gives it to a group, in one form', async () => {
    const before = (await stage.done('panel/api/inbounds/list', undefined, 'GET')) as { id: number }[] // the contract's reply
    const { page, faults, asked } = await stage.come()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Inbounds' }).waitFor()
    const steps = createSteps()
    await steps.click(page.getByRole('main').getByRole('button', { name: 'New inbound' }).first())
    await steps.click(page.locator('[data-template=shadowsocks]'))
    await steps.click(page.getByRole('checkbox', { name: 'All nodes' }))
    const audience = page.getByLabel('For clients of')
    const group = await audience.locator('option').nth(1).getAttribute('value')
    await steps.choose(audience, group ?? '')
    expect(await axeFindings(page)).toEqual([])
    await steps.click(page.getByRole('button', { name: 'Create', exact: true }))
    await page.getByText(/(has|have) the new inbound/).waitFor()
    expect(steps.done('the same inbound on 3 nodes, for all clients of a group (job 8)', 5, 26)).toBe(5)
    const after = (await stage.done('panel/api/inbounds/list', undefined, 'GET')) as {
      id: number
      remark: string
      nodeId: number | null
      settings: { clients: object[] }
    }[] // the contract's reply
    const made = after.filter(({ id }) => !before.some((one) => one.id === id))
    expect(made.map(({ remark }) => places.find((name) => remark.endsWith(name)))).toEqual(places)
    for (const { settings } of made) expect(settings.clients.length).toBeGreaterThan(0)
    for (const path of ['/inbounds/addMany', '/clients/bulkAttach'])
      expect(asked.filter((each) => each.includes(path)).length, path).toBe(1)
    expect(faults).toEqual([])
  })

  it.skipIf(!slapdIsHere)('connects a directory, shows what a sync will do, and goes live', async () => {
    const slapd = await startSlapd(selfSigned(['localhost'], ['127.0.0.1']))
    stage.later(slapd.stop)
    slapd.modify(['ann', 'ben'].map((uid) => personLdif({ uid, type: 'staff' })).join(''))
    const [first] = (await stage.done('panel/api/inbounds/list', undefined, 'GET')) as { tag: string }[] // the contract's reply
    const tag = first?.tag
    await stage.done('panel/setting/update', {
      ...{
        ldapPort: slapd.port,
        ldapUserFilter: '(objectClass=inetOrgPerson)',
        ldapFlagField: 'employeeType',
      },
      ...{ ldapUserAttr: 'mail', ldapTruthyValues: 'staff', ldapAutoCreate: true, ldapInboundTags: tag },
    })
    const { page, faults } = await stage.come()
    const steps = createSteps()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search and commands' })
    await steps.type(field, 'directory sync')
    await steps.enter(field)
    await steps.type(page.locator('[name=ldapHost]'), '127.0.0.1')
    await steps.type(page.locator('[name=ldapBaseDN]'), base)
    await steps.click(page.getByRole('button', { name: 'Preview sync' }))
    await page.getByText('Sync preview').waitFor()
    await page.getByText('ann@example.org, ben@example.org').waitFor()
    const stored = async () =>
      (await stage.done('panel/setting/all', {})) as { ldapEnable: boolean; ldapHost: string } // the contract's reply
    expect(await stored()).toMatchObject({ ldapEnable: false, ldapHost: '' })
    expect(await axeFindings(page)).toEqual([])
    await steps.click(page.getByRole('button', { name: 'Start syncing' }))
    await expect.poll(stored).toMatchObject({ ldapEnable: true, ldapHost: '127.0.0.1' })
    expect(steps.done('a directory: connect, see the plan, go live (job 13)', 6, 20)).toBe(6)
    expect(faults).toEqual([])
  })
})
