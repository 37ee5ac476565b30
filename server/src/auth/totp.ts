import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000

/** The 30-second step that a code belongs to, one step either side of now; null when it fits none. */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  try {
    const key = Secret.fromBase32(secret.replace(/\s/g, ''))
    if (key.bytes.length === 0) return null // anybody can work out the codes of an empty key
    const totp = new TOTP({ secret: key, digits: 6, period: 30 })
    const delta = totp.validate({ token: code, timestamp: now, window: 1 })
    return delta === null ? null : Math.floor(now / periodMs) + delta
  } catch {
    return null // a secret that is no base32 fits no code: the door stays shut
  }
}
