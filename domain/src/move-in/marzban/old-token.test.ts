import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Digests, isHonoured, oldNameKey, readOldToken } from './old-token.ts'

const digests: Digests = {
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
}
const secret = '6f1c0e3b5a7d92848c6b1f0a3e5d7c9b2a4f6e8d0c1b3a5978695a4b3c2d1e0f'
const marzban = { kind: 'marzban', secret } as const
const pasarguard = { kind: 'pasarguard', secret } as const

/** Tokens of these programs, made once with an invented secret. */
const golden = {
  short: 'YWxpY2VfMDEsMTczNTY4OTYwMAnj6MK_QpBD',
  jwt: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhbGljZV8wMSIsImFjY2VzcyI6InN1YnNjcmlwdGlvbiIsImlhdCI6MTcwMDAwMDAwMH0.qWgf71-lZ1hFBM_J2-6mjeN5XanW0uPS1MOCdkOFdwo',
  v2: 'djIsNDIsMTc2NzIyNTYwMA-wUXXRBoJN',
  v3hex: 'djMsNDIsMTc2NzIyNTYwMAe8f9f3dadf',
  v3hmac: 'djMsNDIsMTc2NzIyNTYwMA.TiO2FGAjGw10q_4fhmNddNaVdaYVhSqn9vNdk707_EM',
} as const

const alice = { name: 'alice_01', at: 1_735_689_600_000 }
const number42 = { id: 42, at: 1_767_225_600_000 }
const read = (source: Parameters<typeof readOldToken>[0], token: string) =>
  readOldToken(source, token, digests)

describe('a token of the other panel', () => {
  it('names its user and when it was made', () => {
    expect(read(marzban, golden.short)).toEqual(alice)
    expect(read(marzban, golden.jwt)).toEqual({ name: 'alice_01', at: 1_700_000_000_000 })
    expect(read(pasarguard, golden.short)).toEqual(alice)
    expect(read(pasarguard, golden.jwt)).toMatchObject({ name: 'alice_01' })
    expect(read(pasarguard, golden.v2)).toEqual(number42)
    expect(read(pasarguard, golden.v3hex)).toEqual(number42)
    expect(read(pasarguard, golden.v3hmac)).toEqual(number42)
  })

  it('of PasarGuard is nothing to Marzban', () => {
    expect(read(marzban, golden.v2)).toBeNull()
    expect(read(marzban, golden.v3hex)).toBeNull()
    expect(read(marzban, golden.v3hmac)).toBeNull()
  })

  it('is refused under another secret, and under none', () => {
    for (const token of Object.values(golden)) {
      expect(read({ kind: 'pasarguard', secret: `${secret.slice(0, -1)}e` }, token)).toBeNull()
      expect(read({ kind: 'pasarguard', secret: '' }, token)).toBeNull()
    }
  })

  it.each(Object.entries(golden))('is refused with any one character changed: %s', (_, token) => {
    const letters = 'AZaz09-_.'
    for (let at = 0; at < token.length; at++) {
      for (const letter of letters) {
        if (letter === token[at]) continue
        expect(read(pasarguard, token.slice(0, at) + letter + token.slice(at + 1))).toBeNull()
      }
    }
  })

  it('is refused when cut or lengthened', () => {
    for (const token of Object.values(golden)) {
      expect(read(pasarguard, token.slice(0, -1))).toBeNull()
      expect(read(pasarguard, token.slice(1))).toBeNull()
      expect(read(pasarguard, `${token}A`)).toBeNull()
      expect(read(pasarguard, `${token}.A`)).toBeNull()
    }
  })

  it('with a payload that names nobody is refused though it is signed', () => {
    const signed = (payload: string) => {
      const p = Buffer.from(payload).toString('base64url')
      return p + createHash('sha256').update(`${p}${secret}`).digest('base64url').slice(0, 10)
    }
    expect(read(marzban, signed('alice,1735689600'))).toMatchObject({ name: 'alice' })
    const odd = [
      'alice',
      ',1735689600',
      'alice,',
      'alice,-5',
      'alice,1e9',
      'a,b,1735689600',
      'v2,x,1735689600',
    ]
    for (const payload of odd) expect(read(pasarguard, signed(payload))).toBeNull()
  })

  it('as a JWT must be for a subscription', () => {
    const signed = (claims: object) => {
      const head = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9'
      const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const good = { sub: 'ann', access: 'subscription', iat: 5 }
    expect(read(marzban, signed(good))).toEqual({ name: 'ann', at: 5_000 })
    for (const bad of [{ ...good, access: 'admin' }, { ...good, sub: 7 }, { ...good, iat: 'x' }, [], {}])
      expect(read(marzban, signed(bad))).toBeNull()
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'grapheme' }), (text) => {
        expect(read(pasarguard, text)).toBeNull()
      }),
    )
  })
})

describe('a claim', () => {
  const at = Date.parse('2025-01-01T00:00:00Z')
  const claim = { name: 'alice_01', at }

  it('counts from the moment that the user was made', () => {
    expect(isHonoured(claim, { createdAt: at, revokedAt: 0 })).toBe(true)
    expect(isHonoured(claim, { createdAt: at + 500, revokedAt: 0 })).toBe(false)
  })
  it('ends when the user was revoked after it', () => {
    expect(isHonoured(claim, { createdAt: 0, revokedAt: at })).toBe(true)
    expect(isHonoured(claim, { createdAt: 0, revokedAt: at + 1_000 })).toBe(false)
  })
  it('finds names as its panel did', () => {
    expect(oldNameKey('marzban', 'Ann')).toBe('ann')
    expect(oldNameKey('pasarguard', 'Ann')).toBe('Ann')
  })
})
