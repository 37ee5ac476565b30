import { expect, it } from 'vitest'
import { certificatesOf } from './certificates.ts'

const tls = (...certificates: unknown[]) => ({ security: 'tls', tlsSettings: { certificates } })

it('finds what an inbound shows: files and texts, not what it checks others with', () => {
  expect(
    certificatesOf(
      tls(
        { certificateFile: ' /a.pem ', keyFile: '/a.key' },
        { certificate: ['-----BEGIN', 'x'] },
        { certificate: 'one text' },
        { certificateFile: '/ca.pem', usage: 'verify' },
        { certificateFile: '' },
        null,
      ),
    ),
  ).toEqual([{ file: '/a.pem' }, { pem: '-----BEGIN\nx' }, { pem: 'one text' }])
})

it('finds none where there is no TLS', () => {
  expect(certificatesOf({ ...tls({ certificateFile: '/a' }), security: 'reality' })).toEqual([])
  expect(certificatesOf({ security: 'tls', tlsSettings: { certificates: {} } })).toEqual([])
  expect(certificatesOf({})).toEqual([])
})
