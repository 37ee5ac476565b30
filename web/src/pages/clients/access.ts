import type { DefaultSettings, SubscriptionAddressKey } from '#contract/settings.ts'

/** The fragment of a share link: the name that apps show. */
export function linkName(link: string): string {
  if (link.startsWith('vmess://')) {
    try {
      const parsed: unknown = JSON.parse(textOf(link.slice('vmess://'.length)))
      const { ps } = parsed as { ps?: unknown } // checked next
      if (typeof ps === 'string' && ps) return ps
    } catch {
      // The kind of the link is used as the name.
    }
  }
  const [, fragment = ''] = /#(.*)$/.exec(link) ?? []
  try {
    return decodeURIComponent(fragment) || protocolOf(link)
  } catch {
    return fragment || protocolOf(link)
  }
}

export const protocolOf = (link: string): string => /^[a-z0-9]+(?=:)/i.exec(link)?.[0] ?? ''

const textOf = (base64: string) =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))

export interface SubscriptionAddress {
  format: string
  url: string
  /** It answers on this server only. */
  isLocal: boolean
}

type Addresses = Pick<
  DefaultSettings,
  SubscriptionAddressKey | `sub${'' | 'Json' | 'Clash' | 'Singbox'}Enable` | 'subLocalOnly'
>

/** The URLs of a client's subscription, one per enabled format. */
export function subscriptionsOf(subId: string, s: Addresses): SubscriptionAddress[] {
  if (!s.subEnable || !subId) return []
  const forms = [
    { format: 'Base64', on: true, key: 'subURI' },
    { format: 'JSON', on: s.subJsonEnable, key: 'subJsonURI' },
    { format: 'Clash', on: s.subClashEnable, key: 'subClashURI' },
    { format: 'sing-box', on: s.subSingboxEnable, key: 'subSingboxURI' },
  ] as const
  return forms
    .filter(({ on, key }) => on && s[key])
    .map(({ format, key }) => ({
      format,
      url: `${s[key].replace(/\/*$/, '/')}${encodeURIComponent(subId)}`,
      isLocal: s.subLocalOnly.includes(key),
    }))
}
