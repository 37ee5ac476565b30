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
}

interface Addresses {
  subEnable: boolean
  subURI: string
  subJsonEnable: boolean
  subJsonURI: string
  subClashEnable: boolean
  subClashURI: string
  subSingboxEnable: boolean
  subSingboxURI: string
}

/** The URLs of a client's subscription, one per enabled format. */
export function subscriptionsOf(subId: string, s: Addresses): SubscriptionAddress[] {
  if (!s.subEnable || !subId) return []
  const forms = [
    { format: 'Base64', on: true, uri: s.subURI },
    { format: 'JSON', on: s.subJsonEnable, uri: s.subJsonURI },
    { format: 'Clash', on: s.subClashEnable, uri: s.subClashURI },
    { format: 'sing-box', on: s.subSingboxEnable, uri: s.subSingboxURI },
  ]
  return forms
    .filter(({ on, uri }) => on && uri)
    .map(({ format, uri }) => ({ format, url: `${uri.replace(/\/*$/, '/')}${encodeURIComponent(subId)}` }))
}
