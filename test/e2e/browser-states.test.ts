import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Health } from '#contract/health-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { freePort } from '#test/free-port.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'

// Every place of the web app that shows a state says what the checks found, and drops it when it has gone. They are listed
// in test/house/states.ts; those outside of the web app are tried in test/api/health-places.test.ts.

const certificate = 'Inbound bare: it uses TLS and has no certificate, so nobody can connect.'
const offline = 'Node bergen is offline'
const entryless = '1 enabled client has no inbound to connect through.'

const phone = { width: 360, height: 800 }
const places: Record<string, { path: string; on?: typeof phone; says: readonly string[] }> = {
  'what needs attention, on Home': { path: 'panel/', says: [certificate, offline, entryless] },
  'Home on a phone': { path: 'panel/', on: phone, says: [certificate, offline, entryless] },
  'the page Health': { path: 'panel/health', says: [certificate, offline, entryless] },
  'Health on a phone': { path: 'panel/health', on: phone, says: [certificate, offline, entryless] },
  'the list of inbounds': { path: 'panel/inbounds', says: [certificate, offline] },
  'inbounds on a phone': { path: 'panel/inbounds', on: phone, says: [certificate, offline] },
  'the topology': { path: 'panel/inbounds?view=topology', says: [certificate, offline] },
  'the topology on a phone': {
    path: 'panel/inbounds?view=topology',
    on: phone,
    says: [certificate, offline],
  },
  'the list of nodes': { path: 'panel/nodes', says: [offline] },
  'nodes on a phone': { path: 'panel/nodes', on: phone, says: [offline] },
  'a node': { path: 'panel/nodes?n=1', says: [offline] },
  'the diagnosis of a client': { path: 'panel/clients?c=ann&tab=diagnose', says: [certificate] },
  'a client on the node': { path: 'panel/clients?c=cat', says: [offline] },
  'a client without an inbound': {
    path: 'panel/clients?c=bob&tab=diagnose',
    says: ['Not assigned to any inbound'],
  },
}

describe.skipIf(!existsSync(browserProgram))('places that show a state', () => {
  let bare: Inbound
  let node: Node
  const stage = browserStage({
    async furnish(done) {
      const add = async (more: object) =>
        (await done('panel/api/inbounds/add', {
          ...{ protocol: 'vless', port: await freePort(), enable: true },
          ...{ settings: { clients: [], decryption: 'none' }, streamSettings: { network: 'tcp' } },
          ...more,
        })) as Inbound // the reply of the contract
      const streamSettings = { network: 'tcp', security: 'tls', tlsSettings: {} }
      bare = await add({ remark: 'bare', streamSettings })
      node = (await done('panel/api/nodes/add', {
        ...{ name: 'bergen', address: '127.0.0.1', port: await freePort(), apiToken: 't' },
        ...{ allowPrivateAddress: true, scheme: 'http' },
      })) as Node // likewise
      const far = await add({ remark: 'far', nodeId: node.id })
      const client = (email: string, inboundIds: number[]) =>
        done('panel/api/clients/add', { client: { email, enable: true }, inboundIds })
      await client('ann', [bare.id])
      const gone = await add({ remark: 'gone' })
      await client('bob', [gone.id])
      await done(`panel/api/inbounds/del/${gone.id}`)
      await client('cat', [far.id])
      await done('panel/api/health/check', {})
    },
  })

  /** Whether the page shows a text now, also in titles and labels; what was told before is still among the events. */
  async function shown(page: Page, { path, on }: (typeof places)[string]) {
    await page.setViewportSize(on ?? { width: 1280, height: 1600 })
    await page.goto(stage.panel.url + path)
    await page.waitForLoadState('networkidle')
    return async (words: string): Promise<boolean> => {
      const html = await page.locator('body').innerHTML()
      const [before = '', after = ''] = html.split('Recent events</h2>')
      const now = before + after.replace(/^.*?<\/section>/s, '')
      return now.replace(/[\u2066-\u2069]/g, '').includes(words) // names in a sentence are isolated by marks
    }
  }

  it.each(Object.keys(places))('%s', async (name) => {
    const place = places[name] ?? { path: '', says: [] }
    const { page, faults } = await stage.come(place.path)
    const shows = await shown(page, place)
    for (const words of place.says) await expect.poll(() => shows(words), { message: words }).toBe(true)
    expect(faults).toEqual([])
  })

  it('the dots on Home, the badge, and the palette, which says nothing of a state', async () => {
    const { page, faults } = await stage.come()
    const { counts } = (await stage.done('panel/api/health', {}, 'GET')) as Health // the reply of the contract
    await expect
      .poll(() => page.locator('[data-badge]').first().innerText())
      .toContain(`${counts.bad + counts.warn}`)
    const flow = page.locator('[data-flows] li').filter({ hasText: 'bare' })
    await flow.locator('[data-tone=bad][title*="no certificate"]').waitFor()
    const server = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'bergen', exact: true }) })
    await server.locator('[data-tone=bad][title*="is offline"]').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('bare')
    const found = page.getByRole('option').filter({ hasText: 'bare' })
    await expect.poll(() => found.first().innerText()).toMatch(/bare\s+vless :\d+/)
    expect(faults).toEqual([])
  })

  it('all of them drop a cause that has gone, and say when a check looked', async () => {
    const now = (await stage.done(`panel/api/inbounds/get/${bare.id}`, {}, 'GET')) as Inbound // of the contract
    await stage.done(`panel/api/inbounds/update/${bare.id}`, { ...now, streamSettings: { network: 'tcp' } })
    await stage.done(`panel/api/nodes/update/${node.id}`, { ...node, enable: false })
    await stage.done('panel/api/clients/bulkAttach', { emails: ['bob'], inboundIds: [bare.id] })
    await stage.done('panel/api/health/check', {})
    const { findings } = (await stage.done('panel/api/health', {}, 'GET')) as Health // as above
    for (const words of [certificate, offline, entryless])
      expect(findings.map(({ sentence }) => sentence).join('\n')).not.toContain(words)
    const { page, faults } = await stage.come()
    for (const [name, place] of Object.entries(places)) {
      const shows = await shown(page, place)
      for (const words of place.says)
        await expect.poll(() => shows(words), { message: `${name}: ${words}` }).toBe(false)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${stage.panel.url}panel/inbounds`)
    const row = page.getByRole('row').filter({ has: page.locator(`[data-open="${bare.id}"]`) })
    await expect.poll(() => row.locator('[data-tone=good]').getAttribute('title')).toMatch(/^Checked /)
    expect(faults).toEqual([])
  })
})
