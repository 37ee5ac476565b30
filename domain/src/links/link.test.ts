import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { inEnglish } from '#domain/refusal.ts'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { advertise } from './advertise.ts'
import { shareLink } from './link.ts'
import { xrayOutbound } from './outbound.ts'

interface More {
  settings?: Block
  stream?: Block
  client?: Partial<ReturnType<typeof cellClient>>
}

function entryOf(cell: Cell, { settings, stream, client }: More = {}) {
  const source = cellInbound(cell, settings ? { settings } : {})
  const inbound = placed(source, { remark: 'x', streamSettings: { ...source.streamSettings, ...stream } })
  const { entries, left } = advertise(setup(inbound, { ...cellClient(source), ...client }))
  expect(left).toEqual([])
  return entries[0]!
}
const linkOf = (cell: Cell, more: More = {}): string => shareLink(entryOf(cell, more))
/** The outbound our importer makes of the link, and the one in the JSON feed. */
function both(cell: Cell, more: More): { imported: Block; fed: Block } {
  const entry = entryOf(cell, more)
  const parsed = parseShareLink(shareLink(entry))
  if (!parsed.ok) throw new Error(inEnglish(parsed.why))
  const { tag: _, ...imported } = parsed.outbound
  return { imported, fed: xrayOutbound(entry) }
}

const tcp = (protocol: Cell['protocol'], security: Cell['security'] = 'none'): Cell => ({
  protocol,
  network: 'tcp',
  security,
})
const hysteria: Cell = { protocol: 'hysteria', network: 'hysteria', security: 'tls' }

describe('Shadowsocks', () => {
  it('a legacy cipher is Base64 for URLs, without padding (SIP002)', () => {
    const link = linkOf(tcp('shadowsocks'), {
      settings: { method: 'aes-256-gcm' },
      client: { password: '~~???>>' },
    })
    expect(link).toBe('ss://YWVzLTI1Ni1nY206fn4_Pz8-Pg@panel.example:4443?type=tcp#x-ann')
  })

  it('a cipher for one user has the key of the server alone', () => {
    const method = '2022-blake3-chacha20-poly1305'
    const { access } = entryOf(tcp('shadowsocks'), { settings: { method } })
    expect(access).toMatchObject({ method, keys: [expect.any(String)] })
  })

  const looksLikeHttp = (path: string): Block => ({
    tcpSettings: { header: { type: 'http', request: { path: [path], headers: { Host: ['web.example'] } } } },
  })
  it('looking like HTTP is said by the plugin too, where that does the same', () => {
    expect(linkOf(tcp('shadowsocks'), { stream: looksLikeHttp('/') })).toContain(
      'headerType=http&host=web.example&path=%2F&plugin=obfs-local%3Bobfs%3Dhttp%3Bobfs-host%3Dweb.example&',
    )
    expect(linkOf(tcp('shadowsocks'), { stream: looksLikeHttp('/other') })).not.toContain('plugin')
  })
})

describe('Hysteria', () => {
  const stream = {
    finalmask: {
      udp: [{ type: 'salamander', settings: { password: 'a b&c' } }],
      quicParams: { udpHop: { ports: '20000-30000' }, brutalUp: '10 mbps', brutalDown: '20 mbps' },
    },
  }
  it('says its obfuscation and its ports, in its own words', () => {
    const link = linkOf(hysteria, { stream, client: { auth: 'p@ss/w:rd' } })
    expect(link).toContain('hysteria2://p%40ss%2Fw%3Ard@panel.example:4443?')
    expect(link).toContain('mport=20000-30000&obfs=salamander&obfs-password=a%20b%26c&')
  })

  it.each([
    ['512-1200', 'gecko'],
    ['600', 'gecko'],
    [600, 'gecko'],
    ['0', 'salamander'],
    [0, 'salamander'],
    ['', 'salamander'],
    [{}, 'salamander'],
  ])('Salamander in pieces of %s is %s', (packetSize, kind) => {
    const udp = [{ type: 'salamander', settings: { password: 'o', packetSize } }]
    expect(linkOf(hysteria, { stream: { finalmask: { udp } } })).toContain(`obfs=${kind}&obfs-password=o&`)
  })

  it('options of the machine that listens are not for apps', () => {
    const quicParams = { disableGSO: true, disableStatelessReset: true, disableChromeParrot: true }
    expect(entryOf(hysteria, { stream: { finalmask: { quicParams } } }).masks).toEqual({
      quicParams: { disableChromeParrot: true },
    })
  })

  it('what one end sends, the other receives', () => {
    expect(entryOf(hysteria, { stream }).masks).toMatchObject({
      quicParams: { brutalUp: '20 mbps', brutalDown: '10 mbps' },
    })
  })

  it('either name of the inbound is the same link (R27)', () => {
    const two = linkOf({ ...hysteria, protocol: 'hysteria2' })
    expect(two).toBe(linkOf(hysteria))
    expect(two).toMatch(/^hysteria2:/)
  })

  it('pins and insecurity are the operator’s word', () => {
    const pin = 'AB'.repeat(32)
    const tlsSettings = { settings: { allowInsecure: true, pinnedPeerCertSha256: [pin] } }
    expect(linkOf(hysteria, { stream: { tlsSettings } })).toContain(
      `insecure=1&pinSHA256=${pin.toLowerCase()}&`,
    )
  })
})

