import fc from 'fast-check'
import { Secret, URI } from 'otpauth'
import { expect, it } from 'vitest'
import { base32, enrolUri, newSecret } from './totp-secret.ts'

it('encodes base32 as authenticator apps read it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      expect(base32(bytes)).toBe(new Secret({ buffer: new Uint8Array(bytes).buffer }).base32)
    }),
  )
})

it('makes a URI that an app can read back', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const read = URI.parse(enrolUri(secret, 'root', 'panel.example.com'))
  expect([read.secret.base32, read.issuer, read.label]).toEqual([secret, 'Sluice', 'root@panel.example.com'])
})
