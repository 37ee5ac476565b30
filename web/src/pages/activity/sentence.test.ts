import { expect, it } from 'vitest'
import { acts } from '#contract/acts.ts'
import type { AuditEntry } from '#contract/audit-api.ts'
import { ClientFields } from '#contract/client.ts'
import { WebhookInput } from '#contract/notices-api.ts'
import { Plan } from '#contract/plan.ts'
import { noGroupPolicy } from '#domain/limits/group.ts'
import { blankNode } from '#domain/nodes/node.ts'
import { format } from '#domain/words/format.ts'
import { type LanguageCode, languageCodes, languages } from '#domain/words/languages.ts'
import { messagesOf } from '#test/catalogue.ts'
import { createMeasures } from '../../i18n/measures.ts'
import type { Translate } from '../../i18n/translate.ts'
import { valuesIn } from '../../i18n/values.ts'
import { fields, silent } from './field-words.ts'
import { linesOf } from './readable.ts'
import { headlineOf, nameOf, sentenceOf } from './sentence.ts'
import type { Reading } from './values.ts'

function readingIn(code: LanguageCode): Reading {
  const messages = messagesOf(code, 'app')
  const { locale } = languages[code]
  const t: Translate = (key, ...[values = {}]) =>
    format(messages[key] ?? `no words: ${key}`, values, valuesIn(code))
  const names: Record<number, string> = { 7: 'Frankfurt', 8: 'Oslo' }
  const measures = createMeasures(locale, 'gregory')
  return { t, measures, inboundName: (id) => names[id] }
}

const entry = (action: string, object: string, before?: unknown, after?: unknown): AuditEntry => ({
  ...{ id: 1, at: 0, actorKind: 'user', actor: 'admin', address: '' },
  ...{ action, object, before, after, objectKind: action.split('.')[0] ?? '' },
})

const english = readingIn('en')
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')
function said(one: AuditEntry, reading = english): string {
  const name = nameOf(reading, one)
  return plain(headlineOf(reading, one, linesOf(reading, one), name) ?? sentenceOf(reading, one, name))
}

it.each(languageCodes)('says every act in %s without a wire name', async (code) => {
  const reading = readingIn(code)
  const after = { device: 'Pixel', reason: 'no answer', of: 'clients.del', change: { group: 'gold' } }
  const all = Object.entries(acts).flatMap(([kind, verbs]) => verbs.map((verb) => `${kind}.${verb}`))
  for (const action of all) {
    const text = said(entry(action, '7 thing', undefined, after), reading)
    expect(text, action).not.toMatch(/no words|[{}]|undefined|null/)
    expect(text, action).not.toContain(action)
    expect(/\p{L}[\p{L}\p{M}]/u.test(text.replace(/7 thing|Frankfurt/, '')), `${action}: ${text}`).toBe(true)
  }
  expect(said(entry('future.act', 'x'), reading)).not.toContain('future')
})

it('names every field of clients, plans, groups, nodes and webhooks', () => {
  const keys = [ClientFields.shape, Plan.shape, WebhookInput.shape, noGroupPolicy, blankNode].flatMap(
    Object.keys,
  )
  expect(keys.filter((key) => !silent.has(key) && !Object.hasOwn(fields, key))).toEqual([])
})

it('says a small change at once, with what it was', () => {
  expect(said(entry('inbound.update', '7 in-443', { port: 443 }, { port: 8443 }))).toBe(
    'Port 443 → 8443 on Frankfurt',
  )
  expect(said(entry('inbound.update', '7 in-443', { enable: true }, { enable: false }))).toBe(
    'Frankfurt disabled',
  )
  const GB = 1024 ** 3
  expect(said(entry('client.update', 'ann', { totalGB: 5 * GB }, { totalGB: 50 * GB }))).toBe(
    'Quota 5 GB → 50 GB for ann',
  )
  const template = [{ part: 'rule', did: 'added', name: 'netflix', to: 'WARP' }]
  const masked = { xrayTemplateConfig: '***' }
  expect(said(entry('settings.update', '', masked, { ...masked, template }))).toBe(
    'Rule added: netflix → WARP',
  )
})

