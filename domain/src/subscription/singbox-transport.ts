import type { Block } from '#contract/inbound.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { filled } from '#domain/outbounds/share-parts.ts'
import { earlyPath } from './dialling.ts'

const webSocket = ({ host, headers, path: raw }: Advertised['transport']): Block => {
  const { path, earlyData } = earlyPath(raw)
  return filled({
    type: 'ws',
    path,
    headers: { ...headers, ...(host && { Host: host }) },
    ...(earlyData > 0 && {
      max_early_data: earlyData,
      early_data_header_name: 'Sec-WebSocket-Protocol',
    }),
  })
}

/** The transport of a sing-box outbound; undefined for plain TCP. */
export function singboxTransport({ transport }: Advertised): Block | undefined {
  const { network, host, headers, path, serviceName, headerType } = transport
  if (network === 'ws') return webSocket(transport)
  if (network === 'httpupgrade')
    return filled({ type: 'httpupgrade', host, path: earlyPath(path).path, headers })
  if (network === 'grpc') return filled({ type: 'grpc', service_name: serviceName })
  // Without TLS this is the core's HTTP header; with TLS it would be HTTP/2.
  if (headerType === 'http')
    return filled({ type: 'http', host: [host].filter(Boolean), path, method: 'GET', headers })
  return undefined
}

/** Escapes a value for the plugin's options. */
const escaped = (text: string): string => text.replace(/[\\;=]/g, (c) => `\\${c}`)

/** This plugin implements Shadowsocks in WebSocket; its multiplexer is not compatible with the core's. */
export function singboxPlugin({ transport, security, host }: Advertised): Block {
  if (transport.network !== 'ws') return {}
  const name = transport.host || (security.kind === 'tls' && security.sni) || host
  const options = [
    'mode=websocket',
    ...(security.kind === 'tls' ? ['tls'] : []),
    `host=${escaped(name)}`,
    `path=${escaped(earlyPath(transport.path).path)}`,
    'mux=0',
  ]
  return { plugin: 'v2ray-plugin', plugin_opts: options.join(';'), network: 'tcp' }
}
