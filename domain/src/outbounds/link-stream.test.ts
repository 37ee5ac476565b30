import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { inEnglish } from '#domain/refusal.ts'
import { linkStream } from './link-stream.ts'
import { parseShareLink } from './share-link.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const vless = (params: Record<string, unknown>) => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params))
    query.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  return parseShareLink(`vless://${id}@a.example:443?${query}`)
}
const streamOf = (params: Record<string, unknown>): Block => {
  const parsed = vless(params)
  if (!parsed.ok) throw new Error(inEnglish(parsed.why))
  return parsed.outbound.streamSettings as Block // every VLESS link has one
}
const xhttp = (extra: unknown) => ({ type: 'xhttp', security: 'tls', extra })
const download = { address: 'b.example', port: 443, network: 'xhttp', security: 'tls' }

/** Keys that affect the core beyond one connection to one server. */
const forbidden =
  /masterkeylog|sockopt|dialerproxy|certificate(s|file)"|keyfile|echserverkeys|"debug"|"show"|"evil"|interface/i

describe('a link with JSON of its own', () => {
  it('keeps what a client may say', () => {
    const extra = {
      xPaddingBytes: '100-1000',
      noGRPCHeader: false,
      scMaxEachPostBytes: 1_000_000,
      xmux: { maxConcurrency: '16-32', hKeepAlivePeriod: -1 },
      headers: { 'X-A': 'b' },
      downloadSettings: {
        ...download,
        tlsSettings: { serverName: 'b.example', alpn: ['h2'] },
        xhttpSettings: { path: '/down', host: 'b.example' },
      },
    }
    expect(streamOf(xhttp(extra)).xhttpSettings).toEqual({ extra })
    const fm = {
      tcp: [{ type: 'fragment', settings: { packets: 'tlshello', length: '100-200', delay: '10-20' } }],
      udp: [
        { type: 'noise', settings: { reset: '30-60', noise: [{ rand: '10-20', delay: '1-5' }] } },
        { type: 'salamander', settings: { password: 'p' } },
      ],
      quicParams: { congestion: 'bbr', udpHop: { ports: '1000-2000', interval: '5-10' } },
    }
    expect(streamOf({ type: 'tcp', security: 'tls', fm }).finalmask).toEqual(fm)
  })

  it.each([
    ['a log of keys', { downloadSettings: { ...download, tlsSettings: { masterKeyLog: '/etc/x' } } }],
    ['the same in other letters', { downloadSettings: { ...download, TLSSettings: { MASTERKEYLOG: '/x' } } }],
    [
      'and with a letter that folds',
      { downloadSettings: { ...download, tl\u017fsettings: { 'ma\u017fterKeyLog': '/x' } } },
    ],
    [
      'a log of keys under Reality',
      { downloadSettings: { ...download, realitySettings: { masterKeyLog: '/x' } } },
    ],
    [
      'certificates',
      { downloadSettings: { ...download, tlsSettings: { certificates: [{ certificateFile: '/x' }] } } },
    ],
    ['options of the socket', { downloadSettings: { ...download, sockopt: { dialerProxy: 'direct' } } }],
    ['options of the socket for ECH', { downloadSettings: { ...download, tlsSettings: { echSockopt: {} } } }],
    ['what nobody knows', { evil: { sockopt: {} }, xmux: { evil: 1 } }],
    ['an extra of the extra', { extra: { downloadSettings: { ...download, sockopt: {} } } }],
  ])('leaves out %s', (_, extra) => {
    expect(JSON.stringify(streamOf(xhttp(extra)))).not.toMatch(forbidden)
  })

  const noise = (settings: unknown) => ({ type: 'kcp', fm: { udp: [{ type: 'noise', settings }] } })
  const fragment = (settings: unknown) => ({ type: 'tcp', fm: { tcp: [{ type: 'fragment', settings }] } })
  it.each([
    ['a negative size of noise', noise({ noise: [{ rand: -5 }] })],
    ['a negative range of noise', noise({ noise: [{ rand: '-9--5' }] })],
    ['noise without end', noise({ noise: [{ rand: 2_000_000_000 }] })],
    ['a wait without end', noise({ noise: [{ rand: 1, delay: 2_000_000_000 }] })],
    ['a negative length', fragment({ length: '-5-5', delay: 1 })],
    ['a length of nothing', fragment({ length: 0, delay: 1 })],
    [
      'a mask with servers of its own',
      { type: 'kcp', fm: { udp: [{ type: 'realm', settings: { url: 'realm://a@127.0.0.1/x' } }] } },
    ],
    [
      'a mask that asks resolvers',
      { type: 'kcp', fm: { udp: [{ type: 'xdns', settings: { resolvers: ['a+udp://127.0.0.1:53'] } }] } },
    ],
    ['brutal without Hysteria', { type: 'xhttp', fm: { quicParams: { congestion: 'brutal' } } }],
    ['a post of no bytes', xhttp({ scMaxEachPostBytes: 0 })],
    ['a negative post', xhttp({ scMaxEachPostBytes: -1 })],
    ['a session id without end', xhttp({ sessionIDTable: 'ab', sessionIDLength: 2_000_000_000 })],
    ['a download from nowhere', xhttp({ downloadSettings: { network: 'xhttp' } })],
    ['a download by another transport', xhttp({ downloadSettings: { ...download, network: 'ws' } })],
    ['a download without a transport', xhttp({ downloadSettings: { address: 'b.example', port: 1 } })],
    ['a header that breaks its line', xhttp({ headers: { 'X-A': 'b\r\nC: d' } })],
    ['a value of another kind', xhttp({ xmux: 'all' })],
  ])('is left out with %s', (_, params) => {
    expect(vless(params)).toMatchObject({ ok: false, why: { code: expect.stringMatching(/^share-link\./) } })
  })

  it('has no TCP mask under Reality, of which the core dies', () => {
    const fm = { tcp: [{ type: 'fragment', settings: { length: 5, delay: 1 } }] }
    expect(streamOf({ type: 'tcp', security: 'reality', pbk: 'k', fm })).not.toHaveProperty('finalmask')
  })

  it('whatever it says, nothing but known keys comes through, and reading it again changes nothing', () => {
    const keys = fc.constantFrom(
      ...['masterKeyLog', 'sockopt', 'dialerProxy', 'certificates', 'certificateFile', 'downloadSettings'],
      ...[
        'tlsSettings',
        'realitySettings',
        'address',
        'port',
        'network',
        'security',
        'extra',
        'xmux',
        'evil',
      ],
      ...['finalmask', 'tcp', 'udp', 'type', 'settings', 'xhttpSettings', 'quicParams', 'debug'],
    )
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('xhttp', 'tls', 'fragment'),
    )
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        fc.dictionary(keys, tie('node'), { maxKeys: 6 }),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
    })).node
    fc.assert(
      fc.property(tree, tree, fc.constantFrom('xhttp', 'tcp', 'kcp'), (extra, fm, type) => {
        const parsed = vless({ type, security: 'tls', extra: extra ?? {}, fm: fm ?? {} })
        expect(parsed.ok || inEnglish(parsed.why) !== '').toBe(true)
        if (!parsed.ok) return
        const stream = parsed.outbound.streamSettings as Block // every VLESS link has one
        expect(JSON.stringify(stream)).not.toMatch(/"(masterKeyLog|sockopt|dialerProxy|certificates|evil)":/)
        expect(linkStream(stream)).toEqual(stream)
      }),
      { numRuns: 500 },
    )
  })
})

it('a server is a name or an address, never a word of the core', () => {
  const vmess = (add: string) =>
    parseShareLink(`vmess://${btoa(JSON.stringify({ v: '2', add, port: 443, id, net: 'tcp' }))}`)
  for (const add of ['env:HOME', '/run/x.sock', '@x', 'a:b', 'unix:x']) expect(vmess(add).ok).toBe(false)
  expect(vmess('2001:db8::1').ok).toBe(true)
})