it('writes no block and no secret out', () => {
  const change = entry(
    'inbound.update',
    '7 in',
    { settings: { fallbacks: [{ dest: 1 }] }, strange: { deep: 1 }, password: '***' },
    { settings: { fallbacks: [{ dest: 2 }] }, strange: { deep: 2 }, password: '***!' },
  )
  const lines = linesOf(english, change).map(plain)
  expect(lines).toEqual(['Credentials changed', 'Also changed: fallbacks, deep'])
})

it('names the inbounds that clients were removed from', () => {
  const after = { emails: ['ann', 'ben'], change: { inboundIds: [7] } }
  const act = entry('clients.detach', '2 clients', undefined, after)
  expect([said(act), ...linesOf(english, act).map(plain)]).toEqual([
    '2 clients removed from inbounds',
    'Inbounds: Frankfurt',
    'ann, ben',
  ])
})

it('counts and names whom a bulk act touched, and says which act was undone', () => {
  const after = { emails: ['ann', 'ben'], change: { addDays: 30, addBytes: 0, flow: '' } }
  const act = entry('clients.adjust', '2 clients', undefined, after)
  expect(said(act)).toBe('Limits of 2 clients changed')
  expect(linesOf(english, act).map(plain)).toEqual(['Days added: 30', 'ann, ben'])
  const undone = entry('clients.undo', '2 clients', undefined, { of: 'clients.del', emails: ['ann', 'ben'] })
  expect(said(undone)).toBe('Undone: 2 clients deleted')
  const reset = { of: 'inbounds.resetAllTraffics', names: ['Frankfurt', 'Oslo'], left: ['Rome'] }
  const partly = entry('inbounds.undo', '2 inbounds', undefined, reset)
  expect(said(partly)).toBe('Undone: Traffic counters of 2 inbounds reset')
  expect(linesOf(english, partly).map(plain)).toEqual(['Frankfurt, Oslo', 'Left out, changed since: Rome'])
  expect(said(entry('plan.del', '3', { name: 'gold' }, undefined))).toBe('Plan gold deleted')
})

it('names advertised addresses, where they lead and what changed', () => {
  const cdn = { hosts: ['cdn.example.com'], remark: '', inbounds: ['Frankfurt'] }
  expect(said(entry('hosts.add', 'a-b-c', undefined, cdn))).toBe('Address cdn.example.com added to Frankfurt')
  expect(said(entry('hosts.del', 'a-b-c', { ...cdn, remark: 'Fast' }))).toBe(
    'Address cdn.example.com (Fast) deleted',
  )
  expect(said(entry('hosts.enable', 'a-b-c', undefined, cdn))).toBe('Address cdn.example.com enabled')
  const port = entry('hosts.update', 'a-b-c', { ...cdn, port: '' }, { ...cdn, port: 8443 })
  expect(said(port)).toBe('Port none → 8443 on cdn.example.com')
  const other = entry('hosts.update', 'a-b-c', cdn, { ...cdn, hosts: ['b.example.com'] })
  expect(said(other)).toBe('Address b.example.com changed')
  expect(linesOf(english, other).map(plain)).toEqual(['Address cdn.example.com → b.example.com'])
})

it('counts several addresses and names them below; older entries name none', () => {
  const two = entry('hosts.del', 'a b', { names: ['cdn.example.com', 'b.example.com'] })
  expect(said(two)).toBe('2 addresses deleted')
  expect(linesOf(english, two).map(plain)).toEqual(['cdn.example.com, b.example.com'])
  for (const [action, text] of Object.entries({
    'hosts.add': 'Addresses created',
    'hosts.update': 'Addresses changed',
    'hosts.del': 'Addresses deleted',
    'hosts.disable': 'Addresses disabled',
  }))
    expect(said(entry(action, 'a-b-c'))).toBe(text)
})
