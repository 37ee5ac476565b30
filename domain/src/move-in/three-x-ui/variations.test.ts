import { describe, expect, it } from 'vitest'
import { readerTools, tablesWith } from '#test/fixtures/three-x-ui.ts'
import type { Finding } from '../arrival.ts'
import type { SourceRow } from '../source-tables.ts'
import { readThreeXui } from './read.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const day = 86_400_000

const inbound = (
  n: number,
  protocol: string,
  clients: readonly unknown[],
  more: SourceRow = {},
): SourceRow => ({
  id: n,
  enable: 1,
  port: 1000 + n,
  protocol,
  tag: `in-${n}`,
  settings: JSON.stringify({ clients }),
  stream_settings: '{"network":"tcp","security":"none"}',
  ...more,
})

const read = (all: Record<string, readonly SourceRow[]>) => readThreeXui(tablesWith(all), readerTools)
const codes = (findings: readonly Finding[], kind?: Finding['kind']) =>
  findings.filter((f) => kind === undefined || f.kind === kind).map(({ said }) => said.code)

describe('clients in the lists of inbounds', () => {
  it('are one client where email, subscription and credentials agree', () => {
    const { clients } = read({
      inbounds: [
        inbound(1, 'vless', [{ email: 'a', id: id(1), subId: 's', flow: 'xtls-rprx-vision' }]),
        inbound(2, 'trojan', [{ email: 'a', password: 'pw', subId: 's' }]),
        inbound(3, 'shadowsocks', [{ email: 'a', password: 'QUFBQUFBQUFBQUFBQUFBQQ==' }], {
          settings: JSON.stringify({
            method: '2022-blake3-aes-128-gcm',
            clients: [{ email: 'a', password: 'QUFBQUFBQUFBQUFBQUFBQQ==' }],
          }),
        }),
      ],
      client_traffics: [{ email: 'a', up: 5, down: 7, enable: 1 }],
    })
    expect(clients).toHaveLength(1)
    expect(clients[0]).toMatchObject({
      fields: { email: 'a', uuid: id(1), password: 'pw', subId: 's', flow: '' },
      shadowsocksKey: 'QUFBQUFBQUFBQUFBQUFBQQ==',
      up: 5,
      down: 7,
      attachments: [
        { inboundTag: 'in-1', flowOverride: 'xtls-rprx-vision' },
        { inboundTag: 'in-2', flowOverride: '' },
        { inboundTag: 'in-3', flowOverride: '' },
      ],
    })
  })

  it('stay apart where they do not, and the counters stay with the first', () => {
    const { clients, findings } = read({
      inbounds: [
        inbound(1, 'vless', [{ email: 'a', id: id(1), subId: 's1' }]),
        inbound(2, 'vless', [
          { email: 'a', id: id(2), subId: 's2' },
          { email: 'A', id: id(3), subId: 's3' },
          { email: 'a', id: id(2), subId: 's2' },
        ]),
      ],
      client_traffics: [{ email: 'a', up: 5, down: 7, enable: 1 }],
    })
    expect(clients.map(({ fields, up }) => [fields.email, fields.uuid, fields.subId, up])).toEqual([
      ['a', id(1), 's1', 5],
      ['a-2', id(2), 's2', 0],
      ['A-3', id(3), 's3', 0],
    ])
    expect(codes(findings)).toEqual(['movein.listed-twice', 'movein.email-twice', 'movein.email-twice'])
  })

  it('keep the name of a client that needs no healing', () => {
    const { clients } = read({
      inbounds: [
        inbound(
          1,
          'vless',
          ['a b', 'a-b', 'x>y', ''].map((email, i) => ({ email, id: id(i) })),
        ),
      ],
    })
    expect(clients.map(({ fields }) => fields.email)).toEqual(['a-b-2', 'a-b', 'x-y', 'client'])
  })
})

