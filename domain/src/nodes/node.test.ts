import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { fingerprintOf } from '../fleet/join-string.ts'
import { blankNode, nodeUrl, warningOf, writtenNode } from './node.ts'
import { identityTrouble, readStatus } from './status.ts'

const given = { name: 'berlin', address: 'node.example.com', port: 2053, apiToken: 'secret' }
const made = (over: object = {}) => writtenNode(blankNode, { ...given, ...over })

test('scheme, address and base path are normalised', () => {
  expect(made({ scheme: 'FTP', address: ' [2001:DB8::1] ', basePath: 'a/b' })).toMatchObject({
    scheme: 'https',
    address: '2001:DB8::1',
    basePath: '/a/b/',
  })
  expect(nodeUrl(made({ address: '[::1]', basePath: '//x//' }), 'panel/api/y')).toBe(
    'https://[::1]:2053/x/panel/api/y',
  )
  expect(made({ scheme: 'http', address: 'Node.Example.COM.' })).toMatchObject({
    scheme: 'http',
    address: 'node.example.com',
  })
})

test('the address of a browser is taken apart', () => {
  const parts = { scheme: 'https', address: 'n.example.com', port: 8443, basePath: '/hidden/' }
  expect(
    made({ address: 'https://n.example.com:8443/hidden/panel/settings', port: undefined }),
  ).toMatchObject(parts)
  expect(made({ address: 'http://[::1]', port: undefined })).toMatchObject({
    scheme: 'http',
    address: '::1',
    port: 80,
  })
})

test('absent fields and a blank token keep what is stored', () => {
  const stored = made({ remark: 'r', enable: false, allowPrivateAddress: true, tlsVerifyMode: 'skip' })
  expect(writtenNode(stored, { apiToken: ' ' })).toEqual(stored)
  expect(writtenNode(stored, { clearApiToken: true }).apiToken).toBe('')
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ address: '' }, 'address'],
  [{ address: 'a b' }, 'address'],
  [{ address: 'a@b' }, 'address'],
  [{ address: '0x7f.1' }, 'address'],
  [{ address: '127.1' }, 'address'],
  [{ address: 'fe80::1%eth0' }, 'address'],
  [{ port: 0 }, 'port'],
  [{ port: 65_536 }, 'port'],
  [{ port: 1.5 }, 'port'],
  [{ basePath: '/a?b' }, 'basePath'],
  [{ basePath: '/../x' }, 'basePath'],
  [{ apiToken: 'a\r\nHost: x' }, 'apiToken'],
  [{ tlsVerifyMode: 'maybe' }, 'tlsVerifyMode'],
  [{ tlsVerifyMode: 'mtls' }, 'tlsVerifyMode'],
  [{ tlsVerifyMode: 'pin' }, 'pinnedCertSha256'],
  [{ pinnedCertSha256: 'abc' }, 'pinnedCertSha256'],
])('%j is refused at %s', (over, field) => {
  expect(() => made(over)).toThrow(expect.objectContaining({ field }))
  expect(() => made(over)).toThrow(Refusal)
})

test('a fingerprint may be written in several ways', () => {
  const hex = '00ff'.repeat(16)
  const colons = hex.toUpperCase().replace(/..(?=.)/g, '$&:')
  const base64 = Buffer.from(hex, 'hex').toString('base64')
  expect([hex, colons, base64, `sha256:${hex}`].map(fingerprintOf)).toEqual([hex, hex, hex, hex])
})

test('an unsafe way is warned of', () => {
  expect(warningOf(made())).toBeUndefined()
  expect(warningOf(made({ tlsVerifyMode: 'skip' }))?.code).toBe('node.unverified')
  expect(warningOf(made({ scheme: 'http', tlsVerifyMode: 'skip' }))?.code).toBe('node.plain-http')
})

test('a status is read whatever it holds', () => {
  expect(readStatus({ cpu: 1 })).toBeUndefined()
  expect(readStatus('<html>')).toBeUndefined()
  const odd = {
    cpu: 1e9,
    mem: { current: 5, total: 0 },
    xray: { version: 'a\u0000b', state: 3 },
    uptime: 2 ** 60,
  }
  expect(readStatus({ ...odd, panelVersion: 'x'.repeat(500), panelGuid: null })).toEqual({
    guid: '',
    panelVersion: 'x'.repeat(64),
    coreVersion: 'a b',
    coreState: '',
    coreError: '',
    cpuPct: 100,
    memPct: 100,
    uptimeSecs: Number.MAX_SAFE_INTEGER,
    netUp: 0,
    netDown: 0,
    fleet: 0,
  })
})

test('a panel is itself or another node only if it says so', () => {
  const others = [
    { name: 'berlin', guid: 'b' },
    { name: 'old', guid: '' },
  ]
  expect(identityTrouble('', 'own', others)).toBeUndefined()
  expect(identityTrouble('c', 'own', others)).toBeUndefined()
  expect(identityTrouble('own', 'own', others)).toEqual({ kind: 'self' })
  expect(identityTrouble('b', 'own', others)).toEqual({ kind: 'other', name: 'berlin' })
})
