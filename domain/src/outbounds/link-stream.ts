import type { Block } from '#contract/inbound.ts'
import { blockAt, isBlock, networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { fields, flag, list, oneOf, part, text, whole } from './link-fields.ts'
import { linkMasks } from './link-masks.ts'
import { linkReality, linkTls } from './link-security.ts'
import { linkXhttp } from './link-xhttp.ts'

const path = text(2_048)
const host = text(1_024)
const hostOnly = fields({ path, host })

const httpHeader = fields({
  type: oneOf('http', 'none'),
  request: part(
    fields({
      path: list(path, 32),
      headers: part(fields({ Host: list(host, 32) })),
    }),
  ),
})

const transports: Readonly<Record<string, (value: unknown, name: string) => Block>> = {
  tcp: fields({ header: part(httpHeader) }),
  ws: hostOnly,
  httpupgrade: hostOnly,
  grpc: fields({ serviceName: path, authority: host, multiMode: flag }),
  xhttp: linkXhttp,
  kcp: fields({ mtu: whole(576, 1_460), tti: whole(10, 5_000) }),
  hysteria: fields({ version: whole(2, 2), auth: text(1_024) }),
}

/**
 * The stream settings that a share link may set: client keys only, each within a safe range. Files, certificates,
 * socket options and chains to other outbounds can be set only by an operator (ADR 086).
 */
export function linkStream(stream: Block): Block {
  if (Object.keys(stream).length === 0) return {}
  const [network, security] = [networkOf(stream), securityOf(stream)]
  const name = `${network}Settings`
  const read = Object.hasOwn(transports, network) ? transports[network] : undefined
  const transport = read && isBlock(stream[name]) ? read(stream[name], name) : {}
  const masks = isBlock(stream.finalmask) ? linkMasks(stream.finalmask, { network, security }) : {}
  return {
    network,
    security,
    ...(security === 'tls' && { tlsSettings: linkTls(blockAt(stream, 'tlsSettings'), 'tlsSettings') }),
    ...(security === 'reality' && {
      realitySettings: linkReality(blockAt(stream, 'realitySettings'), 'realitySettings'),
    }),
    ...(Object.keys(transport).length > 0 && { [name]: transport }),
    ...(Object.keys(masks).length > 0 && { finalmask: masks }),
  }
}
