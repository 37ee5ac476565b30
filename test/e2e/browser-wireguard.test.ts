import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { WireguardFiles } from '#contract/clients-api.ts'
import { publicKeyOf } from '#domain/wireguard/keys.ts'
import { freePort } from '#test/free-port.ts'
import { browserProgram } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'
import { phone } from './subscription-page.ts'

const secretKey = 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ='
const foreignKey = 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc='
const narrow = { viewport: { width: 390, height: 800 } }

/** What a link or button saves. */
async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}
const lineOf = (conf: string, key: string): string | undefined =>
  conf
    .split('\n')
    .find((line) => line.startsWith(`${key} = `))
    ?.slice(key.length + 3)

describe.skipIf(!existsSync(browserProgram))('people with WireGuard in a browser', () => {
  const stage = browserStage({
    furnish: (done) => done('panel/setting/update', { publicHost: 'vpn.example.com' }),
  })
  const filesOf = async (email: string) =>
    ((await stage.done(`panel/api/clients/wireguard/${email}`, undefined, 'GET')) as WireguardFiles).files // the contract's reply
  const addTunnel = async (remark: string, more: object = {}) => {
    const settings = { secretKey, address: ['10.40.0.1/24'], peers: [], ...more }
    const inbound = { remark, port: await freePort(), protocol: 'wireguard', settings, streamSettings: {} }
    return ((await stage.done('panel/api/inbounds/add', inbound)) as { id: number }).id // the contract's reply
  }
  const addClient = (email: string, inboundIds: number[], more: object = {}) =>
    stage.done('panel/api/clients/add', { client: { email, subId: `${email}-sub`, ...more }, inboundIds })
  const fits = async (page: Page) => {
    expect(await axeFindings(page)).toEqual([])
    expect(await nameless(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }

  it('get from a template to a code that the app scans in a few clicks', async () => {
    const { page, faults } = await stage.come('panel/inbounds?new=inbound', narrow)
    await page.locator('[data-template=wireguard]').click()
    const port = await freePort()
    await page.locator('[data-field=port]').fill(String(port))
    await fits(page)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Add a client' }).click()
    await page.getByLabel('Name').fill('wendy')
    await page.getByText('the client gets an address from 10.0.0.0/16').waitFor()
    await fits(page)
    await page.getByRole('button', { name: 'Create', exact: true }).click()

    // Nobody can reach the subscription, and there is nothing but tunnels: the code of the app comes first.
    const sheet = page.locator('[data-wireguard]')
    const conf = (await scanned(sheet)) ?? ''
    expect(lineOf(conf, 'Endpoint')).toBe(`vpn.example.com:${port}`)
    expect(lineOf(conf, 'Address')).toBe('10.0.0.2/32')
    const file = await saved(page, sheet.getByRole('button', { name: 'Download file' }))
    expect(file).toEqual({ name: 'WireGuard-wendy.conf', text: conf })
    expect(await filesOf('wendy')).toMatchObject([{ file: file.name, text: conf }])
    await fits(page)
    expect(faults).toEqual([])
  })

  it('come in numbers, and the dialog says from which pool', async () => {
    const id = await addTunnel('Fez', { address: ['10.44.0.1/29'] })
    const { page, faults } = await stage.come('panel/clients?new=many', narrow)
    const dialog = page.getByRole('dialog')
    for (const chosen of await dialog.getByRole('checkbox', { checked: true }).all())
      if ((await chosen.getAttribute('name')) === 'inboundIds') await chosen.uncheck()
    await dialog.getByRole('checkbox', { name: 'Fez' }).check()
    await dialog.getByText('On Fez the client gets an address from 10.44.0.0/29').waitFor()
    await fits(page)
    // Six addresses: the server's and five more.
    const items = Array.from({ length: 6 }, (_, i) => ({ client: { email: `many-${i}` }, inboundIds: [id] }))
    expect(await stage.done('panel/api/clients/bulkCreate', items)).toMatchObject({
      created: 5,
      skipped: [{ email: 'many-5', reason: expect.stringContaining('has no free address') }],
    })
    expect(faults).toEqual([])
  })

  it('have the same file and code on their own page', async () => {
    const id = await addTunnel('Berlin')
    await addClient('berta', [id, await addTunnel('Cairo', { address: ['10.41.0.1/24', 'fd41::1/64'] })])
    const made = await filesOf('berta')
    expect(made.map(({ file }) => file)).toEqual(['Berlin-berta.conf', 'Cairo-berta.conf'])
    const context = await stage.browser.newContext({ ...phone, locale: 'en-US' })
    stage.later(() => context.close())
    const page = await context.newPage()
    await page.goto(`${stage.panel.subscriptions}/sub/berta-sub`)
    await page.getByRole('heading', { name: 'WireGuard app' }).waitFor()
    expect(await page.getByRole('link', { name: 'Install: WireGuard' }).getAttribute('href')).toBe(
      'https://play.google.com/store/apps/details?id=com.wireguard.android',
    )
    for (const { file, text } of made) {
      const row = page.getByRole('listitem').filter({ hasText: file })
      expect(await saved(page, row.getByRole('link', { name: `Download file ${file}` }))).toEqual({
        name: file,
        text,
      })
      await row.locator('summary').click()
      await expect.poll(() => scanned(row)).toBe(text)
    }
    expect(await axeFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  it('get other keys and addresses by the form, and a refusal says what to enter', async () => {
    await addClient('clara', [await addTunnel('Delhi', { address: ['10.42.0.1/24'] })], { limitIp: 2 })
    const [before] = await filesOf('clara')
    const { page, faults } = await stage.come('panel/clients?c=clara&tab=settings', narrow)
    const form = page.getByRole('dialog', { name: 'clara' })
    await form.locator('[data-wireguard-limits]').waitFor()
    await form.locator('summary', { hasText: /^WireGuard$/ }).click()
    await form.getByText('Delhi gives addresses from 10.42.0.0/24').waitFor()
    await fits(page)
    await form.getByRole('button', { name: 'New key pair' }).click()
    await form.getByRole('button', { name: 'New pre-shared key' }).click()
    const [privateKey, publicKey, shared] = await Promise.all(
      ['WireGuard private key', 'WireGuard public key', 'WireGuard pre-shared key'].map((label) =>
        form.getByLabel(label).inputValue(),
      ),
    )
    expect(publicKey).toBe(publicKeyOf(privateKey ?? ''))
    const addresses = form.getByLabel('Addresses inside the WireGuard tunnel')
    await addresses.fill('10.42.0.300')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Enter addresses or networks as WireGuard has them').waitFor()
    await addresses.fill('10.42.0.30')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Saved').waitFor()
    const [after] = await filesOf('clara')
    expect(after?.text).not.toBe(before?.text)
    expect(lineOf(after?.text ?? '', 'PrivateKey')).toBe(privateKey)
    expect(lineOf(after?.text ?? '', 'PresharedKey')).toBe(shared)
    expect(lineOf(after?.text ?? '', 'Address')).toBe('10.42.0.30/32')

    // A device that made its own pair: the panel forgets the private key, and says why there is no code.
    await form.getByLabel('WireGuard public key').fill(foreignKey)
    expect(await form.getByLabel('WireGuard private key').inputValue()).toBe('')
    await form.getByText('Only the device has it').waitFor()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Saved').waitFor()
    await form.getByRole('tab', { name: 'Access' }).click()
    await form.getByText('WireGuard app', { exact: true }).click()
    await form.getByText('The private key is on the device only').waitFor()
    expect(await form.getByRole('img', { name: /QR/ }).count()).toBe(0)
    const file = await saved(page, form.getByRole('button', { name: 'Download file' }))
    expect([lineOf(file.text, 'PrivateKey'), lineOf(file.text, 'PublicKey')]).toEqual([
      undefined,
      publicKeyOf(secretKey),
    ])
    await fits(page)
    expect(faults).toEqual([])
  })

  it('were peers of the inbound before', async () => {
    const peers = [
      { publicKey: foreignKey, allowedIPs: ['10.43.0.7/32'], name: 'old phone' },
      { publicKey: 'HIgo9xNzJMWLKASShiTqIybxZ0U3wGLiUeJ1PKf8ykw=', allowedIPs: ['10.43.0.8/32'] },
    ]
    const id = await addTunnel('Essen', { address: ['10.43.0.1/24'], peers })
    await addClient('taken', [id])
    const { page, faults } = await stage.come(`panel/inbounds?i=${id}`, narrow)
    await page.getByText('They are served without a quota').waitFor()
    await page.getByRole('button', { name: 'Make them clients…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make clients of peers' })
    expect(await dialog.getByLabel('10.43.0.7/32').inputValue()).toBe('old-phone')
    await dialog.getByLabel('10.43.0.8/32').fill('taken')
    await dialog.getByRole('button', { name: 'Make 2 clients' }).click()
    await dialog.getByText('The name taken is taken').waitFor()
    await fits(page)
    await dialog.getByLabel('10.43.0.8/32').fill('')
    await dialog.getByRole('button', { name: 'Make 1 client' }).click()
    await page.getByText('1 peer is a client now.').waitFor()
    const settings = { clients: [{ email: 'taken' }, { email: 'old-phone' }], peers: [peers[1]] }
    expect(await stage.done(`panel/api/inbounds/get/${id}`, undefined, 'GET')).toMatchObject({ settings })
    expect(faults).toEqual([])
  })
})
