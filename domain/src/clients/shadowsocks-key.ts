import { base64, hex32, type Mint } from './mint.ts'

const keyBytes: Readonly<Record<string, number>> = {
  '2022-blake3-aes-128-gcm': 16,
  '2022-blake3-aes-256-gcm': 32,
  '2022-blake3-chacha20-poly1305': 32,
}

export const is2022 = (method: string): boolean => method.startsWith('2022-blake3-')

/** Key length of the cipher in bytes; 0 if any text works. */
export const keyLength = (method: string): number => (Object.hasOwn(keyBytes, method) ? keyBytes[method]! : 0)

/** The core has no user list for this cipher: with clients, the whole configuration would not load. */
export const isSingleUser = (method: string): boolean => method === '2022-blake3-chacha20-poly1305'

/** Standard padded Base64 as the core decodes it; undefined if invalid. */
function decoded(key: string): string | undefined {
  if (key.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(key)) return undefined
  try {
    return atob(key)
  } catch {
    return undefined
  }
}

/** Canonical form of a key: the core ignores stray low bits in the last character. */
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

/** A client whose password is not a valid 2022 key has a separate key. */
export const passwordOn = (method: string, c: { password: string; shadowsocksKey?: string }): string =>
  (keyLength(method) > 0 && c.shadowsocksKey) || c.password

/** Legacy ciphers: every client entry repeats the inbound's method (S3). */
export const entryMethod = (method: string): string | undefined =>
  method === '' || is2022(method) ? undefined : method
