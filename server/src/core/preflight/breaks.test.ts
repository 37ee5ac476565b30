import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { withOutboundsFor } from '#domain/core-config/in-version.ts'
import { asBlocks } from '#domain/untyped.ts'
import { nobody } from './affected.ts'
import { createBreaks } from './breaks.ts'

const breaks = createBreaks({
  onInbounds: async () => nobody,
  everybody: async () => nobody,
  withApps: async () => ({ ...nobody, apps: [] }),
  apps: async () => [],
})
const tls = (more: object) => ({ network: 'tcp', security: 'tls', tlsSettings: { serverName: 'a', ...more } })
const quic = { quicParams: { udpHop: { ports: '1-2' } } }
const stored: Block[] = [
  { tag: 'hops', protocol: 'hysteria', streamSettings: { ...tls({ useSystemCA: true }), finalmask: quic } },
  { tag: 'own', protocol: 'trojan', streamSettings: tls({}) },
  { tag: 'page', protocol: 'blackhole', settings: { response: { type: 'custom' } } },
]
const writtenFor = (version: string) => ({
  outbounds: asBlocks(withOutboundsFor({ outbounds: stored }, version).outbounds),
  routing: { rules: [] },
})
const told = async (from: string, to: string) => {
  const input = { from, to, inbounds: [], config: writtenFor(from), next: writtenFor(to) }
  return (await breaks.find(input)).map(
    ({ said }) => `${said.code} ${said.params.outbounds ?? said.params.places}`,
  )
}

it('what the panel writes for each version in its own form is no loss', async () => {
  expect(await told('26.7.28', '26.10.10')).toEqual(['preflight.private-authority own'])
  expect(await told('26.10.10', '26.7.28')).toEqual(['preflight.needs-newer page'])
  expect(await told('26.7.28', '26.7.28')).toEqual([])
})
