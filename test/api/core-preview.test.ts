import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConfigPreview } from '#contract/core-api.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
const path = '/panel/api/core/preview'
const stored = async () => (await me.post<string>('/panel/xray/')).obj

beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
})
afterAll(() => panel.stop())

it('shows what a template would change, and stores nothing', async () => {
  const before = await stored()
  const template = defaultTemplate()
  const rule = { type: 'field', domain: ['example.com'], outboundTag: 'blocked' }
  const secret = { tag: 'out', protocol: 'trojan', settings: { servers: [{ password: 'hush' }] } }
  const outbounds = [...(template.outbounds as object[]), secret] // our own default
  const sent = { ...template, routing: { domainStrategy: 'AsIs', rules: [rule] }, outbounds }
  const { obj } = await me.post<ConfigPreview>(path, { template: sent })
  expect(obj.changes).toContainEqual(expect.objectContaining({ after: expect.objectContaining(rule) }))
  expect(obj).toMatchObject({ verdict: '', impact: { isRunning: false, restart: false, online: 0 } })
  expect(JSON.stringify(obj)).not.toContain('hush')
  expect(await stored()).toBe(before)
})

it.each([
  [{ template: '{' }, 'not valid JSON'],
  [{ template: { outbounds: [] } }, 'at least one outbound'],
  [{ template: { ...defaultTemplate(), routing: { rules: [1] } } }, 'routing.rules[0]'],
  [{ version: 4242 }, 'record not found'],
  [{}, 'JSON object'],
])('refuses %j with a message', async (body, words) => {
  expect(await me.post(path, body)).toMatchObject({ success: false, msg: expect.stringContaining(words) })
})
