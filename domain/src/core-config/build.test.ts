import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { cellClient, cellInbound, testHidden } from '#test/fixtures/inbound-cells.ts'
import { type BuildInput, buildConfig } from './build.ts'
import { defaultTemplate } from './default-template.ts'
import { keptAccessLog, keptErrorLog, logSection } from './log-section.ts'

const build = (template: Block, more: Partial<BuildInput> = {}) =>
  buildConfig({
    template,
    inbounds: [],
    fallbacks: [],
    apiListen: '/run/api.sock',
    hidden: testHidden,
    ...more,
  })

const vless = { protocol: 'vless', network: 'tcp', security: 'reality' } as const

describe('the log section', () => {
  test.each([
    ['absent', undefined],
    ['as the default has it', { access: 'none' }],
    ['a file anywhere', { access: '/etc/passwd', Access: '/srv/x' }],
    ['a mask and silence', { maskAddress: 'full', loglevel: 'none' }],
  ])('access lines always come to the panel, whole: %s', (_, log) => {
    const section = logSection(log)
    expect(section.access).toBe('')
    expect(section.maskAddress).toBe('')
    expect(section.loglevel).not.toBe('none') // the core would drop access lines too
  })
  test.each([
    ['error', '/etc/cron.d/x', '/logs/x'],
    ['ERROR', '../../x.log', '/logs/x.log'],
    ['\u0065rror', 'error.log', '/logs/error.log'],
    ['error', 'a\\b\\c.log', '/logs/c.log'],
    ['error', '/var/log/..', undefined],
    ['error', 'x\u0000.log', '/logs/x.log'],
    ['error', 'none', undefined],
    ['error', '', undefined],
  ])('%s: %j stays in the log folder, and the panel writes it', (key, value, expected) => {
    expect(keptErrorLog({ [key]: value }, '/logs/')).toBe(expected)
    expect(logSection({ [key]: value }).error).toBe(value === 'none' ? 'none' : '')
  })
  test('no other key, and no other spelling of one, gets through', () => {
    const log = JSON.parse('{"\\u0061ccess":"/a","ACCE\u017f\u017f":"/b","error":"/c","Error":"/d","x":1}')
    expect(logSection(log)).toEqual({
      access: '',
      error: '',
      loglevel: 'warning',
      dnsLog: false,
      maskAddress: '',
    })
    const sections = build({ ...defaultTemplate(), LOG: log, Log: { access: '/e' } })
    expect(Object.keys(sections).filter((k) => k.toLowerCase() === 'log')).toEqual(['log'])
  })
  test('the panel keeps an access log only where the operator asks for one', () => {
    expect(keptAccessLog(defaultTemplate().log, '/logs')).toBeUndefined()
    expect(keptAccessLog(undefined, '/logs')).toBeUndefined()
    expect(keptAccessLog({ Access: './access.log', maskAddress: 'half' }, '/logs')).toEqual({
      file: '/logs/access.log',
      maskAddress: 'half',
    })
  })
})

