import type { Block } from '#contract/inbound.ts'
import type { Network } from '#contract/protocol.ts'
import { asBlocks, withoutKeys } from '#domain/core-config/json.ts'
import { blockAt, isBlock, textAt } from '#domain/inbounds/stream.ts'
import { filled } from '#domain/outbounds/share-parts.ts'
import type { Advertised, Security, Transport } from './advertised.ts'
import type { Params } from './escape.ts'

const wordAt = (block: Block, key: string): string => {
  const value = block[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Where a link says mKCP's mask: the core's name for one of them is another. */
const headerNames: Readonly<Record<string, string>> = { wechat: 'wechat-video' }

/** mKCP's looks as links have always said them; `fm` says them to the core of today. */
function kcpLooks(masks: Block): Params {
  const mask = asBlocks(masks.udp).find((m) => m.type === 'mkcp-legacy')
  const settings = mask ? blockAt(mask, 'settings') : {}
  const header = textAt(settings, 'header')
  const value = textAt(settings, 'value')
  return { headerType: headerNames[header] ?? header, seed: header === '' ? value : '' }
}

/** XHTTP's other settings in one JSON; the core reads either its `extra` or what stands beside it. */
function xhttpExtra(settings: Block): Block {
  const { extra } = settings
  return filled(isBlock(extra) ? extra : withoutKeys(settings, ['host', 'path', 'mode', 'extra']))
}

const web = ({ path, host }: Transport): Params => ({ path, host })

const transportFor = {
  // Without an HTTP header both are blank.
  tcp: (t) => ({ ...web(t), headerType: t.headerType === 'http' ? 'http' : '' }),
  ws: web,
  httpupgrade: web,
  grpc: ({ serviceName, authority, multiMode }) => ({
    serviceName,
    authority,
    mode: multiMode ? 'multi' : '',
  }),
  xhttp: (t) => {
    const extra = xhttpExtra(t.settings)
    return {
      ...web(t),
      mode: t.mode,
      x_padding_bytes: wordAt(extra, 'xPaddingBytes'),
      extra: Object.keys(extra).length > 0 ? JSON.stringify(extra) : '',
    }
  },
  kcp: ({ settings }, masks) => ({
    ...kcpLooks(masks),
    mtu: wordAt(settings, 'mtu'),
    tti: wordAt(settings, 'tti'),
  }),
  hysteria: () => ({}),
} satisfies Record<Network, (transport: Transport, masks: Block) => Params>

/** How links name a transport and its masks; blanks are left out when the link is written. */
export const transportParams = ({ transport, masks }: Advertised): Params => ({
  type: transport.network,
  ...transportFor[transport.network](transport, masks),
  fm: Object.keys(masks).length > 0 ? JSON.stringify(masks) : '',
})

/** How links name a security; `none` says nothing but its name. */
export function securityParams(security: Security): Params {
  if (security.kind === 'none') return { security: 'none' }
  const { kind, sni, fingerprint: fp } = security
  if (kind === 'reality') {
    const { publicKey, shortId, spiderX, mldsa65Verify } = security
    return { security: kind, sni, fp, pbk: publicKey, sid: shortId, spx: spiderX, pqv: mldsa65Verify }
  }
  return {
    security: kind,
    sni,
    fp,
    alpn: security.alpn.join(','),
    ech: security.ech,
    vcn: security.verifyName,
    pcs: security.pins.join(','),
    allowInsecure: security.allowInsecure ? '1' : '',
  }
}