describe('a database that several versions wrote', () => {
  const upgraded = {
    inbounds: [
      inbound(1, 'vless', [
        { email: 'a', id: id(9), subId: 'old' },
        { email: 'gone', id: id(3) },
      ]),
      inbound(2, 'vless', [{ email: 'a', id: id(1) }]),
    ],
    clients: [{ id: 1, email: 'a', uuid: id(1), sub_id: 's', enable: 1 }],
    client_inbounds: [
      { client_id: 1, inbound_id: 1, flow_override: '' },
      { client_id: 1, inbound_id: 77, flow_override: '' },
      { client_id: 5, inbound_id: 1, flow_override: '' },
    ],
  }

  it('is read by its records; what the lists still say is named', () => {
    const { clients, findings } = read(upgraded)
    expect(clients.map(({ fields, attachments }) => [fields.uuid, fields.subId, attachments.length])).toEqual(
      [[id(1), 's', 1]],
    )
    expect(codes(findings)).toEqual(['movein.orphans', 'movein.listed-only', 'movein.listed-apart'])
  })

  it('is read by its lists where the table of clients is empty', () => {
    const { clients } = read({ ...upgraded, clients: [] })
    expect(clients.map(({ fields }) => fields.email)).toEqual(['a', 'gone', 'a-2'])
  })

  it('has the key of a Shadowsocks 2022 inbound in the list alone', () => {
    const key = 'QUFBQUFBQUFBQUFBQUFBQQ=='
    const settings = JSON.stringify({
      method: '2022-blake3-aes-128-gcm',
      clients: [{ email: 'a', password: key }],
    })
    const { clients } = read({
      inbounds: [inbound(1, 'shadowsocks', [], { settings })],
      clients: [{ id: 1, email: 'a', password: 'any text', enable: 1 }],
      client_inbounds: [{ client_id: 1, inbound_id: 1 }],
    })
    expect(clients[0]).toMatchObject({ fields: { password: 'any text' }, shadowsocksKey: key })
  })
})

describe('values', () => {
  const one = (row: SourceRow, traffic: SourceRow = {}) =>
    read({
      inbounds: [],
      clients: [{ id: 1, email: 'a', enable: 1, ...row }],
      client_traffics: [{ email: 'a', enable: 1, ...traffic }],
    })

  it('of any type are read, and stop where counting stops', () => {
    const { clients, findings } = one(
      { total_gb: '5', limit_ip: -3, tg_id: 7n, expiry_time: null, created_at: 1_794_764_667 },
      { up: 9_223_372_036_854_775_807n, down: 5 },
    )
    expect(clients[0]).toMatchObject({
      fields: { totalGB: 5, limitIp: 0, tgId: 7, expiryTime: 0, createdAt: 1_794_764_667_000 },
      up: Number.MAX_SAFE_INTEGER,
      down: 0,
    })
    expect(codes(findings)).toEqual(['movein.counter-capped'])
  })

  it('a delayed start is whole days, and one that began elsewhere has begun', () => {
    const delayed = one({ expiry_time: -day - 1 })
    expect(delayed.clients[0]?.fields.expiryTime).toBe(-2 * day)
    expect(codes(delayed.findings, 'healed')).toEqual(['movein.delay-rounded'])
    expect(one({ expiry_time: -day }, { expiry_time: 99 }).clients[0]?.fields.expiryTime).toBe(99)
  })

  it('credentials and ids that cannot be used are left blank, and somebody is told', () => {
    const { clients, findings } = one({
      uuid: 'x'.repeat(31),
      password: 'a\0b',
      sub_id: 'a/b',
      flow: 'other',
    })
    expect(clients[0]?.fields).toMatchObject({ uuid: '', password: '', subId: 'a-b', flow: '' })
    expect(codes(findings, 'changes')).toEqual([
      'movein.sub-id-changed',
      'movein.credential-unusable',
      'movein.credential-unusable',
    ])
  })

  it('one fault in every row makes a hundred lines and a sum', () => {
    const clients = Array.from({ length: 250 }, (_, i) => ({ id: i, email: `a ${i}`, enable: 1 }))
    const { findings } = read({ inbounds: [], clients })
    expect(findings).toHaveLength(101)
    expect(findings.at(-1)?.said).toMatchObject({ code: 'movein.more', params: { count: 150 } })
  })
})

