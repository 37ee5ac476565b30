import type { HostGroup } from '#contract/host.ts'
import type { PlainKey, Translate } from '../../../i18n/translation.tsx'
import { wordFor } from '../../../i18n/word-for.ts'

export const securities = ['same', 'none', 'tls', 'reality'] as const satisfies HostGroup['security'][]
export const ipVersions = [
  'dual',
  'ipv4',
  'ipv4-prefer',
  'ipv6',
  'ipv6-prefer',
] as const satisfies HostGroup['mihomoIpVersion'][]

/** Formats of a subscription, by the names that the API knows; blank is a word of ours. */
export const formats: Readonly<Record<string, string>> = {
  raw: '',
  json: 'JSON',
  clash: 'Clash, Mihomo',
  singbox: 'sing-box',
}

export const formatName = (t: Translate, format: string): string =>
  format === 'raw' ? t('addresses.formatLinks') : formats[format] || format

/** What the form calls a field of a group; its review says the same. */
export const labelOf = (path: string): PlainKey | undefined => wordFor('addresses.field', path)

/** The form's word for a chosen value. */
export function wordOf(t: Translate, path: string, value: unknown): string | undefined {
  if (path === 'excludeFromSubTypes' && Array.isArray(value) && value.length > 0)
    return value.map((one) => formatName(t, String(one))).join(', ')
  const group = { security: 'addresses.security', mihomoIpVersion: 'addresses.ip' }[path]
  const word = group && wordFor(group, String(value))
  return word && t(word)
}
