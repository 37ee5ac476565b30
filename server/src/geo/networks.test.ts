import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unknownNetwork } from '#domain/net/network.ts'
import { ipFile } from '#test/fixtures/geo-dat.ts'
import { mmdbFile, providerRecord } from '#test/fixtures/mmdb.ts'
import { createNetworks, type Networks } from './networks.ts'

let folder: string
let networks: Networks
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-networks-'))
  networks = createNetworks(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes)
const tci = { '5.200.0.0/16': providerRecord(58_224, 'TCI', 'IR') }
const six = [0x2a, 0x01, 0x00, 0xf8, ...Array<number>(12).fill(0)]
const countries = ipFile({
  IR: [
    [[5, 200, 0, 0], 16],
    [six, 32],
  ],
  DE: [
    [[10, 0, 0, 0], 8],
    [[5, 201, 0, 0], 24],
  ],
  GOOGLE: [[[8, 8, 8, 0], 24]],
})

it('nothing is known without files, and Health says which one would help', async () => {
  await networks.refresh()
  expect(networks.of('5.200.1.1')).toEqual(unknownNetwork)
  expect(networks.of('no address')).toEqual(unknownNetwork)
  expect(networks.facts()).toEqual({ folder, hasProviders: false, hasCountries: false, problems: [] })
})

it('a database is read again when it changes, and forgotten when it goes', async () => {
  put('a.mmdb', mmdbFile(tci))
  await networks.refresh()
  expect(networks.of('5.200.1.1')).toEqual({ country: 'IR', asn: 58_224, provider: 'TCI' })
  expect(networks.of('::ffff:5.200.1.1')).toMatchObject({ asn: 58_224 })
  expect(networks.facts()).toMatchObject({ hasProviders: true, hasCountries: true })
  put('a.mmdb', mmdbFile({ '5.200.0.0/16': providerRecord(64_500, 'Another name', 'IR') }))
  expect(networks.of('5.200.1.1').asn).toBe(58_224)
  await networks.refresh()
  expect(networks.of('5.200.1.1').asn).toBe(64_500)
  rmSync(join(folder, 'a.mmdb'))
  await networks.refresh()
  expect(networks.of('5.200.1.1')).toEqual(unknownNetwork)
})

it('several files are put together', async () => {
  put('asn.mmdb', mmdbFile({ '5.200.0.0/16': { autonomous_system_number: 58_224 } }))
  put('country.mmdb', mmdbFile({ '5.0.0.0/8': { country: { iso_code: 'IR' } } }))
  await networks.refresh()
  expect(networks.of('5.200.1.1')).toEqual({ country: 'IR', asn: 58_224, provider: '' })
})

it('without a database of countries they come from geoip.dat, which is read when somebody asks', async () => {
  put('geoip.dat', countries)
  await networks.refresh()
  expect(networks.of('5.200.1.1')).toEqual(unknownNetwork)
  await networks.refresh()
  const countryOf = (address: string) => networks.of(address).country
  expect(['5.200.1.1', '5.201.0.9', '10.9.9.9', '2a01:f8::1'].map(countryOf)).toEqual([
    'IR',
    'DE',
    'DE',
    'IR',
  ])
  expect(['5.201.1.1', '8.8.8.8', '4.4.4.4', '2a01:f9::1'].map(countryOf)).toEqual(['', '', '', ''])
  expect(networks.facts().hasCountries).toBe(true)
})

it('what cannot be read is a sentence, and the others are used', async () => {
  put('a.mmdb', Buffer.from('not found'))
  put('b.mmdb', mmdbFile({ '5.200.0.0/16': { asn: 'AS58224' } }))
  put('c.mmdb', Buffer.alloc(0))
  truncateSync(join(folder, 'c.mmdb'), 129 * 2 ** 20)
  put('geoip.dat', Buffer.from('<html>'))
  await networks.refresh()
  expect(networks.of('5.200.1.1').asn).toBe(58_224)
  await networks.refresh()
  expect(networks.facts().problems).toEqual([
    { name: 'a.mmdb', reason: 'it is no MaxMind database' },
    { name: 'c.mmdb', reason: expect.stringContaining('128 MB') },
    { name: 'geoip.dat', reason: 'it is no geo file' },
  ])
})
