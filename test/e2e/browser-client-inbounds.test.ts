import { existsSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { freePorts } from '#test/free-port.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'

const DAY = 86_400_000
const listen = '127.77.9.8'

/** The seven protocols with clients, the first with a transport that supports a flow, and three without clients. */
const inbounds = [
  { remark: 'Vision', protocol: 'vless', streamSettings: { network: 'tcp', security: 'reality' } },
  { remark: 'Plain', protocol: 'vmess', streamSettings: { network: 'tcp', security: 'none' } },
  { remark: 'Horse', protocol: 'trojan', streamSettings: { network: 'tcp', security: 'none' } },
  { remark: 'Shadow', protocol: 'shadowsocks', settings: { method: 'aes-256-gcm', network: 'tcp' } },
  { remark: 'Hysteric', protocol: 'hysteria' },
  { remark: 'Hysteric too', protocol: 'hysteria2' },
  { remark: 'Guard', protocol: 'wireguard', settings: { mtu: 1400 } },
  { remark: 'Web', protocol: 'http' },
  { remark: 'Both', protocol: 'mixed' },
  { remark: 'Through', protocol: 'tunnel', settings: { address: '192.0.2.1', port: 80, network: 'tcp' } },
]
const seven = ['Vision', 'Plain', 'Horse', 'Shadow', 'Hysteric', 'Hysteric too', 'Guard']

describe.skipIf(!existsSync(browserProgram))('inbounds of clients in a browser', () => {
  const stage = browserStage({
    async furnish(done) {
      const ports = await freePorts(inbounds.length)
      for (const [i, inbound] of inbounds.entries())
        await done('panel/api/inbounds/add', {
          listen,
          enable: true,
          port: ports[i],
          settings: {},
          ...inbound,
        })
      const add = (email: string, inDays: number, inboundIds: number[]) =>
        done('panel/api/clients/add', {
          client: { email, enable: true, expiryTime: Date.now() + inDays * DAY },
          inboundIds,
        })
      await add('ann', 6, [3])
      await add('bob', 8, [3])
    },
  })
  const offered = async (group: Locator) => {
    await group.getByText('Vision').waitFor()
    return (await group.locator('label').allInnerTexts()).map((text) => text.trim())
  }

  it('saves fields and inbounds of a client in one request', async () => {
    const { page, faults, asked } = await stage.come('panel/clients?c=bob&tab=settings')
    const form = page.getByRole('dialog')
    await form.getByLabel('Comment').fill('both at once')
    await form.getByRole('checkbox', { name: 'Plain' }).check()
    await form.getByRole('checkbox', { name: 'Horse' }).uncheck()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Saved').waitFor()
    const { client, inboundIds } = (await stage.done('panel/api/clients/get/bob', undefined, 'GET')) as {
      client: { comment: string }
      inboundIds: number[]
    } // the contract's reply
    expect([client.comment, inboundIds]).toEqual(['both at once', [2]])
    expect(asked.filter((path) => /clients\/(update|bob\/)/.test(path))).toEqual([
      expect.stringMatching(/^panel\/api\/clients\/bob\/save\?version=/),
    ])
    expect(faults).toEqual([])
    await stage.done('panel/api/clients/bob/save', { client: { comment: '' }, attach: [3], detach: [2] })
  })

  it('settings and the bulk dialog offer only the seven protocols with clients', async () => {
    const { page, faults } = await stage.come('panel/clients?c=ann&tab=settings')
    expect(await offered(page.getByRole('dialog').getByRole('group', { name: 'Inbounds' }))).toEqual(seven)

    await page.goto(`${stage.panel.url}panel/clients`)
    await page.locator('[data-row=ann]').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add to inbounds' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add 1 client to inbounds' })
    expect(await offered(dialog.getByRole('group', { name: 'Inbounds' }))).toEqual(seven)
    expect(faults).toEqual([])
  })

  it('a flow is offered if a chosen inbound supports it', async () => {
    const { page, faults } = await stage.come('panel/clients?c=ann&tab=settings')
    const drawer = page.getByRole('dialog')
    await drawer.locator('summary').click()
    const flow = drawer.getByRole('combobox', { name: 'Flow' }).or(drawer.getByLabel('Flow'))
    await drawer.getByLabel('UUID').waitFor()
    await expect.poll(() => flow.count()).toBe(0)
    const vision = drawer.getByRole('checkbox', { name: 'Vision' })
    await vision.check()
    await flow.first().waitFor()
    await vision.uncheck()
    await expect.poll(() => flow.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('a client that expires within a week is expiring if no days are set', async () => {
    const { page, faults } = await stage.come('panel/clients')
    await page.getByRole('button', { name: 'Running out 1' }).click()
    await page.locator('[data-row=ann]').waitFor()
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
    await page.locator('[data-row=ann]').getByText('Expiring').waitFor()
    await page.goto(`${stage.panel.url}panel/`)
    await page.getByText('1 client is about to expire or run out').waitFor()
    expect(faults).toEqual([])
  })
})
