import { Refusal } from '#domain/refusal.ts'

/** A SHA-256 fingerprint as 64 lower-case digits; written with colons, in capitals or in base64. Blank for none. */
export function fingerprintOf(given: string): string {
  const bare = given.trim().replace(/^sha-?256[:/=]/i, '')
  if (bare === '') return ''
  const hex = bare.replace(/[\s:]/g, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(hex)) return hex
  if (/^[A-Za-z0-9+/]{43}=?$/.test(bare))
    return [...atob(bare.replace(/=$/, ''))]
      .map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
      .join('')
  throw new Refusal('node.pin-invalid', {}, 'pinnedCertSha256')
}
