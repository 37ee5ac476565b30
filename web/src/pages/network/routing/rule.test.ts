import { describe, expect, it } from 'vitest'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { moved } from '../../../ui/use-drag.ts'
import { rulesOf, withRules } from '../draft/template.ts'
import { countChanges } from '../review/count-changes.ts'
import { faultyRule } from '../review/fault.ts'
import { readQuestion, readWhere } from '../where.ts'
import { emptyRule, isApiRule, isOff, partsOf, ruleOf, ruleValues, switched } from './rule.ts'

const rule = { type: 'field', domain: ['geosite:openai'], outboundTag: 'warp' }

describe('a rule', () => {
  it('leaves its form unchanged, including what the form does not show', () => {
    const odd = { ...rule, network: 'tcp,udp', port: 443, attrs: { a: 'b' }, ruleTag: 'mine' }
    expect(ruleOf(ruleValues(odd), odd)).toEqual({ ...odd, port: '443' })
  })
  it("accepts the core's alternative spellings", () => {
    const spelled = { Domain: 'a.com, b.com', sourceIP: ['10.0.0.1'], balancerTag: 'fast' }
    expect(ruleOf(ruleValues(spelled), spelled)).toEqual({
      ...{ type: 'field', domain: ['a.com', 'b.com'], source: ['10.0.0.1'], balancerTag: 'fast' },
    })
  })
  it('is a sentence of its conditions', () => {
    expect(partsOf({ ...rule, user: ['ann'], attrs: { a: 1 } })).toEqual([
      { kind: 'user', values: ['ann'] },
      { kind: 'domain', values: ['geosite:openai'] },
      { kind: 'other', values: ['attrs {"a":1}'] },
    ])
    const [, blocked] = rulesOf(defaultTemplate())
    expect(partsOf(blocked!)).toEqual([{ kind: 'ip', values: ['private'] }])
  })
  it('can be switched off and on', () => {
    expect(isOff(switched(rule, false))).toBe(true)
    expect(switched(switched(rule, false), true)).toEqual(rule)
    expect(isApiRule(rulesOf(defaultTemplate())[0]!)).toBe(true)
  })
})

describe('changes are counted as a person counts them', () => {
  const stored = defaultTemplate()
  const rules = rulesOf(stored)
  it.each([
    ['one that is put first', [rule, ...rules], 1],
    ['one that is edited', rules.map((r, i) => (i === 2 ? { ...r, outboundTag: 'direct' } : r)), 1],
    ['one that is moved', moved(rules, 1, 2), 1],
    ['one that goes', rules.slice(0, 2), 1],
    ['nothing', rules, 0],
  ])('%s', (_, next, count) => {
    expect(countChanges(stored, withRules(stored, next))).toBe(count)
  })
})

describe('typed destinations', () => {
  it('are split into names, addresses and pasted URLs', () => {
    expect(
      readWhere(
        'geosite:openai example.com, *.a.org https://b.net/x?y 10.0.0.0/8 geoip:ir fc00::/7 localhost',
      ),
    ).toEqual({
      domain: ['geosite:openai', 'domain:example.com', 'domain:a.org', 'domain:b.net', 'localhost'],
      ip: ['10.0.0.0/8', 'geoip:ir', 'fc00::/7'],
    })
  })
  it('become a query to the router', () => {
    expect(readQuestion('https://example.com:8443/x')).toEqual({ domain: 'example.com', port: 8443 })
    expect(readQuestion('example.com')).toEqual({ domain: 'example.com', port: 443 })
    expect(readQuestion('1.2.3.4:53')).toEqual({ ip: '1.2.3.4', port: 53 })
    expect(readQuestion('[::1]:53')).toEqual({ ip: '::1', port: 53 })
    expect(readQuestion('2001:db8::1')).toEqual({ ip: '2001:db8::1', port: 443 })
  })
})

describe('an error of the core', () => {
  const rules = [rule, { ...rule, ip: ['300.1.1.1'] }, { ...rule, port: '99999' }]
  it('is shown at the rule whose value it quotes', () => {
    expect(faultyRule('illegal ip rule: 300.1.1.1 > unsupported', '', rules)).toBe(1)
    expect(faultyRule('invalid port: 99999', '', rules)).toBe(2)
  })
  it('or at the location that the panel names, or nowhere', () => {
    expect(faultyRule('must be an object', 'routing.rules[2]', rules)).toBe(2)
    expect(faultyRule('failed to build DNS configuration', '', rules)).toBeUndefined()
    expect(faultyRule('no idea', '', rules)).toBeUndefined()
  })
  it('an empty rule matches no words', () => {
    expect(faultyRule('anything', '', [ruleOf(emptyRule)])).toBeUndefined()
  })
})
