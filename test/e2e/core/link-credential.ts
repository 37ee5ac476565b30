import type { PanelClient } from './core-panel.ts'

/** The credential in a share link. */
export function credentialIn(link: string): Partial<PanelClient> & { shadowsocksKey?: string } {
  if (link.startsWith('vmess://'))
    return { uuid: (JSON.parse(Buffer.from(link.slice(8), 'base64').toString()) as { id: string }).id }
  const { protocol, username, password } = new URL(link)
  const [user, more] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (protocol === 'vless:') return { uuid: user }
  if (protocol === 'trojan:') return { password: user }
  if (protocol === 'ss:') return { shadowsocksKey: more.split(':')[1] ?? '' }
  return { auth: user }
}
