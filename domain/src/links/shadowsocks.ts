import { is2022 } from '#domain/clients/shadowsocks-key.ts'
import type { Advertised } from './advertised.ts'
import { base64Url, escaped, type Params, queryOf, uriOf } from './escape.ts'
import { keptText } from './kept-text.ts'
import type { EntryOf } from './link.ts'
import { securityParams, transportParams } from './link-params.ts'

/** The one SIP003 plugin that matches a transport of the core: apps that ignore our parameters know it. */
function pluginFor({ transport, security }: Advertised): Params {
  const { headerType, path, host } = transport
  if (headerType !== 'http' || path !== '/' || security.kind !== 'none') return {}
  return { plugin: `obfs-local;obfs=http${host && `;obfs-host=${host}`}` }
}

/** SIP002: Base64url for legacy ciphers, percent-encoding for 2022 keys. */
export function shadowsocksLink(entry: EntryOf<'shadowsocks'>): string {
  const { method, keys } = entry.access
  const parts = [method, ...keys]
  const user = is2022(method) ? parts.map(escaped).join(':') : base64Url(parts.join(':'))
  const query = keptText(entry, 'ss', () => {
    const security = entry.security.kind === 'none' ? {} : securityParams(entry.security)
    return queryOf({ ...transportParams(entry), ...security, ...pluginFor(entry) })
  })
  return uriOf(entry, 'ss', user, query)
}
