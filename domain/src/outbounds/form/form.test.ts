import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { inCell, isWanted } from '#domain/inbounds/form/values.ts'
import { isBlock } from '#domain/untyped.ts'
import { parseShareLink } from '../share-link.ts'
import {
  networksFor,
  outboundCell,
  outboundProtocols,
  securitiesFor,
  withOutboundNetwork,
  withOutboundSecurity,
} from './cells.ts'
import { outboundProblems } from './problems.ts'
import { closedOutbound, freshOutbound, openedOutbound } from './shape.ts'
import { outboundTable } from './table.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const key = btoa('k'.repeat(32))
const pin = 'ab'.repeat(32)
const masks = encodeURIComponent(
  JSON.stringify({
    udp: [{ type: 'noise', settings: { reset: 1 } }],
    quicParams: { congestion: 'bbr', brutalUp: '10mbps', udpHop: { ports: '1-2', interval: '5-10' } },
  }),
)
const extra = encodeURIComponent(JSON.stringify({ xmux: { maxConcurrency: '1-2' }, noGRPCHeader: true }))
const links = [
  `vless://${id}@a.example:443?security=reality&pbk=${key.slice(0, 43)}&sid=ab&spx=%2Fx&fp=chrome&sni=b.example&flow=xtls-rprx-vision&pqv=xyz#r`,
  `vless://${id}@a.example:443?type=ws&security=tls&path=%2Fp&host=c.example&alpn=h2&ech=x&vcn=n&pcs=${pin}#w`,
  `vless://${id}@a.example:443?type=xhttp&security=tls&path=%2Fp&mode=stream-up&x_padding_bytes=1-2&extra=${extra}#x`,
  `vless://${id}@a.example:443?type=tcp&headerType=http&path=%2Fp&host=h.example#t`,
  `trojan://pw@a.example:443?type=grpc&serviceName=s&authority=a&mode=multi#g`,
  `trojan://pw@a.example:443?type=httpupgrade&path=%2Fp&host=h#h`,
  `vmess://${btoa(JSON.stringify({ ps: 'k', add: 'a.example', port: 443, id, net: 'kcp', type: 'dns', path: 'seed', scy: 'zero' }))}`,
  `vless://${id}@a.example:443?type=kcp&mtu=1350&tti=20&fm=${masks}#m`,
  `ss://${btoa('aes-256-gcm:pw')}@a.example:8388#s`,
  `hysteria2://pw@a.example:443?obfs=salamander&obfs-password=o&mport=2000-3000&sni=s&pinSHA256=${pin}#y`,
  `wireguard://${encodeURIComponent(key)}@a.example:51820?publickey=${encodeURIComponent(key)}&presharedkey=${encodeURIComponent(key)}&address=10.0.0.2/32&mtu=1280&reserved=1,2,3&keepalive=25#wg`,
]
const outbounds: Block[] = links.map((link) => {
  const read = parseShareLink(link)
  if (!read.ok) throw new Error(`${link}: ${read.why.code}`)
  return read.outbound
})
const flat = { tag: 'f', protocol: 'socks', settings: { address: 'a', port: 1, user: 'u', pass: 'p' } }

/** Paths of all values, without those inside of blocks that are edited as JSON. */
function leaves(value: unknown, at: string): string[] {
  if (outboundTable.some(({ path, kind }) => path === at && ['map', 'headers'].includes(kind))) return []
  const isJson = outboundTable.some(({ path, kind }) => path === at && kind === 'block')
  const hasFields = outboundTable.some(({ path }) => path.startsWith(`${at}.`))
  if (isJson && !hasFields) return []
  if (Array.isArray(value) && value.some(isBlock)) return value.flatMap((one) => leaves(one, `${at}[]`))
  if (!isBlock(value)) return [at]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, at === '' ? name : `${at}.${name}`))
}
/** Chosen beside the table, or always the same. */
const chosen = new Set([
  'protocol',
  'streamSettings.network',
  'streamSettings.security',
  'settings.version',
  'streamSettings.hysteriaSettings.version',
])

