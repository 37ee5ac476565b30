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

/** mKCP mask names in links; one differs from the core's. */
const headerNames: Readonly<Record<string, string>> = { wechat: 'wechat-video' }

/** mKCP headers in the classic link parameters; `fm` is for current cores. */
function kcpLooks(masks: Block): Params {
  const mask = asBlocks(masks.udp).find((m) => m.type === 'mkcp-legacy')
  const settings = mask ? blockAt(mask, 'settings') : {}
  const header = textAt(settings, 'header')
  const value = textAt(settings, 'value')
  return { headerType: headerNames[header] ?? header, seed: header === '' ? value : '' }
}

/** XHTTP's other settings as one JSON; the core reads either `extra` or the keys next to it. */
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

/** Link parameters of a transport and its masks; blank ones are omitted when the link is written. */
export const transportParams = ({ transport, masks }: Advertised): Params => ({
  type: transport.network,
  ...transportFor[transport.network](transport, masks),
  fm: Object.keys(masks).length > 0 ? JSON.stringify(masks) : '',
})

/** Link parameters of a security; `none` has only its name. */
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