describe('what the panel needs of its core', () => {
  test('the API listens where the panel wants it, without inbound and rule of its own', () => {
    const config = build(defaultTemplate())
    expect(config.api).toMatchObject({ tag: 'api', listen: '/run/api.sock' })
    expect(config.inbounds).toEqual([])
    expect(config.routing.rules.map((r) => r.outboundTag)).toEqual(['blocked', 'blocked'])
  })
  test('an API inbound under the usual name goes, also where the API bears another', () => {
    const config = build({ ...defaultTemplate(), api: { tag: 'control' } })
    expect(config.inbounds).toEqual([])
    expect(config.routing.rules.map((r) => r.outboundTag)).toEqual(['blocked', 'blocked'])
  })
  test('a rule that is switched off stays in the template and out of the core', () => {
    const rule = { type: 'field', domain: ['a.com'], outboundTag: 'blocked' }
    const rules = [
      { ...rule, enabled: false },
      { ...rule, domain: ['b.com'], enabled: true },
    ]
    const built = build({ ...defaultTemplate(), routing: { rules } }).routing.rules
    expect(built).toEqual([{ ...rule, domain: ['b.com'], ruleTag: expect.any(String) }])
  })
  test('a listen address in another letter case does not win', () => {
    const api = { tag: 'api', Listen: '0.0.0.0:9', services: ['reflectionservice', 'handlerservice'] }
    const config = build({ ...defaultTemplate(), api, metrics: { LISTEN: '0.0.0.0:9' } })
    expect(config.api).toEqual({
      tag: 'api',
      listen: '/run/api.sock',
      services: ['HandlerService', 'StatsService', 'RoutingService', 'reflectionservice'],
    })
  })
  test('the metrics page listens nowhere, and is there only where a rule leads to it', () => {
    expect(build(defaultTemplate())).not.toHaveProperty('metrics')
    const withRule = (metrics: Block, outboundTag: string, more: Block = {}) =>
      build({ ...defaultTemplate(), metrics, routing: { rules: [{ port: 1, outboundTag, ...more }] } })
    const page = { LISTEN: '0.0.0.0:9', tag: 'page' }
    expect(withRule(page, 'page').metrics).toEqual({ tag: 'page' })
    expect(withRule({ Listen: '0.0.0.0:9' }, 'metrics_out').metrics).toEqual({ tag: 'metrics_out' })
    expect(withRule(page, 'metrics_out')).not.toHaveProperty('metrics')
    expect(withRule(page, 'page', { enabled: false })).not.toHaveProperty('metrics')
  })
  test('the observatory is asked about only where there is one', () => {
    const api = { tag: 'api', services: ['ObservatoryService'] }
    expect(build({ ...defaultTemplate(), api }).api).toMatchObject({
      services: expect.not.arrayContaining(['ObservatoryService']),
    })
    const watched = build({ ...defaultTemplate(), burstObservatory: { subjectSelector: ['x'] } })
    expect(watched.api).toMatchObject({ services: expect.arrayContaining(['ObservatoryService']) })
  })
  test('every level is counted and seen online, whatever the template says', () => {
    const levels = { '00': { connIdle: 9, StatsUserOnline: false }, 3: { statsUserUplink: false } }
    const counted = { statsUserUplink: true, statsUserDownlink: true, statsUserOnline: true }
    expect(build({ ...defaultTemplate(), policy: { Levels: levels } }).policy).toEqual({
      levels: { 0: { connIdle: 9, ...counted }, 3: counted },
      system: {
        statsInboundUplink: true,
        statsInboundDownlink: true,
        statsOutboundUplink: true,
        statsOutboundDownlink: true,
      },
    })
    expect(build({ outbounds: [{ tag: 'a' }] })).toMatchObject({
      stats: {},
      policy: { levels: { 0: counted } },
    })
  })
  test('every rule has a name that stays with its content', () => {
    const [a, b] = [
      { ip: ['1.1.1.1'], outboundTag: 'x' },
      { outboundTag: 'x', RuleTag: 'mine', port: 5 },
    ]
    const tags = (rules: Block[]) =>
      build({ ...defaultTemplate(), routing: { rules } }).routing.rules.map((r) => String(r.ruleTag))
    const [first, own, again] = tags([a, b, a])
    expect(own).toBe('mine')
    expect(again).toBe(`${first}-2`)
    expect(tags([b, { outboundTag: 'x', ip: ['1.1.1.1'] }])).toEqual(['mine', first])
  })
  test('what has no tag gets one, so that it can be changed while the core runs', () => {
    const config = build({ outbounds: [{ tag: 'a' }, { Tag: '' }], inbounds: [{ port: 1 }] })
    expect(config.outbounds.map((o) => o.tag)).toEqual(['a', 'untagged-outbound-2'])
    expect(config.inbounds).toEqual([{ port: 1, tag: 'untagged-inbound-1' }])
  })
  test('the metrics page is never the default route', () => {
    expect(build({ log: {} }).outbounds).toEqual([expect.objectContaining({ protocol: 'blackhole' })])
  })
  test('only sections of the core are passed on, under the core\u2019s own names', () => {
    const config = build({
      ...defaultTemplate(),
      FakeDNS: [],
      env: { A: 'b' },
      version: {},
      transport: {},
      dns: null,
    })
    expect(Object.keys(config)).toEqual(
      expect.not.arrayContaining(['FakeDNS', 'env', 'version', 'transport', 'dns']),
    )
    expect(config.fakedns).toEqual([])
  })
})

describe('inbounds', () => {
  test('disabled ones and those of nodes are left out, and the panel\u2019s win over the template\u2019s', () => {
    const inbound = cellInbound(vless)
    const clients = [cellClient(inbound)]
    const template = {
      ...defaultTemplate(),
      inbounds: [{ tag: 'inbound-4443' }, { tag: 'own' }, { tag: 'api' }],
    }
    const config = build(template, {
      inbounds: [
        { inbound: { ...inbound, id: 2, tag: 'off', enable: false }, clients },
        { inbound: { ...inbound, id: 3, tag: 'far', nodeId: 7 }, clients },
        { inbound, clients },
      ],
    })
    expect(config.inbounds.map((i) => i.tag)).toEqual(['own', 'inbound-4443'])
  })
  test('what comes in is not written to', () => {
    const template = defaultTemplate()
    const inbound = cellInbound(vless)
    const before = JSON.stringify([template, inbound])
    build(template, { inbounds: [{ inbound, clients: [cellClient(inbound)] }] })
    expect(JSON.stringify([template, inbound])).toBe(before)
  })
})

describe('a rule about clients', () => {
  const usersOf = (user: unknown) =>
    build({ routing: { rules: [{ type: 'field', user, outboundTag: 'direct' }] } }).routing.rules[0]?.user

  test.each([
    [
      ['ann', 'bob'],
      ['ann', 'bob', 'regexp:(?i)^-?[0-9]*(?:\\+[0-9]+)?(?:@[0-9]+)?/(?:ann|bob)$'],
    ],
    ['ann,bob', ['ann', 'bob', 'regexp:(?i)^-?[0-9]*(?:\\+[0-9]+)?(?:@[0-9]+)?/(?:ann|bob)$']],
    [['regexp:^a'], ['regexp:^a']],
    [undefined, undefined],
  ])('holds for their devices: %j', (user, expected) => expect(usersOf(user)).toEqual(expected))
})