describe('the form of an outbound', () => {
  it.each(outbounds)('asks for everything that a link sets: $tag', (outbound) => {
    const form = openedOutbound(outbound)!
    const cell = outboundCell(form)!
    const fields = new Set(
      outboundTable.filter((f) => inCell(f, cell) && isWanted(f, form)).map(({ path }) => path),
    )
    expect(leaves(form, '').filter((path) => !fields.has(path) && !chosen.has(path))).toEqual([])
  })
  it.each([...outbounds, flat])('changes nothing by itself: $tag', (outbound) => {
    const form = openedOutbound(outbound)!
    expect(outboundProblems(form)).toEqual([])
    expect(closedOutbound(form, outbound)).toEqual(outbound)
  })
  it('puts the server of a new one into the list that every core reads', () => {
    const form = freshOutbound('vless', 'x')
    const filled = { ...form, settings: { ...(form.settings as Block), address: 'a', id } }
    expect(closedOutbound(filled).settings).toEqual({
      vnext: [{ address: 'a', port: 443, users: [{ id, encryption: 'none' }] }],
    })
    const socks = { ...freshOutbound('socks', 'x'), settings: { address: 'a', port: 1, user: '', pass: 'p' } }
    expect(closedOutbound(socks).settings).toEqual({ servers: [{ address: 'a', port: 1 }] })
  })
  it('keeps what it does not ask for, other servers and users, and the way a server is written', () => {
    const own = {
      tag: 'x',
      protocol: 'VMess',
      own: [1],
      settings: {
        deep: 1,
        Vnext: [
          { address: 'a', port: 1, users: [{ id, level: 3 }, { id: 'second' }] },
          { address: 'b', port: 2, users: [] },
        ],
      },
    }
    const form = openedOutbound(own)!
    expect(form.settings).toEqual({ deep: 1, address: 'a', port: 1, id, level: 3 })
    const next = closedOutbound({ ...form, settings: { ...(form.settings as Block), port: 9 } }, own)
    expect(next).toEqual({
      tag: 'x',
      protocol: 'vmess',
      own: [1],
      settings: {
        deep: 1,
        vnext: [
          { address: 'a', port: 9, users: [{ id, level: 3 }, { id: 'second' }] },
          { address: 'b', port: 2, users: [] },
        ],
      },
    })
    expect(closedOutbound({ ...flat, settings: { ...flat.settings, user: '' } }, flat).settings).toEqual({
      ...{ address: 'a', port: 1, pass: 'p' },
    })
  })
  it('has none for what it does not know', () => {
    expect(openedOutbound({ tag: 'x', protocol: 'other' })).toBeUndefined()
  })
  it('says what is missing or wrong, field by field', () => {
    const faults = (form: Block) =>
      outboundProblems(form).map((one) => [one.field, 'fault' in one ? one.fault : one.coded.code])
    expect(faults(freshOutbound('trojan'))).toEqual([
      ['settings.address', 'needed'],
      ['settings.password', 'needed'],
    ])
    const wireguard = { protocol: 'wireguard', settings: { reserved: [1, 2], peers: [{}], mtu: 1 } }
    expect(faults(wireguard)).toEqual([
      ['settings.secretKey', 'key'],
      ['settings.peers[0].publicKey', 'key'],
      ['settings.peers[0].endpoint', 'endpoint'],
      ['settings.reserved', 'reserved'],
      ['settings.mtu', 'input.range'],
    ])
    const bad = { ...freshOutbound('vless'), settings: { address: 'a', port: 1, id, encryption: 'mlkem' } }
    expect(faults(bad)).toEqual([['settings.encryption', 'share-link.encryption-unknown']])
    const reality = withOutboundSecurity(bad, 'reality')
    expect(faults(reality)[0]).toEqual(['streamSettings.realitySettings.publicKey', 'needed'])
  })
})

describe('another transport', () => {
  const tcp = withOutboundSecurity(freshOutbound('vless', 'x'), 'reality')
  it('takes the blocks of the old one away, and security that it cannot carry', () => {
    expect(tcp.streamSettings).toEqual({ network: 'tcp', security: 'reality', realitySettings: {} })
    expect(withOutboundNetwork(tcp, 'vless', 'xhttp').streamSettings).toMatchObject({ security: 'reality' })
    expect(withOutboundNetwork(tcp, 'vless', 'ws').streamSettings).toEqual({
      network: 'ws',
      security: 'none',
    })
  })
  it('is offered only where the core can dial it', () => {
    expect(outboundProtocols.filter((protocol) => networksFor(protocol).length === 0)).toEqual([
      ...['wireguard', 'freedom', 'blackhole', 'dns', 'loopback'],
    ])
    expect(securitiesFor('vmess', 'tcp')).toEqual(['none', 'tls'])
  })
})

it('a chain of an older core is shown, and stored, as dialerProxy', () => {
  const old = { tag: 'a', protocol: 'socks', settings: flat.settings, proxySettings: { tag: 'b' } }
  const opened = openedOutbound(old)
  expect(opened).toMatchObject({ streamSettings: { sockopt: { dialerProxy: 'b' } } })
  expect(closedOutbound(opened ?? {}, old)).toEqual({
    tag: 'a',
    protocol: 'socks',
    settings: flat.settings,
    streamSettings: { sockopt: { dialerProxy: 'b' } },
  })
})
