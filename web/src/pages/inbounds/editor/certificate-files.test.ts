import { expect, it } from 'vitest'
import { chooseCertificate } from './certificate-files.ts'

const kept = (...names: string[]) => ({ names, certificateFile: `/${names[0]}.pem`, keyFile: '/k.pem' })

it("uses the panel's own certificate, and its domain if the panel keeps it", () => {
  const own = { webCertFile: '/b.example.pem', webKeyFile: '/own.key' }
  expect(chooseCertificate(own, [])).toEqual({
    certificateFile: '/b.example.pem',
    keyFile: '/own.key',
    serverName: '',
  })
  expect(chooseCertificate(own, [kept('a.example'), kept('b.example')]).serverName).toBe('b.example')
})

it('else the first that the panel keeps, never with an address or a wildcard as server name', () => {
  const none = { webCertFile: '', webKeyFile: '' }
  expect(chooseCertificate(none, [kept('*.a.example', '192.0.2.1', '2001:db8::1', 'a.example')])).toEqual({
    certificateFile: '/*.a.example.pem',
    keyFile: '/k.pem',
    serverName: 'a.example',
  })
  expect(chooseCertificate(none, [])).toEqual({ certificateFile: '', keyFile: '', serverName: '' })
})
