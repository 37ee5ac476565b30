import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { newestKnownCore } from '#domain/core-config/core-changes.ts'
import { outboundFor } from '#domain/core-config/in-version.ts'
import { testConfig } from '#server/core/binary/config-test.ts'
import { otherCores } from '#test/core-binary.ts'

const tls = { serverName: 'a.example', alpn: ['h3'], useSystemCA: true }
const hop = { udpHop: { ports: '2000-2010', interval: '5-10' } }
const salamander = { type: 'salamander', settings: { password: 'x' } }
const dns = { type: 'xdns', settings: { resolvers: ['t.example.com+udp://1.1.1.1:53'] } }
const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const end = { tag: 'end', protocol: 'blackhole' }

/** As operators have them since older versions. */
const stored: readonly Block[] = [
  {
    tag: 'direct',
    protocol: 'freedom',
    settings: { domainStrategy: 'UseIPv4' },
    proxySettings: { tag: 'end' },
    streamSettings: { sockopt: { addressPortStrategy: 'SrvPortOnly' } },
  },
  {
    tag: 'hop',
    protocol: 'hysteria',
    settings: { version: 2, address: '1.2.3.4', port: 443 },
    streamSettings: {
      network: 'hysteria',
      security: 'tls',
      hysteriaSettings: { version: 2, auth: 'x' },
      tlsSettings: tls,
      finalmask: { udp: [salamander], quicParams: hop },
    },
  },
  {
    tag: 'dns',
    protocol: 'vless',
    settings: { address: '10.2.3.4', port: 443, id, encryption: 'none' },
    streamSettings: { network: 'kcp', kcpSettings: {}, finalmask: { udp: [dns] } },
  },
]

const accepts = async (binary: string, outbound: Block) => {
  const config = JSON.stringify({ log: { loglevel: 'none' }, outbounds: [outbound, end] })
  const verdict = await testConfig(binary, config, { assetFolder: tmpdir() })
  return verdict.ok ? 'accepted' : verdict.words
}

describe.each(Object.entries(otherCores))('Xray %s', (version, binary) => {
  it.each(stored.map((one) => [String(one.tag), one]))(
    'accepts the outbound %s as it is written for it',
    async (_, one) => {
      expect(await accepts(binary, outboundFor(version)(one))).toBe('accepted')
    },
  )

  it.runIf(version === newestKnownCore)('refuses what older versions took', async () => {
    expect(await accepts(binary, stored[0] ?? {})).not.toBe('accepted')
    expect(await accepts(binary, stored[2] ?? {})).not.toBe('accepted')
  })
})
