import { describe, expect, it } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import { blankHost } from '#contract/host.ts'
import { blankClient } from '#domain/clients/client.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { inEnglish } from '#domain/refusal.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { after, freshPanel } from '#test/fixtures/here.ts'
import { readerTools } from '#test/fixtures/three-x-ui.ts'
import type { Arrival, ArrivingClient, ArrivingInbound } from './arrival.ts'
import { type Here, type MoveInOptions, type MoveInPlan, planMoveIn } from './plan.ts'
import { readThreeXui } from './three-x-ui/read.ts'

const empty = readThreeXui(new Map(), readerTools)
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const inbound = (port: number, more: Partial<ArrivingInbound> = {}): ArrivingInbound => ({
  ...{ tag: `inbound-${port}`, remark: '', enable: true, listen: '', port, protocol: 'vless' },
  ...{ settings: { decryption: 'none' }, streamSettings: { network: 'tcp', security: 'none' }, sniffing: {} },
  ...{ up: 1, down: 2, total: 0, expiryTime: 0, trafficReset: 'never', trafficResetDay: 1 },
  ...{
    lastTrafficResetTime: 0,
    subSortIndex: 1,
    shareAddrStrategy: 'node',
    shareAddr: '',
    disableFlow: false,
  },
  node: '',
  ...more,
})

const blank: ClientFields = { ...blankClient, createdAt: 1, updatedAt: 1 }

const client = (email: string, fields: Partial<ClientFields>, tags: string[] = []): ArrivingClient => ({
  fields: { ...blank, email, subId: `sub-${email}`, ...fields },
  ...{
    shadowsocksKey: '',
    disabledByPanel: false,
    externalLinks: [],
    up: 0,
    down: 0,
    lastOnline: 0,
    ips: '',
  },
  attachments: tags.map((inboundTag) => ({ inboundTag, flowOverride: '' })),
  oldIdentity: null,
})

const arriving = (some: Partial<Arrival>): Arrival => ({ ...empty, findings: [], ...some })
const plan = (some: Partial<Arrival>, here: Here = freshPanel, options: Partial<MoveInOptions> = {}) =>
  planMoveIn(arriving(some), here, { takeSettings: false, keepHttp: false, ...options }, countingMint())
const inUse = (some: Partial<Arrival>): Here => after(freshPanel, plan(some))
const said = ({ findings }: MoveInPlan) => findings.map((f) => `${f.kind} ${f.subject}: ${inEnglish(f.said)}`)

describe('inbounds', () => {
  it('of a protocol that is not known are left, with the rule; their clients come', () => {
    const made = plan({
      inbounds: [inbound(443, { tag: 'mt', protocol: 'mtproto' })],
      clients: [client('a', { uuid: id(1) }, ['mt'])],
    })
    expect(made.counts.inbounds).toEqual({ comes: 0, here: 0, left: 1 })
    expect(made.counts.attachments).toEqual({ comes: 0, here: 0, left: 1 })
    expect(made.clients).toHaveLength(1)
    expect(said(made)[0]).toMatch(
      /^left mt: This inbound cannot be imported: Choose one of these protocols: vless/,
    )
  })

  it('that the rules refuse come switched off, with the rule', () => {
    const streamSettings = { network: 'quic', security: 'none' }
    const made = plan({ inbounds: [inbound(443, { streamSettings })] })
    expect(made.inbounds[0]?.fields).toMatchObject({ enable: false, streamSettings })
    expect(said(made)[0]).toMatch(
      /^changes inbound-443: It is imported disabled: streamSettings.network: Choose/,
    )
  })

  it('that want a port which is held come switched off', () => {
    const made = plan({
      inbounds: [
        inbound(443),
        inbound(443, { tag: 'second', listen: '192.0.2.1' }),
        inbound(443, { tag: 'udp', protocol: 'wireguard', settings: {}, streamSettings: {} }),
        inbound(2053, { tag: 'on-panel' }),
      ],
    })
    expect(made.inbounds.map(({ tag, fields }) => [tag, fields.enable])).toEqual([
      ['inbound-443', true],
      ['second', false],
      ['udp', true],
      ['on-panel', false],
    ])
    expect(said(made)).toEqual([
      'changes second: It is imported disabled: The inbound inbound-443 already uses port 443. Open it, correct it and enable it.',
      'changes on-panel: It is imported disabled: The panel itself listens on port 2053. Choose another port. Open it, correct it and enable it.',
    ])
  })

  it('with the tag of another inbound here get a free one; the same one is here already', () => {
    const here = inUse({ inbounds: [inbound(443)] })
    const other = { inbounds: [inbound(8443, { tag: 'inbound-443' }), inbound(443)] }
    const made = plan(other, here)
    expect(made.inbounds.map(({ tag }) => tag)).toEqual(['inbound-8443'])
    expect(made.counts.inbounds).toEqual({ comes: 1, here: 1, left: 0 })
    expect(plan(other, after(here, made)).counts.inbounds).toEqual({ comes: 0, here: 2, left: 0 })
  })

  it('on a node are known by the node, wherever its name went', () => {
    const node = {
      remark: '',
      scheme: 'https' as const,
      basePath: '/',
      apiToken: 't',
      enable: true,
      allowPrivateAddress: false,
      tlsVerifyMode: 'verify' as const,
      pinnedCertSha256: '',
      trafficMultiplier: 1,
    }
    const far = { ...node, name: 'far', address: 'a.example', port: 1 }
    const here = inUse({ inbounds: [inbound(443, { node: 'far' })], nodes: [far] })
    const made = plan(
      { inbounds: [inbound(443, { node: 'far' })], nodes: [{ ...far, address: 'b.example' }] },
      here,
    )
    expect(made.nodes.map(({ name }) => name)).toEqual(['far-2'])
    expect(made.inbounds.map(({ tag, node: at }) => [tag, at])).toEqual([['inbound-443-tcp', 'far-2']])
  })
})

