import { describe, expect, it } from 'vitest'
import { networks, protocols, securities } from '#contract/protocol.ts'
import { inboundProblems } from '#domain/inbounds/form/validate.ts'
import {
  cellOfForm,
  networksOf,
  securitiesOf,
  withNetwork,
  withProtocol,
  withSecurity,
} from './cell-change.ts'

const mint = { uuid: () => 'id', bytes: (n: number) => new Uint8Array(n).fill(7), now: 0 }
const reality = () => ({
  port: 443,
  protocol: 'vless',
  settings: { decryption: 'none' },
  streamSettings: {
    network: 'tcp',
    security: 'reality',
    tcpSettings: {},
    realitySettings: { target: 'a:443', serverNames: ['a'] },
  },
})

it('changes security if the transport cannot carry it', () => {
  const ws = withNetwork(reality(), 'ws', new Map(), mint)
  expect(cellOfForm(ws)).toEqual({ protocol: 'vless', network: 'ws', security: 'tls' })
  expect(ws.streamSettings).toMatchObject({ wsSettings: { path: '/' }, tlsSettings: { alpn: ['http/1.1'] } })
  expect(ws.streamSettings).not.toHaveProperty('realitySettings')
})

it('restores earlier input when a choice is reverted', () => {
  const kept = new Map()
  const there = withSecurity(reality(), 'none', kept, mint)
  expect(there.streamSettings).not.toHaveProperty('realitySettings')
  expect(withSecurity(there, 'reality', kept, mint).streamSettings).toMatchObject(reality().streamSettings)
  const other = withProtocol(reality(), 'wireguard', kept, mint)
  expect(cellOfForm(other)).toEqual({ protocol: 'wireguard' })
  expect(withProtocol(other, 'vless', kept, mint)).toEqual(reality())
})

describe.each(protocols)('%s', (protocol) => {
  it('is valid after every change of transport and security', () => {
    const kept = new Map()
    let form = withProtocol(reality(), protocol, kept, mint)
    expect(inboundProblems(form)).toEqual([])
    for (const network of networksOf(protocol)) {
      form = withNetwork(form, network, kept, mint)
      for (const security of securitiesOf(protocol, network)) {
        form = withSecurity(form, security, kept, mint)
        expect(inboundProblems(form)).toEqual([])
        expect(networks).toContain(cellOfForm(form).network)
        expect(securities).toContain(security)
      }
    }
  })
})
