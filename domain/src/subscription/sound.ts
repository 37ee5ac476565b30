import type { Advertised } from '#domain/links/advertised.ts'
import type { Cannot } from './rendered.ts'

/** The core has several names for a cipher, the others have one. */
const ciphers: Readonly<Record<string, string>> = {
  'aes-128-gcm': 'aes-128-gcm',
  'aes-256-gcm': 'aes-256-gcm',
  'chacha20-poly1305': 'chacha20-ietf-poly1305',
  'chacha20-ietf-poly1305': 'chacha20-ietf-poly1305',
  'xchacha20-poly1305': 'xchacha20-ietf-poly1305',
  'xchacha20-ietf-poly1305': 'xchacha20-ietf-poly1305',
  '2022-blake3-aes-128-gcm': '2022-blake3-aes-128-gcm',
  '2022-blake3-aes-256-gcm': '2022-blake3-aes-256-gcm',
  '2022-blake3-chacha20-poly1305': '2022-blake3-chacha20-poly1305',
  none: 'none',
  plain: 'none',
}

/** The mihomo and sing-box name of a Shadowsocks cipher; blank if they have none. */
export const cipherName = (method: string): string => (Object.hasOwn(ciphers, method) ? ciphers[method]! : '')

const publicKey = /^[A-Za-z0-9_-]{43}$/
const shortId = /^([0-9a-f]{2}){0,8}$/i
const encryption =
  /^mlkem768x25519plus\.(native|xorpub|random)\.[01]rtt(\.([A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{1579}|[0-9-]{1,19}))+$/

/** Base64 ECH is the configuration itself; anything else says where to query it. */
export const isEchConfig = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

const pin = /^[0-9a-f]{64}$/
/** The first valid certificate hash. */
export const pinOf = (pins: readonly string[]): string => pins.find((text) => pin.test(text)) ?? ''

/** The port hopping range, if it is valid. */
export const hopRanges = (ports: string): string =>
  /^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/.test(ports) ? ports : ''

const badKeys = ({ access, security: s }: Advertised): string => {
  if (s.kind === 'reality' && !publicKey.test(s.publicKey)) return 'its Reality public key is not one'
  if (s.kind === 'reality' && !shortId.test(s.shortId)) return 'its Reality short id is not one'
  return access.protocol === 'vless' && access.encryption !== 'none' && !encryption.test(access.encryption)
    ? 'its VLESS encryption is not of a kind that is known to it'
    : ''
}

/** What would make a program refuse the whole file, including all other entries (R35). */
export const unsound: Cannot = (entry) => {
  const { access } = entry
  return (
    badKeys(entry) ||
    (access.protocol === 'shadowsocks' &&
      cipherName(access.method) === '' &&
      'it does not know the cipher') ||
    ''
  )
}
