import type { Block } from '#contract/inbound.ts'
import { currentXhttp } from '#domain/core-config/core-stream.ts'
import { canonicalStream, networkOf } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { filled } from '#domain/untyped.ts'
import { listIn } from '../texts.ts'
import { type Ask, blockIn } from './share-parts.ts'

/** Header names in links; one differs from the core's. */
const maskHeaders: Readonly<Record<string, string>> = { 'wechat-video': 'wechat' }

const positive = (text: string): number | undefined =>
  /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined

const withHost = (ask: Ask): Block => ({ path: ask('path'), host: ask('host') })

const transports: Readonly<Record<string, (ask: Ask) => Block>> = {
  tcp: (ask) =>
    ask('headerType') === 'http'
      ? {
          header: {
            type: 'http',
            request: filled({
              path: ask('path') ? listIn(ask('path')) : ['/'],
              headers: filled({ Host: listIn(ask('host')) }),
            }),
          },
        }
      : {},
  ws: withHost,
  httpupgrade: withHost,
  grpc: (ask) => ({
    serviceName: ask('serviceName'),
    authority: ask('authority'),
    ...(ask('mode') === 'multi' && { multiMode: true }),
  }),
  xhttp: (ask) =>
    currentXhttp({
      ...withHost(ask),
      mode: ask('mode'),
      xPaddingBytes: ask('x_padding_bytes'),
      extra: blockIn(ask('extra')),
    }),
  kcp: (ask) => ({ mtu: positive(ask('mtu')), tti: positive(ask('tti')) }),
}

/** Masks for current cores; `fm` takes precedence over older parameters. */
function masksOf(network: string, ask: Ask): Block {
  const given = blockIn(ask('fm'))
  if (Object.keys(given).length > 0) return { finalmask: given }
  const type = ask('headerType')
  const header = type === 'none' ? '' : (maskHeaders[type] ?? type)
  const seed = ask('seed')
  if (network !== 'kcp' || (header === '' && seed === '')) return {}
  return { finalmask: { udp: [{ type: 'mkcp-legacy', settings: filled({ header, value: seed }) }] } }
}

function pinOf(text: string): string {
  const pin = text.replaceAll(':', '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(pin)) throw new Refusal('share-link.pin-not-sha256')
  return pin
}

/** Links without `sni` use the Host header as server name. */
export const tlsOf = (ask: Ask): Block =>
  filled({
    serverName: ask('sni') || ask('peer') || listIn(ask('host'))[0],
    alpn: listIn(ask('alpn')),
    fingerprint: ask('fp'),
    echConfigList: ask('ech'),
    verifyPeerCertByName: ask('vcn'),
    pinnedPeerCertSha256: listIn(ask('pcs') || ask('pinSHA256'))
      .map(pinOf)
      .join(','),
  })

function realityOf(ask: Ask): Block {
  if (ask('pbk') === '') throw new Refusal('share-link.no-reality-key')
  return filled({
    serverName: ask('sni'),
    fingerprint: ask('fp') || 'chrome',
    publicKey: ask('pbk'),
    shortId: ask('sid'),
    spiderX: ask('spx'),
    mldsa65Verify: ask('pqv'),
  })
}

function securityOf(ask: Ask, usual: 'none' | 'tls'): Block {
  const security = ask('security') || usual
  if (security === 'none') return { security }
  if (security === 'tls' || security === 'xtls') return { security: 'tls', tlsSettings: tlsOf(ask) }
  if (security === 'reality') return { security, realitySettings: realityOf(ask) }
  throw new Refusal('share-link.security-unknown')
}

/** The stream settings from a link's parameters. */
export function streamOf(ask: Ask, usual: 'none' | 'tls'): Block {
  const network = networkOf(canonicalStream({ network: ask('type') }))
  const transport = Object.hasOwn(transports, network) ? transports[network] : undefined
  if (!transport) throw new Refusal('share-link.transport-unknown')
  const settings = filled(transport(ask))
  return {
    network,
    ...securityOf(ask, usual),
    ...(Object.keys(settings).length > 0 && { [`${network}Settings`]: settings }),
    ...masksOf(network, ask),
  }
}
