/** Protocols whose users these panels manage and that have clients here. */
export const secretProtocols = ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria'] as const
export type SecretProtocol = (typeof secretProtocols)[number]

/** What a user has for one protocol. */
export interface Secret {
  /** An id, a password or an auth, by protocol. */
  value: string
  flow: string
  /** The Shadowsocks cipher, if it is the user's own. */
  method: string
  /** Tags of the inbounds on which the user is. */
  tags: readonly string[]
}

/** A user of the other panel, in its own terms. Times are milliseconds, 0 for none. */
export interface Person {
  id: number
  name: string
  status: string
  used: number
  limit: number
  resetStrategy: string
  expire: number
  holdSeconds: number
  holdTimeout: number
  createdAt: number
  editedAt: number
  revokedAt: number
  onlineAt: number
  note: string
  groups: readonly string[]
  limitHwid: number
  secrets: Partial<Record<SecretProtocol, Secret>>
}
