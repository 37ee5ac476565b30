import { describe, expect, test } from 'vitest'
import type { Block, InboundInput } from '#contract/inbound.ts'
import { protocols } from '#contract/protocol.ts'
import { isBlock } from '#domain/untyped.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { type Cell, cellsOf } from './cells.ts'
import { defaultsFor } from './defaults.ts'
import type { Field, Kind } from './field.ts'
import { formTable } from './table.ts'
import { inboundProblems, validateInbound } from './validate.ts'
import { inCell } from './values.ts'

const cells = protocols.flatMap(cellsOf)
const name = (c: Cell) => [c.protocol, c.network, c.security].filter(Boolean).join(' ')
const inbound = (c: Cell): InboundInput => ({
  protocol: c.protocol,
  port: 443,
  ...defaultsFor(c.protocol, c.network, c.security, countingMint()),
})
const fieldsOf = (input: InboundInput) => inboundProblems(input).map((p) => p.field)

/** The same inbound with one value changed; list entries get one block. */
function having(input: Block, path: string, value: unknown): Block {
  const [head = '', ...rest] = path.split('.')
  const key = head.replace('[]', '')
  const next = rest.join('.')
  if (next === '') return { ...input, [key]: value }
  const inside = isBlock(input[key]) ? (input[key] as Block) : {}
  return { ...input, [key]: head.endsWith('[]') ? [having({}, next, value)] : having(inside, next, value) }
}

test('the matrix has its 57 cells, and hysteria2 beside them', () => {
  expect(cells.filter((c) => c.protocol !== 'hysteria2')).toHaveLength(57)
})

test.each(cells.map((c) => [name(c), c] as const))('a new %s inbound is valid', (_name, cell) => {
  expect(inboundProblems(inbound(cell))).toEqual([])
})

const wrong: Record<Kind, unknown> = {
  text: true,
  whole: '5',
  factor: 1.234,
  switch: 'yes',
  choice: 'no such choice',
  list: [5],
  wholes: ['x'],
  map: { a: 5 },
  headers: { a: 5 },
  range: '9-3',
  block: 'text',
  rows: ['text'],
}
const home = (field: Field): Cell => cells.find((c) => inCell(field, c))!
/** Both are text by the wire schema; their rules have their own tests. */
const own = formTable.filter((f) => f.path !== 'protocol' && f.path !== 'listen')

describe('every field of the table', () => {
  test.each(own.map((f) => [f.path, f] as const))(
    '%s: a wrong type is refused by its path',
    (path, field) => {
      const input = having(inbound(home(field)), path, wrong[field.kind])
      expect(fieldsOf(input)).toContain(path.replaceAll('[]', '[0]'))
    },
  )

  const numbers = own.filter((f) => f.kind === 'whole')
  test.each(numbers.map((f) => [f.path, f] as const))('%s: both ends of its range', (path, field) => {
    const at = path.replaceAll('[]', '[0]')
    const put = (value: number) => fieldsOf(having(inbound(home(field)), path, value))
    for (const bad of [field.min! - 1, field.max! + 1, field.min! + 0.5])
      if (!(field.orZero && bad === 0)) expect(put(bad)).toContain(at)
    if (path !== 'port') for (const good of [field.min!, field.max!]) expect(put(good)).not.toContain(at)
  })

  test('no field is in a cell twice', () => {
    for (const cell of cells) {
      const paths = formTable.filter((f) => inCell(f, cell)).map((f) => f.path)
      expect(new Set(paths).size, name(cell)).toBe(paths.length)
    }
  })
})