describe('inbounds', () => {
  it('of WireGuard leave no peer beside the client that it became, and name one with every address', () => {
    const pair = {
      privateKey: 'dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo=',
      publicKey: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
    }
    const open = { publicKey: 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc=' }
    const peers = [{ publicKey: pair.publicKey, allowedIPs: ['10.0.0.2/32'] }, open]
    const client = { email: 'a', ...pair, allowedIPs: ['10.0.0.2/32'] }
    const settings = JSON.stringify({ peers, clients: [client] })
    const { inbounds, findings } = read({ inbounds: [inbound(1, 'wireguard', [], { settings })] })
    expect(inbounds[0]?.settings.peers).toEqual([open])
    expect(codes(findings, 'note')).toEqual(['client.wireguard-open-peer'])
    const alone = JSON.stringify({ peers })
    expect(read({ inbounds: [inbound(1, 'wireguard', [], { settings: alone })] })).toMatchObject({
      inbounds: [{ settings: { peers } }],
      findings: [],
    })
  })

  it('get a tag that works, and come switched off where they cannot be read', () => {
    const { inbounds, findings } = read({
      inbounds: [
        inbound(1, 'VLESS', []),
        inbound(2, 'vless', [], { tag: 'in-1' }),
        inbound(3, 'vless', [], { tag: 'api' }),
        inbound(4, 'vless', [], { stream_settings: '{"network":' }),
        inbound(5, 'vless', [], { node_id: 9 }),
        inbound(6, 'dokodemo-door', []),
      ],
    })
    expect(inbounds.map(({ tag, enable, protocol }) => [tag, enable, protocol])).toEqual([
      ['in-1', true, 'vless'],
      ['inbound-1002', true, 'vless'],
      ['inbound-1003', true, 'vless'],
      ['in-4', false, 'vless'],
      ['in-5', false, 'vless'],
      ['in-6', true, 'tunnel'],
    ])
    expect(codes(findings)).toEqual([
      ...['movein.tag-made', 'movein.tag-made'],
      ...['movein.blocks-broken', 'movein.node-lost'],
    ])
  })

  it('a written fallback to an abstract socket becomes a row, others stay', () => {
    const fallbacks = [{ dest: '@child', path: '/ws', xver: 1 }, { dest: 8080 }]
    const { inbounds, fallbacks: rows } = read({
      inbounds: [
        inbound(1, 'trojan', [], { settings: JSON.stringify({ clients: [], fallbacks }) }),
        inbound(2, 'vless', [], { listen: '@child', port: 0 }),
      ],
    })
    expect(inbounds[0]?.settings).toEqual({ fallbacks: [{ dest: 8080 }] })
    expect(rows).toEqual([
      { masterTag: 'in-1', childTag: 'in-2', name: '', alpn: '', path: '/ws', xver: 1, dest: '' },
    ])
  })
})

describe('nodes', () => {
  const pin = 'ab'.repeat(32)
  const node = (id: number, tls_verify_mode: string, pinned_cert_sha256 = '') => ({
    ...{ id, name: `n${id}`, scheme: 'https', address: 'a.example', port: 2053, api_token: 't', enable: 1 },
    ...{ tls_verify_mode, pinned_cert_sha256, inbound_sync_mode: 'all' },
  })

  it('keep how their certificate is judged', () => {
    const { nodes, findings } = read({
      inbounds: [],
      nodes: [node(1, 'verify'), node(2, 'skip'), node(3, 'pin', pin.toUpperCase())],
    })
    expect(nodes.map(({ tlsVerifyMode, pinnedCertSha256 }) => [tlsVerifyMode, pinnedCertSha256])).toEqual([
      ['verify', ''],
      ['skip', ''],
      ['pin', pin],
    ])
    expect(findings).toEqual([])
  })

  it('are judged by authorities if the way is not known here, which is said', () => {
    const { nodes, findings } = read({ inbounds: [], nodes: [node(1, 'mtls'), node(2, 'pin', 'no pin')] })
    expect(nodes.map(({ tlsVerifyMode }) => tlsVerifyMode)).toEqual(['verify', 'verify'])
    expect(findings[0]?.said).toEqual({
      code: 'movein.columns-left',
      params: { table: 'nodes', columns: 'tls_verify_mode' },
    })
  })
})

describe('a later version', () => {
  it('tables and columns of a later version are named', () => {
    const { findings, version } = read({
      inbounds: [inbound(1, 'vless', [], { reset_weekday: 3, blank_column: '' })],
      tuic_traffic_receipts: [{ id: 1 }],
      node_client_traffics: [{ id: 1 }],
    })
    expect(version).toBe('3.7+')
    expect(findings.map(({ said }) => said)).toEqual([
      { code: 'movein.columns-left', params: { table: 'inbounds', columns: 'reset_weekday' } },
      { code: 'movein.table-left', params: { table: 'tuic_traffic_receipts', rows: 1 } },
      { code: 'movein.bookkeeping', params: { table: 'node_client_traffics' } },
    ])
  })
})
