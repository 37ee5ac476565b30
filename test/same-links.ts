/** What an app needs from a link; names, the order of links and what is random per request are left out. */
export interface Essence {
  protocol: string
  user: string
  host: string
  port: string
  params: Record<string, string>
}

const decode64 = (text: string): string => Buffer.from(text, 'base64').toString()
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Params that say how to connect, with the value that a missing one has. */
const compared: Record<string, string> = {
  type: 'tcp',
  security: 'none',
  flow: '',
  pbk: '',
  fp: '',
  path: '',
  host: '',
  serviceName: '',
  headerType: 'none',
  alpn: '',
  obfs: '',
  'obfs-password': '',
  mode: '',
  sni: '',
  sid: '',
}

function params(query: URLSearchParams): Record<string, string> {
  const found = Object.entries(compared).map(([name, usual]) => [name, query.get(name) || usual])
  const all: Record<string, string> = Object.fromEntries(found)
  // WebSocket speaks HTTP/1.1, whatever the inbound's TLS offers (R41).
  if (/^(ws|httpupgrade)$/.test(all.type ?? '')) all.alpn = 'http/1.1'
  // The releases choose one of several at random for every request.
  if (all.security === 'reality') return { ...all, sni: '*', sid: '*' }
  return all
}

function vmess(link: string): Essence {
  const it = JSON.parse(decode64(link.slice('vmess://'.length))) as Record<string, unknown>
  const text = (key: string, usual = '') => String(it[key] ?? '') || usual
  return {
    protocol: 'vmess',
    user: text('id'),
    host: text('add'),
    port: text('port'),
    params: {
      type: text('net', 'tcp'),
      header: text('type', 'none'),
      host: text('host'),
      path: text('path'),
      tls: text('tls', 'none'),
      sni: text('sni'),
    },
  }
}

/** Old links carry an unescaped slash in the password, which `URL` would not read. */
const pattern = /^(\w+):\/\/(.*)@(\[[^\]]+\]|[^@/?#:]+):(\d+)\/?(?:\?([^#]*))?(?:#.*)?$/

export function essenceOf(link: string): Essence {
  if (link.startsWith('vmess://')) return vmess(link)
  const [, protocol = '', userinfo = '', host = '', port = '', query = ''] = pattern.exec(link) ?? []
  if (protocol === '') throw new Error(`not a link: ${link}`)
  const name = protocol === 'hy2' ? 'hysteria2' : protocol
  const user = decoded(userinfo)
  return {
    protocol: name,
    user: name === 'ss' && !user.includes(':') ? decode64(user) : user,
    host,
    port,
    params: params(new URLSearchParams(query)),
  }
}

/** In an order of their own, so that two lists can be compared. */
export const essencesOf = (links: readonly string[]): string[] =>
  links.map((link) => JSON.stringify(essenceOf(link))).sort()
