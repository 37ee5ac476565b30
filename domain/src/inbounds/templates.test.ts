import { describe, expect, it } from 'vitest'
import { protocols } from '#contract/protocol.ts'
import { inboundProblems } from './form/validate.ts'
import { newInbound } from './inbound.ts'
import {
  httpInbound,
  hysteriaInbound,
  masqueInbound,
  mixedInbound,
  realityInbound,
  shadowsocksInbound,
  trojanInbound,
  tunnelInbound,
  webSocketInbound,
  wireguardInbound,
  xhttpInbound,
  xhttpTlsInbound,
} from './templates.ts'

const parts = {
  remark: 'Reality',
  port: 443,
  target: 'www.example.com:443',
  serverName: 'www.example.com',
  privateKey: 'iBhtDvIGnRnUyGtTXW3jWxIyJgKxQmJ5ZLZGnB1T7HI',
  publicKey: 'vxr3U0uDnJcZKv5tLzq3dSLW7Jt7O9c2bdZ4cXq2dxo',
  shortIds: ['0a1b2c3d'],
}
const files = { certificateFile: '/etc/cert.pem', keyFile: '/etc/key.pem' }
const place = { remark: 'x', port: 443 }
const key = btoa('k'.repeat(32))
const account = { user: 'u', pass: 'p' }

const templates = {
  reality: realityInbound(parts),
  xhttp: xhttpInbound({ ...parts, path: '/up' }),
  xhttpTls: xhttpTlsInbound({ ...place, ...files, serverName: 'a.example', path: '/up' }),
  vless: webSocketInbound({ ...place, ...files, protocol: 'vless', path: '/ws' }),
  vmess: webSocketInbound({ ...place, ...files, protocol: 'vmess', path: '/ws' }),
  trojan: trojanInbound({ ...place, ...files }),
  hysteria: hysteriaInbound({ ...place, ...files, obfs: 'a word' }),
  shadowsocks: shadowsocksInbound({ ...place, password: key }),
  wireguard: wireguardInbound({ ...place, secretKey: key }),
  masque: masqueInbound({ ...place, ...files }),
  mixed: mixedInbound({ ...place, account }),
  http: httpInbound({ ...place, account }),
  tunnel: tunnelInbound({ ...place, address: '1.1.1.1', to: 53 }),
}

describe.each(Object.entries(templates))('the template %s', (_, template) => {
  it('has nothing that the form would refuse', () => {
    expect(inboundProblems(template)).toEqual([])
    expect(inboundProblems({ ...template, port: 0 }).map((p) => p.field)).toEqual(['port'])
  })

  it('puts nothing but its files into a certificate', () => {
    const { tlsSettings } = (template.streamSettings ?? {}) as { tlsSettings?: { certificates: object[] } } // ours
    for (const certificate of tlsSettings?.certificates ?? [])
      expect(Object.keys(certificate).toSorted()).toEqual(['certificateFile', 'keyFile', 'usage'])
  })

  it('is stored as it stands: the panel has nothing to add', () => {
    const mint = { uuid: () => '', bytes: (n: number) => new Uint8Array(n), now: 0 }
    const { fields } = newInbound(template, mint)
    expect(fields.streamSettings).toEqual(template.streamSettings)
    expect(fields.settings).toEqual(template.settings)
  })
})

it('there is one for every protocol that people use', () => {
  const made = new Set(Object.values(templates).map(({ protocol }) => protocol))
  // hysteria2 is another name of hysteria; tun changes the routes of the server.
  expect(protocols.filter((name) => !made.has(name))).toEqual(['hysteria2', 'tun'])
})

it('a certificate with a name puts it into the links', () => {
  expect(templates.xhttpTls.streamSettings).toMatchObject({ tlsSettings: { serverName: 'a.example' } })
  expect(templates.trojan.streamSettings).toMatchObject({ tlsSettings: { serverName: '' } })
})
