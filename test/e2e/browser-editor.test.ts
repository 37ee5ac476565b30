import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { field, inboundsStage } from './browser-inbounds-stage.ts'
import { browserProgram } from './browser-panel.ts'
import { axeFindings, nameless, overflow } from './browser-visit.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** One line for each serious finding, unnamed control or overflow. */
const flaws = async (page: Page) => [
  ...(await axeFindings(page)),
  ...(await nameless(page)),
  ...((await overflow(page)) > 0 ? ['wider than the window'] : []),
]

describe.skipIf(!existsSync(browserProgram))('the editor in a browser', () => {
  const stage = inboundsStage()

  it('leads from a template to the first client; a second one collides in nothing', async () => {
    const { page, faults } = await stage.come('panel/inbounds?new=inbound')
    await page.locator('[data-template=xhttp-tls]').getByText('Needs a domain and a certificate').waitFor()
    await page.locator('[data-template=shadowsocks]').click()
    await expect.poll(() => field(page, 'remark').inputValue()).toBe('Shadowsocks')
    const port = await field(page, 'port').inputValue()
    await button(page, 'Create').click()
    await page.getByRole('heading', { name: 'Shadowsocks is ready' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add a client')
    expect(await flaws(page)).toEqual([])
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'New client' })
    await expect.poll(() => dialog.getByRole('checkbox', { name: 'Shadowsocks' }).isChecked()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('ann')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'ann created' }).waitFor()

    await page.goto(`${stage.panel.url}panel/inbounds?new=inbound`)
    await page.locator('[data-template=shadowsocks]').click()
    await expect.poll(() => field(page, 'remark').inputValue()).toBe('Shadowsocks 2')
    expect(await field(page, 'port').inputValue()).not.toBe(port)
    await page.getByText('The form has no errors.').waitFor()
    await button(page, 'Create').click()
    await page.getByRole('heading', { name: 'Shadowsocks 2 is ready' }).waitFor()
    await button(page, 'Later').click()
    await page.getByRole('link', { name: 'Shadowsocks 2' }).waitFor()
    expect(faults).toEqual([])
  })

  it('shows words; keys of the configuration on demand, rare fields folded', async () => {
    const { page, faults } = await stage.come('panel/inbounds?new=inbound')
    await page.locator('[data-template=empty]').click()
    const security = page.getByRole('region', { name: 'Security' })
    const target = security.getByText('serverNames', { exact: true })
    await field(page, 'streamSettings.realitySettings.serverNames').waitFor()
    expect(await target.count()).toBe(0)
    expect(await field(page, 'streamSettings.realitySettings.maxTimediff').count()).toBe(0)
    await security.getByRole('button', { name: /^Show \d+ more fields$/ }).click()
    await field(page, 'streamSettings.realitySettings.maxTimediff').waitFor()
    await page.getByRole('switch', { name: 'Show field names of the configuration' }).press('Space')
    await target.waitFor()
    expect(await flaws(page)).toEqual([])
    await page.reload()
    await page.locator('[data-template=empty]').click()
    await target.waitFor() // remembered
    expect(faults).toEqual([])
  })

  it('says what a preset will do before it is added', async () => {
    const { page, faults } = await stage.come('panel/network?preset=ai')
    const ai = page.getByRole('dialog', { name: 'AI services through another server' })
    await ai.getByText('Geo files are missing. Download them first.').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.goto(`${stage.panel.url}panel/network?preset=private`)
    await page.getByText('Clients cannot reach this server itself').waitFor()
    await page.getByText('Your rules already do this.').waitFor()
    expect(await button(page, 'Continue to review').last().isDisabled()).toBe(true)
    expect(faults).toEqual([])
  })

  it('fills in an outbound of any protocol, and edits what a link brought', async () => {
    const { page, faults } = await stage.come('panel/network?tab=outbounds&new=outbound&by=form')
    page.on('dialog', (asked) => void asked.accept()) // the browser's own question before a draft is left
    const form = page.getByRole('dialog', { name: 'Add outbounds' })
    await button(page, 'Add outbound').click()
    await expect.poll(() => field(page, 'tag').getAttribute('aria-invalid')).toBe('true')
    await field(page, 'tag').fill('frankfurt')
    await field(page, 'settings.address').fill('de.example')
    await field(page, 'settings.id').fill('b831381d-6324-4d53-ad4f-8cda48b30811')
    await field(page, 'streamSettings.network').selectOption('ws')
    await field(page, 'streamSettings.wsSettings.path').fill('/ws')
    await field(page, 'streamSettings.security').selectOption('tls')
    await field(page, 'streamSettings.tlsSettings.serverName').fill('de.example')
    expect(await flaws(page)).toEqual([])
    await button(page, 'Add outbound').click()
    await form.waitFor({ state: 'hidden' })
    const row = page.locator('[data-row=frankfurt]')
    await row.getByText('de.example:443').waitFor()

    await page.goto(`${stage.panel.url}panel/network?tab=outbounds&o=frankfurt`)
    await expect.poll(() => field(page, 'streamSettings.wsSettings.path').inputValue()).toBe('/ws')
    await field(page, 'settings.port').fill('8443')
    await button(page, 'Save to draft').click()
    await row.getByText('de.example:8443').waitFor()
    expect(faults).toEqual([])
  })

  it('asks once for the domain of an inbound behind a CDN, with ports that CDNs pass on and a certificate', async () => {
    const { page, faults } = await stage.come('panel/inbounds?new=inbound', {
      viewport: { width: 390, height: 800 },
    })
    const certificate = {
      ...{ id: 1, names: ['*.example.com'], method: 'http-01', authority: 'a', profile: '', state: 'valid' },
      ...{
        busy: false,
        serial: '',
        fingerprint: '',
        notBefore: 0,
        notAfter: 0,
        renewAt: 0,
        error: '',
        errorAt: 0,
      },
      ...{ certificateFile: '/kept/1.crt', keyFile: '/kept/1.key', usedBy: [] },
    }
    // Issuing has its own tests, with a real authority.
    await page.route('**/panel/api/certificates/list', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, obj: { ...answer.obj, certificates: [certificate] } } })
    })
    await page.reload()
    await page.locator('[data-template=vless-ws]').click()
    const step = page.locator('[data-cdn-step]')
    await step.getByRole('button', { name: 'Continue' }).click()
    await step.getByText('Enter a domain').waitFor()
    await step.getByLabel('Domain').fill('cdn.other.org')
    await step.getByRole('button', { name: 'Get a certificate' }).waitFor()
    expect(await flaws(page)).toEqual([])
    await step.getByLabel('Domain').fill('cdn.example.com')
    await expect.poll(() => step.getByLabel('Certificate').inputValue()).toBe('/kept/1.crt')
    const offered = await step.getByLabel('Port').locator('option').allInnerTexts()
    for (const port of offered) expect(['443', '8443', '2053', '2083', '2087', '2096']).toContain(port)
    await step.getByRole('button', { name: 'Continue' }).click()
    const value = (path: string) => page.locator(`[data-field="${path}"]`).first().inputValue()
    await page.locator('[data-field=port]').first().waitFor()
    expect(offered).toContain(await value('port'))
    const json = await page.locator('[data-json]').first().inputValue()
    expect(JSON.parse(json)).toMatchObject({
      shareAddr: 'cdn.example.com',
      streamSettings: {
        wsSettings: { host: 'cdn.example.com' },
        tlsSettings: {
          serverName: 'cdn.example.com',
          certificates: [{ certificateFile: '/kept/1.crt', keyFile: '/kept/1.key' }],
        },
      },
    })
    await page.locator('[data-field="streamSettings.tlsSettings.certificates[0].certificateFile"]').fill('')
    await page.getByRole('button', { name: /^Certificate file: An inbound with TLS needs/ }).waitFor()
    expect(faults).toEqual([])
  })
})