describe('the importer reads from a link what the JSON feed says', () => {
  const kcpMask = { udp: [{ type: 'mkcp-legacy', settings: { header: 'wechat' } }] }
  it.each<[string, Cell, More]>([
    [
      'mKCP and its mask',
      { protocol: 'vless', network: 'kcp', security: 'none' },
      { stream: { kcpSettings: { mtu: 1350, tti: 20 }, finalmask: kcpMask } },
    ],
    [
      'gRPC of several streams',
      { protocol: 'trojan', network: 'grpc', security: 'none' },
      { stream: { grpcSettings: { serviceName: 'a/b', authority: 'c', multiMode: true } } },
    ],
    [
      'gRPC in VMess',
      { protocol: 'vmess', network: 'grpc', security: 'none' },
      { stream: { grpcSettings: { serviceName: 'a/b', multiMode: true } } },
    ],
    [
      'a mask on TCP',
      tcp('vless'),
      {
        stream: { tcpSettings: {}, finalmask: { tcp: [{ type: 'fragment', settings: { packets: '1-3' } }] } },
      },
    ],
  ])('%s', (_, cell, more) => {
    const { imported, fed } = both(cell, more)
    const bare = (o: Block) => JSON.parse(JSON.stringify(o).replace(/"tcpSettings":\{\},/, ''))
    expect(imported).toEqual(bare(fed))
  })

  it('mKCP’s mask is said in the old words as well', () => {
    const cell: Cell = { protocol: 'vless', network: 'kcp', security: 'none' }
    expect(linkOf(cell, { stream: { finalmask: kcpMask } })).toContain('headerType=wechat-video&')
  })

  it('XHTTP’s further settings', () => {
    const cell: Cell = { protocol: 'vless', network: 'xhttp', security: 'none' }
    const xhttpSettings = {
      path: '/x',
      mode: 'packet-up',
      sessionKey: 'k',
      scMaxBufferedPosts: 30,
      xmux: { maxConnections: 3 },
      headers: { 'X-A': '1' },
    }
    const { imported } = both(cell, { stream: { xhttpSettings } })
    expect(imported.streamSettings).toMatchObject({
      xhttpSettings: {
        path: '/x',
        mode: 'packet-up',
        extra: { sessionIDKey: 'k', xmux: { maxConnections: 3 }, headers: { 'X-A': '1' } },
      },
    })
    expect(JSON.stringify(imported)).not.toContain('scMaxBufferedPosts')
  })
})

it('early data goes with WebSocket, never with HTTPUpgrade, whose server loses it', () => {
  const pathOf = (network: 'ws' | 'httpupgrade') => {
    const stream = { [`${network}Settings`]: { path: '/a?ed=2048' } }
    return new URL(linkOf({ protocol: 'vless', network, security: 'none' }, { stream })).searchParams.get(
      'path',
    )
  }
  expect([pathOf('ws'), pathOf('httpupgrade')]).toEqual(['/a?ed=2048', '/a'])
})
