import { base64, hex32, type Mint } from './mint.ts'

const keyBytes: Readonly<Record<string, number>> = {
  '2022-blake3-aes-128-gcm': 16,
  '2022-blake3-aes-256-gcm': 32,
  '2022-blake3-chacha20-poly1305': 32,
}

export const is2022 = (method: string): boolean => method.startsWith('2022-blake3-')

/** Bytes that the cipher's key must have; 0 where any text will do. */
export const keyLength = (method: string): number => (Object.hasOwn(keyBytes, method) ? keyBytes[method]! : 0)

/** The core has no user list for this cipher: clients would stop the whole configuration from loading. */
export const isSingleUser = (method: string): boolean => method === '2022-blake3-chacha20-poly1305'

/** Standard padded base64 as the core decodes it; undefined where it would not. */
function decoded(key: string): string | undefined {
  if (key.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(key)) return undefined
  try {
    return atob(key)
  } catch {
    return undefined
  }
}

/** The same key however it is spelled: the core forgives stray low bits in the last character. */
export const canonicalKey = (key: string): string => {
  const bytes = decoded(key)
  return bytes === undefined ? key : btoa(bytes)
}

export function isValidKey(method: string, key: string): boolean {
  const length = keyLength(method)
  return length === 0 ? key !== '' : decoded(key)?.length === length
}

export const newKey = (method: string, mint: Mint): string => {
  const length = keyLength(method)
  return length === 0 ? hex32(mint) : base64(mint.bytes(length))
}

/** A client whose password is no key for a 2022 cipher has a key of its own beside it. */
export const passwordOn = (method: string, c: { password: string; shadowsocksKey?: string }): string =>
  (keyLength(method) > 0 && c.shadowsocksKey) || c.password

/** Legacy ciphers: every client entry repeats the inbound's method. */
export const entryMethod = (method: string): string | undefined =>
  method === '' || is2022(method) ? undefined : method
