import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressBytes } from '#domain/net/address.ts'
import { mmdbFile, mmdbValue, providerRecord } from '#test/fixtures/mmdb.ts'
import { patient } from '#test/patient.ts'
import { openMmdb } from './mmdb.ts'
import { networkIn } from './network-record.ts'
import { BrokenMessage } from './wire-reader.ts'

const networkAt = (file: Buffer, address: string) =>
  networkIn(openMmdb(file).find(addressBytes(address) ?? []))
const records = {
  '5.200.0.0/16': providerRecord(58_224, 'TCI', 'IR'),
  '8.8.8.0/24': providerRecord(15_169, 'Google', 'US'),
  '2001:db8::/32': providerRecord(4_200_000_000, 'Six', 'DE'),
}

describe('a database in MaxMind’s format', () => {
  it.each([24, 28, 32] as const)('says whose an address is, with records of %i bits', (width) => {
    const file = mmdbFile(records, { width })
    expect(networkAt(file, '5.200.7.9')).toEqual({ country: 'IR', asn: 58_224, provider: 'TCI' })
    expect(networkAt(file, '8.8.8.8')).toMatchObject({ asn: 15_169 })
    expect(networkAt(file, '2001:db8:ffff::1')).toEqual({
      country: 'DE',
      asn: 4_200_000_000,
      provider: 'Six',
    })
    for (const address of ['5.201.0.0', '8.8.9.1', '2001:db9::1', '0.0.0.0'])
      expect(networkAt(file, address)).toBeUndefined()
    expect(openMmdb(file).sample()).toHaveLength(3)
  })

  it('of other makers is read too, and names are cleaned', () => {
    const flat = {
      country: 'Iran',
      country_code: 'IR',
      asn: 'AS58224',
      as_name: `T\u0000C\n I ${'x'.repeat(90)}`,
    }
    const found = networkAt(mmdbFile({ '5.0.0.0/8': flat }), '5.1.1.1')
    expect(found).toMatchObject({ country: 'IR', asn: 58_224 })
    expect(found?.provider).toMatch(/^T C I x{58}$/)
    const older = { country: 'IR', asn: 'ASx', registered_country: { iso_code: 'irn' } }
    expect(networkAt(mmdbFile({ '5.0.0.0/8': older }), '5.1.1.1')).toEqual({
      country: 'IR',
      asn: 0,
      provider: '',
    })
    expect(networkAt(mmdbFile({ '5.0.0.0/8': 'text' }), '5.1.1.1')).toBeUndefined()
  })

  it('pointers are followed', () => {
    // The record is a map whose one value points to offset 20.
    const name = mmdbValue('as_name')
    const pointing = [0xe1, ...name, 0x20, 20]
    const data = [...pointing, ...Array<number>(20 - pointing.length).fill(0), ...mmdbValue('TCI')]
    expect(networkAt(mmdbFile({ '5.0.0.0/8': '' }, { data }), '5.1.1.1')?.provider).toBe('TCI')
  })
})

describe('a hostile database', () => {
  it.each([
    ['a pointer to itself', [0x20, 0]],
    [
      'lists of lists',
      Array<number>(64)
        .fill(0)
        .flatMap(() => [1, 4]),
    ],
    // Each of thirty levels has two pointers to the next one: two to the thirtieth values.
    [
      'a record that unfolds',
      Array.from({ length: 30 }, (_, i) => [2, 4, 0x20, 6 * (i + 1), 0x20, 6 * (i + 1)]).flat(),
    ],
    ['a map of sixteen million', [0xff, 0xff, 0xff, 0xff, ...Array<number>(5_000).fill(0x40)]],
    ['a text beyond the end', [0x5f, 0xff, 0xff, 0xff]],
    ['an offset beyond the end', [0x38, 0xff, 0xff, 0xff, 0xff]],
    ['nothing', []],
  ])('with %s is refused at once', (_, data) => {
    const began = performance.now()
    const database = openMmdb(mmdbFile({ '5.0.0.0/8': '' }, { data }))
    expect(() => database.find([5, 1, 1, 1])).toThrow(BrokenMessage)
    expect(() => database.sample()).toThrow(BrokenMessage)
    expect(performance.now() - began).toBeLessThan(patient(500))
  })

  it('with a wrong description is refused', () => {
    for (const metadata of [
      { node_count: 0 },
      { node_count: 2 ** 31 },
      { record_size: 20 },
      { binary_format_major_version: 3 },
    ])
      expect(() => openMmdb(mmdbFile(records, { metadata }))).toThrow(BrokenMessage)
    expect(() => openMmdb(Buffer.from('<!doctype html>'))).toThrow('no MaxMind database')
    expect(() => openMmdb(Buffer.alloc(0))).toThrow(BrokenMessage)
  })

  it('with any damage fails with a sentence, and reads nothing outside', () => {
    const whole = mmdbFile(records)
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 })
    fc.assert(
      fc.property(damage, fc.nat(whole.length), (changes, length) => {
        const file = Buffer.from(whole.subarray(0, length))
        for (const [at, byte] of changes) if (at < length) file[at] = byte
        try {
          const database = openMmdb(file)
          database.sample()
          networkIn(database.find([5, 200, 1, 1]))
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenMessage)
        }
      }),
      { numRuns: 500 },
    )
    expect.hasAssertions()
  })
})
