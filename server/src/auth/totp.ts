import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000

export const stepAt = (now: number): number => Math.floor(now / periodMs)

/** Undefined for invalid base32 and for an empty key, whose codes anybody could compute. */
export function totpKey(secret: string): Secret | undefined {
  try {
    const key = Secret.fromBase32(secret.replace(/\s/g, ''))
    return key.bytes.length === 0 ? undefined : key
  } catch {
    return undefined
  }
}

/** The 30-second step of a code, at most one step from now; null if it matches none. */
export function totpStep(secret: string, code: string, now: number): number | null {
  const key = totpKey(secret)
  if (!key || !isCode(code)) return null
  const totp = new TOTP({ secret: key, digits: 6, period: 30 })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : stepAt(now) + delta
}

export const isCode = (text: string): boolean => /^\d{6}$/.test(text)
