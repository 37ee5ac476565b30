import { mayBeToken } from '#domain/move-in/marzban/old-token.ts'
import type { SubscriptionFormat } from '#domain/subscription/urls.ts'

/** What is asked below the token. */
export interface OldForm {
  format: SubscriptionFormat
  /** The format was asked for by name: neither the page nor what the app is known to read comes instead. */
  exact: boolean
}

export interface OldRequest extends OldForm {
  token: string
  query: string
}

const plain: OldForm = { format: 'raw', exact: false }
const exactly = (format: SubscriptionFormat): OldForm => ({ format, exact: true })

/**
 * The other panels' names of what this panel renders. Absent are replies of their API and files that it does not have:
 * `info`, `usage`, `apps`, `raw`, `wireguard`.
 */
const forms: Readonly<Record<string, OldForm>> = {
  '': plain,
  'sing-box': exactly('singbox'),
  sing_box: exactly('singbox'),
  'clash-meta': exactly('clash'),
  clash_meta: exactly('clash'),
  clash: exactly('clash'),
  'v2ray-json': exactly('json'),
  xray: exactly('json'),
  v2ray: exactly('raw'),
  links: exactly('raw'),
  links_base64: exactly('raw'),
  // Its Shadowsocks server is among the links, which Outline reads as well.
  outline: exactly('raw'),
}

/** Parses `<path><token>[/<form>][/][?query]`; null if it is nothing of that kind. */
export function readOldRequest(path: string, url: string): OldRequest | null {
  if (!url.startsWith(path)) return null
  const mark = url.indexOf('?')
  const whole = mark < 0 ? url : url.slice(0, mark)
  const rest = (whole.endsWith('/') ? whole.slice(0, -1) : whole).slice(path.length)
  const [token = '', form = '', more] = rest.split('/')
  if (more !== undefined || !mayBeToken(token) || !Object.hasOwn(forms, form)) return null
  return { ...forms[form]!, token, query: mark < 0 ? '' : url.slice(mark + 1) }
}