describe('refusals', () => {
  const vless = inbound({ protocol: 'vless', network: 'tcp', security: 'none' })
  test.each([
    ['an unknown protocol', { ...vless, protocol: 'snell' }, 'protocol'],
    ['no protocol', { ...vless, protocol: undefined }, 'protocol'],
    ['an inherited name', { ...vless, protocol: 'constructor' }, 'protocol'],
    ['no port', { ...vless, port: undefined }, 'port'],
    ['port 0', { ...vless, port: 0 }, 'port'],
    ['a port too high', { ...vless, port: 65_536 }, 'port'],
    ['a host name to listen on', { ...vless, listen: 'example.org' }, 'listen'],
    ['a removed transport', { ...vless, streamSettings: { network: 'quic' } }, 'streamSettings.network'],
    [
      'Reality over WebSocket',
      { ...vless, streamSettings: { network: 'ws', security: 'reality' } },
      'streamSettings.security',
    ],
    [
      'TLS over mKCP',
      { ...vless, streamSettings: { network: 'kcp', security: 'tls' } },
      'streamSettings.security',
    ],
    [
      'an mKCP window below the MTU',
      { ...vless, streamSettings: { network: 'kcp', kcpSettings: { mtu: 1400, maxSendingWindow: 1399 } } },
      'streamSettings.kcpSettings.maxSendingWindow',
    ],
    [
      'an mKCP window below the usual MTU',
      { ...vless, streamSettings: { network: 'kcp', kcpSettings: { mtu: 0, maxSendingWindow: 1349 } } },
      'streamSettings.kcpSettings.maxSendingWindow',
    ],
    ...['none', 'plain', 'NONE', 'rc4-md5'].map((method): [string, object, string] => [
      `Shadowsocks with ${method}`,
      { protocol: 'shadowsocks', port: 1, settings: { method, password: 'x' } },
      'settings.method',
    ]),
    ['XTLS', { ...vless, streamSettings: { security: 'xtls' } }, 'streamSettings.security'],
    ['a node for a protocol that has none', { protocol: 'http', port: 80, nodeId: 3 }, 'nodeId'],
    ['a negative quota', { ...vless, total: -1 }, 'total'],
    [
      'a block that is a text',
      { ...vless, streamSettings: { network: 'tcp', tcpSettings: { header: 'none' } } },
      'streamSettings.tcpSettings.header',
    ],
    [
      'a server key of the wrong length',
      { protocol: 'shadowsocks', port: 1, settings: { method: '2022-blake3-aes-128-gcm', password: 'abcd' } },
      'settings.password',
    ],
  ])('%s', (_name, input, field) => {
    expect(fieldsOf(input)).toContain(field)
  })
  test.each([
    { mtu: 1400, maxSendingWindow: 1400 },
    { mtu: 21, tti: 1000, maxSendingWindow: 21 },
    { mtu: 0, tti: 0, cwndMultiplier: 0, maxSendingWindow: 0 },
  ])('mKCP with %j is fine', (kcpSettings) => {
    expect(fieldsOf({ ...vless, streamSettings: { network: 'kcp', kcpSettings } })).toEqual([])
  })
  test('the reason names the field by its path', () => {
    const input = { ...vless, streamSettings: { network: 'ws', wsSettings: { path: 'x' } } }
    expect(() => validateInbound(input)).toThrow(
      'streamSettings.wsSettings.path: The path must begin with /.',
    )
  })
  test.each([
    ['ws', '/a b', false],
    ['ws', '/a%20b', false],
    ['ws', '/a?x=1', false],
    ['ws', '/a#b', false],
    ['ws', '/a?ed=2048', true],
    ['httpupgrade', '/a?ed=x', false],
    ['xhttp', '/a\tb', false],
    ['xhttp', '/a?x=1', true],
  ])('a path that programs can dial: %s %s', (network, path, good) => {
    const input = { ...vless, streamSettings: { network, [`${network}Settings`]: { path } } }
    expect(fieldsOf(input)).toEqual(good ? [] : [`streamSettings.${network}Settings.path`])
  })
  test.each([
    ['an odd short id', { shortIds: ['abc'] }, 'shortIds'],
    ['a version of four parts', { minClientVer: '1.2.3.4' }, 'minClientVer'],
    ['a version part too high', { maxClientVer: '1.256' }, 'maxClientVer'],
    ['xver', { xver: 3 }, 'xver'],
  ])('Reality: %s', (_name, realitySettings, key) => {
    const input = { ...vless, streamSettings: { network: 'tcp', security: 'reality', realitySettings } }
    expect(fieldsOf(input)).toEqual([`streamSettings.realitySettings.${key}`])
  })
  test('XHTTP: Host among the headers, and no padding', () => {
    const xhttpSettings = { headers: { hOst: 'x' }, xPaddingBytes: '0-5' }
    expect(fieldsOf({ ...vless, streamSettings: { network: 'xhttp', xhttpSettings } })).toEqual([
      'streamSettings.xhttpSettings.xPaddingBytes',
      'streamSettings.xhttpSettings.headers',
    ])
  })
})

describe('what callers really send is taken', () => {
  test.each<[string, InboundInput]>([
    ['a socket needs no port', { protocol: 'vless', listen: '@x', port: 0 }],
    ['tun has no port', { protocol: 'tun' }],
    [
      'blank versions and short ids',
      {
        protocol: 'vless',
        port: 1,
        streamSettings: {
          security: 'reality',
          realitySettings: { minClientVer: '', shortIds: [''], dest: 443, maxTimeDiff: 0 },
        },
      },
    ],
    [
      'nulls',
      {
        protocol: 'vless',
        port: 1,
        settings: { fallbacks: null, testseed: null },
        streamSettings: { sockopt: null, tcpSettings: null },
      },
    ],
    [
      'lists as one text',
      {
        protocol: 'vless',
        port: 1,
        streamSettings: { security: 'tls', tlsSettings: { alpn: 'h2,http/1.1' } },
      },
    ],
    [
      'era sockopt',
      {
        protocol: 'vless',
        port: 1,
        streamSettings: {
          sockopt: {
            tcpFastOpen: 256,
            tcpcongestion: 'bbr',
            V6Only: false,
            domainStrategy: 'useip',
            tproxy: 'off',
            tcpWindowClamp: 600,
          },
        },
      },
    ],
    [
      'era XHTTP',
      {
        protocol: 'vless',
        port: 1,
        streamSettings: {
          network: 'xhttp',
          xhttpSettings: {
            path: '/',
            host: '',
            mode: 'auto',
            scMaxEachPostBytes: '1000000',
            scMaxBufferedPosts: 30,
            scStreamUpServerSecs: '20-80',
            xPaddingBytes: '100-1000',
            noSSEHeader: false,
            headers: {},
          },
        },
      },
    ],
    [
      'a blank period',
      { protocol: 'http', port: 1, trafficReset: '', subSortIndex: 0, settings: { accounts: [] } },
    ],
    [
      'unknown keys',
      {
        protocol: 'vless',
        port: 1,
        settings: { mine: 1 },
        streamSettings: { mine: [1] },
        sniffing: { mine: 'x' },
      },
    ],
  ])('%s', (_name, input) => {
    expect(inboundProblems(input)).toEqual([])
  })
})
