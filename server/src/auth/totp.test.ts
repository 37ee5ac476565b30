import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { totpStep } from './totp.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const now = 1_800_000_015_000
const codeAt = (timestamp: number, of = Secret.fromBase32(secret)) =>
  new TOTP({ secret: of }).generate({ timestamp })

describe('a two-factor code', () => {
  it('is valid one step either side and returns its step', () => {
    const step = Math.floor(now / 30_000)
    for (const delta of [-1, 0, 1])
      expect(totpStep(secret, codeAt(now + delta * 30_000), now)).toBe(step + delta)
    expect(totpStep(secret, codeAt(now - 60_000), now)).toBeNull()
    expect(totpStep(secret, codeAt(now + 60_000), now)).toBeNull()
  })

  it('is never valid if the secret is blank or invalid', () => {
    const ofEmptyKey = codeAt(now, new Secret({ buffer: new ArrayBuffer(0) }))
    for (const blank of ['', ' ', '=', 'A', '!!!!']) expect(totpStep(blank, ofEmptyKey, now)).toBeNull()
    for (const odd of ['', '12345', '1234567', 'abcdef', ' 12345', '１２３４５６'])
      expect(totpStep(secret, odd, now)).toBeNull()
  })
})
