import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import type { Protocol } from '#contract/protocol.ts'
import { checkPort, layer4Of, type PortClaim } from './port.ts'

const layers = (protocol: Protocol, settings: Block = {}, streamSettings: Block = {}) =>
  layer4Of({ protocol, settings, streamSettings }).join()

describe('what an inbound holds of its port', () => {
  test.each([
    ['vless', {}, { network: 'ws' }, 'tcp'],
    ['vless', {}, { network: 'kcp' }, 'udp'],
    ['vless', {}, { network: 'xhttp', security: 'tls', tlsSettings: { alpn: ['h3'] } }, 'udp'],
    ['vless', {}, { network: 'xhttp', security: 'tls', tlsSettings: { alpn: ['h2', 'h3'] } }, 'tcp'],
    ['hysteria2', {}, {}, 'udp'],
    ['wireguard', {}, {}, 'udp'],
    ['shadowsocks', {}, {}, 'tcp'],
    ['shadowsocks', { network: 'tcp,udp' }, {}, 'tcp,udp'],
    ['shadowsocks', { network: 'udp' }, { network: 'ws' }, 'udp'],
    ['shadowsocks', { network: 'tcp,udp' }, { network: 'kcp' }, 'udp'],
    ['mixed', { udp: true }, {}, 'tcp,udp'],
    ['mixed', {}, {}, 'tcp'],
    ['tunnel', { allowedNetwork: 'tcp,udp' }, {}, 'tcp,udp'],
    ['tunnel', {}, {}, 'tcp'],
    ['http', {}, {}, 'tcp'],
    ['tun', {}, {}, ''],
  ] as const)('%s %j %j: %s', (protocol, settings, stream, expected) => {
    expect(layers(protocol, settings, stream)).toBe(expected)
  })
})

describe('the port rule', () => {
  const held: PortClaim = { id: 1, remark: 'main', listen: '', port: 443, nodeId: null, layers: ['tcp'] }
  const ask = (more: Partial<PortClaim>) => () => checkPort({ ...held, id: 2, ...more }, [held])
  test('the same port, address and transport is taken', () => {
    expect(ask({})).toThrow("Port 443 (tcp) is already used by inbound 'main' (#1)")
    expect(ask({ listen: '10.0.0.1' })).toThrow(expect.objectContaining({ field: 'port' }))
  })
  test.each([
    ['another transport', { layers: ['udp'] as const }],
    ['another port', { port: 444 }],
    ['another node', { nodeId: 3 }],
    ['a socket', { listen: '/run/a.sock' }],
    ['itself', { id: 1 }],
    ['no port at all', { layers: [] }],
  ])('%s is free', (_name, more) => {
    expect(ask(more)).not.toThrow()
  })
  test('a socket path belongs to one inbound', () => {
    const socket = { ...held, listen: '@x', port: 0 }
    expect(() => checkPort({ ...socket, id: 2, port: 9 }, [socket])).toThrow(
      expect.objectContaining({ field: 'listen' }),
    )
  })
})