describe('clients', () => {
  const vless = inbound(443)

  it('that the core could not tell apart are not both attached', () => {
    const made = plan({
      inbounds: [vless],
      clients: [client('a', { uuid: id(1) }, ['inbound-443']), client('b', { uuid: id(1) }, ['inbound-443'])],
    })
    expect(made.clients.map(({ attachments }) => attachments.length)).toEqual([1, 0])
    expect(said(made)[0]).toMatch(
      /^left b: It is not attached to the inbound inbound-443: The core could not tell/,
    )
  })

  it('of another person under a taken name get a free one, and are found again', () => {
    const here = inUse({ inbounds: [vless], clients: [client('bob', { uuid: id(1) }, ['inbound-443'])] })
    const clients = [
      client('Bob', { uuid: id(2), subId: 'x' }, ['inbound-443']),
      client('bob-2', { uuid: id(3), subId: 'x' }, ['inbound-443']),
    ]
    const made = plan({ inbounds: [vless], clients }, here)
    expect(made.clients.map(({ record }) => [record.email, record.uuid])).toEqual([
      ['Bob-3', id(2)],
      ['bob-2', id(3)],
    ])
    const again = plan({ inbounds: [vless], clients }, after(here, made))
    expect(again.counts.clients).toEqual({ comes: 0, here: 2, left: 0 })
    expect(again.counts.attachments).toEqual({ comes: 0, here: 2, left: 0 })
  })

  it('that are here are attached where they were attached there', () => {
    const trojan = inbound(444, {
      ...{ protocol: 'trojan', settings: {}, streamSettings: { network: 'tcp', security: 'none' } },
    })
    const here = inUse({ inbounds: [vless], clients: [client('bob', { uuid: id(1), password: 'pw' }, [])] })
    const made = plan(
      {
        inbounds: [vless, trojan],
        clients: [client('bob', { uuid: id(1) }, ['inbound-443', 'inbound-444'])],
      },
      here,
    )
    expect(made.attachments.map(({ email, inboundTag }) => [email, inboundTag])).toEqual([
      ['bob', 'inbound-443'],
      ['bob', 'inbound-444'],
    ])
    expect(made.clients).toEqual([])
  })

  it('on Shadowsocks inbounds whose keys differ in length keep the first', () => {
    const ss = (port: number, method: string) =>
      inbound(port, { protocol: 'shadowsocks', settings: { method, password: '' }, streamSettings: {} })
    const made = plan({
      inbounds: [
        ss(1, '2022-blake3-aes-128-gcm'),
        ss(2, '2022-blake3-aes-256-gcm'),
        ss(3, '2022-blake3-chacha20-poly1305'),
      ],
      clients: [client('a', {}, ['inbound-1', 'inbound-2', 'inbound-3'])],
    })
    expect(made.clients[0]?.attachments.map(({ inboundTag }) => inboundTag)).toEqual(['inbound-1'])
    expect(made.counts.attachments).toEqual({ comes: 1, here: 0, left: 2 })
  })
})

