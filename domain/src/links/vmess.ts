import { base64Text, type Params } from './escape.ts'
import { keptText } from './kept-text.ts'
import type { EntryOf } from './link.ts'
import { securityParams, transportParams } from './link-params.ts'

/** VMess JSON has one `type` and one `path`, whose meaning depends on the transport. */
function renamed({ transport }: EntryOf<'vmess'>, params: Params): Params {
  const { type: net = '', headerType = '', serviceName = '', seed = '', ...rest } = params
  if (transport.network === 'grpc') {
    const { mode = '', ...others } = rest
    return { ...others, net, type: mode || 'gun', path: serviceName }
  }
  if (transport.network === 'kcp') return { ...rest, net, type: headerType || 'none', path: seed }
  return { ...rest, net, type: headerType || 'none' }
}

/** The part that depends on the route, as the tail of a JSON object. */
function wayWords(entry: EntryOf<'vmess'>): string {
  const { security: tls = '', ...secured } = securityParams(entry.security)
  const words = { ...renamed(entry, transportParams(entry)), ...secured }
  const said = Object.entries(words)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify({ tls, ...Object.fromEntries(said) }).slice(1)
}

/** `vmess://` and the Base64 of a JSON object; its address has no brackets. */
export function vmessLink(entry: EntryOf<'vmess'>): string {
  const { access, host, port, remark } = entry
  const own = JSON.stringify({
    v: '2',
    ps: remark,
    add: host,
    port,
    id: access.id,
    aid: 0,
    scy: access.cipher,
  })
  return `vmess://${base64Text(`${own.slice(0, -1)},${keptText(entry, 'vmess', () => wayWords(entry))}`)}`
}
