import { expect, it } from 'vitest'
import { templateChanges, templateTextChanges } from './template-changes.ts'

const netflix = { type: 'field', domain: ['geosite:netflix'], outboundTag: 'WARP' }
const ads = { type: 'field', ruleTag: 'ads', domain: ['a', 'b', 'c'], outboundTag: 'blocked' }
const template = (rules: object[], more: object = {}) => ({
  routing: { rules },
  outbounds: [{ tag: 'direct', protocol: 'freedom' }],
  ...more,
})

it('says which rules, outbounds and sections an edit touched', () => {
  expect(templateChanges(template([ads]), template([ads, netflix]))).toEqual([
    { part: 'rule', did: 'added', name: 'geosite:netflix', to: 'WARP' },
  ])
  expect(templateChanges(template([ads, netflix]), template([netflix]))).toEqual([
    { part: 'rule', did: 'removed', name: 'ads', to: 'blocked' },
  ])
  expect(templateChanges(template([ads]), template([{ ...ads, domain: ['a'] }]))).toEqual([
    { part: 'rule', did: 'changed', name: 'ads', to: 'blocked' },
  ])
  expect(templateChanges(template([ads, netflix]), template([netflix, ads]))).toEqual([
    { part: 'rules', did: 'moved', name: '' },
  ])
  const more = { outbounds: [{ tag: 'WARP', settings: { secretKey: 'hidden' } }], log: { loglevel: 'none' } }
  const said = templateChanges(template([]), template([], more))
  expect(said).toEqual([
    { part: 'outbound', did: 'added', name: 'WARP' },
    { part: 'outbound', did: 'removed', name: 'direct' },
    { part: 'section', did: 'changed', name: 'log' },
  ])
  expect(JSON.stringify(said)).not.toContain('hidden')
  expect(templateTextChanges('{', '{}')).toEqual([])
})