describe('what belongs to inbounds', () => {
  const tls = {
    network: 'tcp',
    security: 'tls',
    tlsSettings: { certificates: [{ certificateFile: '/c', keyFile: '/k' }] },
  }
  const master = inbound(443, { tag: 'm', protocol: 'trojan', settings: {}, streamSettings: tls })
  const child = inbound(1080, {
    tag: 'c',
    listen: '127.0.0.1',
    streamSettings: { network: 'ws', wsSettings: { path: '/ws' } },
  })
  const row = { masterTag: 'm', childTag: 'c', name: '', alpn: '', path: '/ws', xver: 0, dest: '' }

  it('fallback rows that the rules refuse are left', () => {
    const made = plan({
      inbounds: [master, child],
      fallbacks: [
        row,
        { ...row, childTag: 'm' },
        { ...row, masterTag: 'c', childTag: 'm' },
        { ...row, childTag: 'gone' },
      ],
    })
    expect(made.fallbacks).toEqual([row])
    expect(made.counts.fallbacks).toEqual({ comes: 1, here: 0, left: 3 })
  })

  it('addresses come for the inbounds that lack them', () => {
    const hosts = [{ inboundTags: ['m', 'c'], group: { ...blankHost, hosts: ['a.example'], port: 8443 } }]
    const here = inUse({ inbounds: [master], hosts: [{ ...hosts[0]!, inboundTags: ['m'] }] })
    expect(
      plan({ inbounds: [master, child], hosts }, here).hosts.map(({ inboundTags }) => inboundTags),
    ).toEqual([['c']])
  })
})

describe('settings, template and users', () => {
  const users = [{ username: 'op', passwordHash: '$2a$10$x' }]
  const settings = { webPort: '8443', webListen: '0.0.0.0', subListen: '0.0.0.0' }
  const template = JSON.stringify({ ...defaultTemplate(), log: { loglevel: 'error' } })

  it('come to a fresh panel, stay on one in use, and come there when asked', () => {
    const fresh = plan({ users, settings, template })
    expect(fresh).toMatchObject({ users, settings })
    expect(JSON.parse(fresh.template ?? '')).toMatchObject({ log: { loglevel: 'error' } })
    const here = inUse({ inbounds: [inbound(443)] })
    const stays = plan({ users, settings, template }, here)
    expect([stays.users, stays.settings, stays.template]).toEqual([[], {}, null])
    expect(stays.findings.map(({ said: { code } }) => code)).toEqual([
      ...['movein.settings-stay', 'movein.template-stays', 'movein.users-stay'],
    ])
    expect(plan({ users, settings, template }, here, { takeSettings: true })).toMatchObject({
      users,
      settings,
    })
  })

  it('plain HTTP of subscriptions is kept only where the operator says so', () => {
    const moved = plan({ settings })
    expect(moved.settings).not.toHaveProperty('subPlainHttp')
    expect(moved.findings.map((f) => [f.kind, f.said.code])).toEqual([
      ['changes', 'movein.panel-https'],
      ['changes', 'movein.subscriptions-https'],
    ])
    const kept = plan({ settings }, freshPanel, { keepHttp: true })
    expect(kept.settings.subPlainHttp).toBe('true')
    const local = plan({ settings: { ...settings, webListen: '127.0.0.1', subListen: '127.0.0.1' } })
    expect(local.findings).toEqual([])
  })

  it('rules wait for a geo file that is not here; private ranges need none', () => {
    const rules = [
      { type: 'field', ip: ['geoip:private'], outboundTag: 'blocked' },
      { type: 'field', domain: ['geosite:ads'], outboundTag: 'blocked' },
    ]
    const made = plan({ template: JSON.stringify({ ...defaultTemplate(), routing: { rules } }) })
    const [first, second] = JSON.parse(made.template ?? '{}').routing.rules
    expect(first.ip).toContain('10.0.0.0/8')
    expect(first.ip).not.toContain('geoip:private')
    expect(second).toEqual({ ...rules[1], enabled: false })
    expect(made.findings.map((f) => f.said)).toEqual([
      { code: 'movein.rule-off', params: { file: 'geosite.dat' } },
    ])
  })

  it('programs that the core would run do not come', () => {
    const template = { ...defaultTemplate(), dns: { Script: '/tmp/a.lua', servers: ['1.1.1.1'] } }
    const made = plan({ template: JSON.stringify(template) })
    expect(JSON.parse(made.template ?? '{}').dns).toEqual({ servers: ['1.1.1.1'] })
    expect(made.findings.map(({ subject, said }) => [subject, said.code])).toEqual([
      ['dns.script', 'movein.script-off'],
    ])
  })

  it('a template that the core could not load is left', () => {
    const made = plan({ template: JSON.stringify({ routing: {}, outbounds: [] }) })
    expect(made.template).toBeNull()
    expect(made.counts.template).toEqual({ comes: 0, here: 0, left: 1 })
  })
})
