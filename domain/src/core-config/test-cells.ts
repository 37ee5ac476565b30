import type { Block, InboundInput } from '#contract/inbound.ts'
import { carriesClients, protocols } from '#contract/protocol.ts'
import { newClient, type StoredClient } from '#domain/clients/client.ts'
import { countingMint } from '#domain/clients/counting-mint.ts'
import { isSingleUser } from '#domain/clients/shadowsocks-key.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { type Cell, cellsOf } from '#domain/inbounds/form/cells.ts'
import { defaultsFor, type InboundBlocks } from '#domain/inbounds/form/defaults.ts'
import { newInbound } from '#domain/inbounds/inbound.ts'
import { blockAt } from '#domain/inbounds/stream.ts'
import { type BuildInput, buildConfig, type CoreConfig } from './build.ts'
import { clientConfig } from './client-side.ts'
import type { Trust } from './client-trust.ts'
import { defaultTemplate } from './default-template.ts'
import type { SectionSource } from './inbound-section.ts'
import { testKeys } from './test-keys.ts'
import type { HiddenBytes } from './users.ts'

/** All 56 legal combinations (inbound-form 2.2); `hysteria2` is another name for one of them. */
export const allCells: readonly Cell[] = protocols.filter((p) => p !== 'hysteria2').flatMap(cellsOf)

export const cellName = ({ protocol, network, security }: Cell): string =>
  [protocol, network, security].filter(Boolean).join('-')

/** Not secret at all, but as long as asked for and different for every name. */
export const testHidden: HiddenBytes = (name, length) =>
  Uint8Array.from({ length }, (_, i) => (name.charCodeAt(i % name.length) * 7 + i * 13) % 256)

const withSecurity = (stream: Block, target: string): Block => {
  if (stream.security === 'tls') {
    const { certificate, key } = testKeys
    const row = { certificate: certificate.split('\n'), key: key.split('\n'), usage: 'encipherment' }
    const tls = { ...blockAt(stream, 'tlsSettings'), serverName: 'sluice.test', certificates: [row] }
    return { ...stream, tlsSettings: tls }
  }
  if (stream.security !== 'reality') return stream
  const reality = blockAt(stream, 'realitySettings')
  const { privateKey, publicKey } = testKeys.reality
  const settings = { ...blockAt(reality, 'settings'), publicKey }
  return {
    ...stream,
    realitySettings: { ...reality, target, serverNames: ['sluice.test'], privateKey, settings },
  }
}

const peer = {
  privateKey: testKeys.wireguard.peerSecretKey,
  publicKey: testKeys.wireguard.peerPublicKey,
  allowedIPs: ['10.0.0.2/32'],
}
const settingsOf: Partial<Record<Cell['protocol'], Block>> = {
  wireguard: { secretKey: testKeys.wireguard.secretKey, peers: [peer] },
  tunnel: { rewriteAddress: '127.0.0.1', rewritePort: 8080 },
}

export interface CellOptions {
  port?: number
  /** What a Reality inbound pretends to be. */
  target?: string
  /** Over the defaults of the cell's settings. */
  settings?: Block
}

/** A new inbound of this cell as the form makes it, with keys where a person would put them. */
export function cellInbound(cell: Cell, options: CellOptions = {}): SectionSource {
  const { port = 4443, target = '127.0.0.1:443', settings = {} } = options
  const mint = countingMint()
  const blocks: InboundBlocks = defaultsFor(cell.protocol, cell.network, cell.security, mint)
  const input: InboundInput = {
    protocol: cell.protocol,
    port,
    settings: { ...blocks.settings, ...settingsOf[cell.protocol], ...settings },
    streamSettings: withSecurity(blocks.streamSettings, target),
    sniffing: blocks.sniffing,
  }
  return { ...newInbound(input, mint).fields, id: 1, tag: `inbound-${port}` }
}

/** A client that fits the inbound; with Vision wherever that runs. */
export function cellClient(inbound: SectionSource): StoredClient {
  const { protocol } = inbound
  const method = methodOf(inbound)
  const targets = carriesClients(protocol) && !isSingleUser(method) ? [{ protocol, method }] : []
  return newClient({ email: 'ann', flow: 'xtls-rprx-vision' }, targets, countingMint())
}

export const cellConfig = (inbound: SectionSource, more: Partial<BuildInput> = {}): CoreConfig =>
  buildConfig({
    template: defaultTemplate(),
    inbounds: more.inbounds ?? [{ inbound, clients: [cellClient(inbound)] }],
    fallbacks: [],
    apiListen: '127.0.0.1:61001',
    logFolder: '/var/log/sluice',
    hidden: testHidden,
    ...more,
  })

export const cellClientConfig = (
  inbound: SectionSource,
  socksPort = 61003,
  trust: Trust = { ca: testKeys.ca },
): Block =>
  clientConfig(inbound, cellClient(inbound), {
    address: '127.0.0.1',
    port: inbound.port,
    socksPort,
    publicKey: testKeys.wireguard.publicKey,
    ...trust,
  })
