import type { PlainKey, Translate } from '../../../i18n/translation.tsx'

/** What the form calls the fields of a group; its review says the same. */
export const addressLabels = {
  inboundIds: 'addresses.inbounds',
  hosts: 'addresses.hosts',
  remark: 'addresses.remark',
  port: 'addresses.port',
  security: 'addresses.security',
  sni: 'addresses.sni',
  hostHeader: 'addresses.hostHeader',
  path: 'addresses.path',
  alpn: 'addresses.alpn',
  fingerprint: 'addresses.fingerprint',
  overrideSniFromAddress: 'addresses.overrideSni',
  keepSniBlank: 'addresses.blankSni',
  allowInsecure: 'addresses.insecure',
  echConfigList: 'addresses.ech',
  pinnedPeerCertSha256: 'addresses.pins',
  verifyPeerCertByName: 'addresses.verifyName',
  vlessRoute: 'addresses.vlessRoute',
  excludeFromSubTypes: 'addresses.exclude',
  serverDescription: 'addresses.description',
  mihomoIpVersion: 'addresses.ipVersion',
  tags: 'addresses.tags',
  muxParams: 'addresses.mux',
  sockoptParams: 'addresses.sockopt',
  finalMask: 'addresses.finalMask',
  isDisabled: 'addresses.enabled',
  isHidden: 'addresses.hidden',
  order: 'addresses.order',
} as const satisfies Record<string, PlainKey>

export const securityWords = {
  same: 'addresses.same',
  none: 'addresses.none',
  tls: 'addresses.tls',
  reality: 'addresses.reality',
} as const satisfies Record<string, PlainKey>

export const ipVersionWords = {
  dual: 'addresses.ipDual',
  ipv4: 'addresses.ip4',
  'ipv4-prefer': 'addresses.ip4First',
  ipv6: 'addresses.ip6',
  'ipv6-prefer': 'addresses.ip6First',
} as const satisfies Record<string, PlainKey>

/** Formats of a subscription, by the names that the API knows; blank is a word of ours. */
export const formats: Readonly<Record<string, string>> = {
  raw: '',
  json: 'JSON',
  clash: 'Clash, Mihomo',
  singbox: 'sing-box',
}

export const formatName = (t: Translate, format: string): string =>
  format === 'raw' ? t('addresses.formatLinks') : formats[format] || format

const labels: Partial<Record<string, PlainKey>> = addressLabels
export const labelOf = (path: string): PlainKey | undefined => labels[path]

const choices: Partial<Record<string, Readonly<Record<string, PlainKey>>>> = {
  security: securityWords,
  mihomoIpVersion: ipVersionWords,
}

/** The form's word for a chosen value. */
export function wordOf(t: Translate, path: string, value: unknown): string | undefined {
  if (path === 'excludeFromSubTypes' && Array.isArray(value) && value.length > 0)
    return value.map((one) => formatName(t, String(one))).join(', ')
  const word = choices[path]?.[String(value)]
  return word && t(word)
}
