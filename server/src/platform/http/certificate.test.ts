import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { certifiedHosts } from '../../app/open-port.ts'
import { makeCertificate, selfSigned } from './certificate.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-certificate-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const addresses = ['0.0.0.0', '10.1.2.3', '192.168.7.8', 'fd00::7', '9.9.9.9', '2620:fe::9', '9.9.9.9']

it('a self-signed certificate names neither the product nor a private address', async () => {
  const hosts = certifiedHosts(addresses)
  expect(hosts).toEqual(['localhost', '9.9.9.9', '2620:fe::9'])
  const { cert } = await makeCertificate(hosts, Date.now())
  const read = new X509Certificate(cert)
  expect([read.subject, read.issuer]).toEqual(['CN=localhost', 'CN=localhost'])
  expect(Buffer.from(read.raw).toString('latin1')).not.toMatch(/sluice|3x-ui|x-ui|xray|panel/i)
  expect(read.checkIP('9.9.9.9')).toBeDefined()
  for (const inner of ['10.1.2.3', '192.168.7.8', 'fd00::7', '127.0.0.1'])
    expect(read.checkIP(inner), inner).toBeUndefined()
})

it('a certificate for another site names that site', async () => {
  const { cert } = await makeCertificate(['www.example.com'], Date.now())
  expect(new X509Certificate(cert).subject).toBe('CN=www.example.com')
})

it('is kept across starts, and replaced if an earlier one contains too much', async () => {
  const hosts = certifiedHosts(addresses)
  const first = await selfSigned(folder, hosts, Date.now())
  expect(await selfSigned(folder, hosts, Date.now())).toEqual(first)
  for (const old of [
    ['Sluice', ...hosts],
    [...hosts, '10.1.2.3'],
  ]) {
    const { cert, key } = await makeCertificate(old, Date.now())
    writeFileSync(join(folder, 'self-signed.crt'), cert)
    writeFileSync(join(folder, 'self-signed.key'), key)
    const next = await selfSigned(folder, hosts, Date.now())
    expect(next.cert).not.toBe(cert)
    expect(await selfSigned(folder, hosts, Date.now())).toEqual(next)
  }
})
