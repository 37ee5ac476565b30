import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ipFile, siteFile } from '#test/fixtures/geo-dat.ts'
import { entriesOf } from './category.ts'
import { indexGeoFile, readCategory } from './dat-file.ts'
import { BrokenMessage } from './wire-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-dat-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let n = 0
function put(bytes: Buffer): string {
  const path = join(folder, `${n++}.dat`)
  writeFileSync(path, bytes)
  return path
}

describe('a geo file', () => {
  it('of domains is read with its kinds and attributes', async () => {
    const path = put(
      siteFile({
        GOOGLE: [
          { type: 'domain', value: 'google.com' },
          { type: 'full', value: 'ads.google.com', attributes: ['ads', 'cn'] },
          { type: 'keyword', value: 'goog' },
          { type: 'regexp', value: '^g+$' },
        ],
        EMPTY: [],
      }),
    )
    const { kind, categories } = await indexGeoFile(path)
    expect(kind).toBe('geosite')
    expect(categories).toMatchObject([
      { code: 'GOOGLE', entries: 4, attributes: ['ads', 'cn'] },
      { code: 'EMPTY', entries: 0, attributes: [] },
    ])
    expect([...entriesOf(await readCategory(path, categories[0]!), 'geosite')]).toEqual([
      { kind: 'domain', value: 'google.com' },
      { kind: 'full', value: 'ads.google.com @ads @cn' },
      { kind: 'keyword', value: 'goog' },
      { kind: 'regexp', value: '^g+$' },
    ])
  })

  it('of networks is read in both families', async () => {
    const six = [0x20, 1, 0xd, 0xb8, ...Array<number>(12).fill(0)]
    const path = put(
      ipFile({
        PRIVATE: [
          [[10, 0, 0, 0], 8],
          [six, 32],
        ],
        ALL: [[[0, 0, 0, 0], 0]],
      }),
    )
    const { kind, categories } = await indexGeoFile(path)
    expect(kind).toBe('geoip')
    const values = async (i: number) =>
      [...entriesOf(await readCategory(path, categories[i]!), 'geoip')].map((e) => e.value)
    expect(await values(0)).toEqual(['10.0.0.0/8', '2001:db8::/32'])
    expect(await values(1)).toEqual(['0.0.0.0/0'])
  })

  it('round-trips any content', async () => {
    const name = fc.stringMatching(/^[A-Z0-9-]{1,20}$/)
    const domain = fc.record({
      type: fc.constantFrom('keyword' as const, 'regexp' as const, 'domain' as const, 'full' as const),
      value: fc.string({ minLength: 1, maxLength: 200 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, fc.array(domain, { minLength: 1 }), { minKeys: 1 }),
        async (lists) => {
          const path = put(siteFile(lists))
          const { categories } = await indexGeoFile(path)
          const read = await Promise.all(
            categories.map(async (c) => [c.code, [...entriesOf(await readCategory(path, c), 'geosite')]]),
          )
          expect(read).toEqual(
            Object.entries(lists).map(([code, list]) => [
              code,
              list.map(({ type, value }) => ({ kind: type, value: Buffer.from(value).toString() })),
            ]),
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  it('that is truncated, an HTML page or noise is refused and never read beyond its end', async () => {
    const whole = siteFile({ A: [{ type: 'domain', value: 'a.example' }] })
    for (let cut = 0; cut < whole.length; cut++)
      await expect(indexGeoFile(put(whole.subarray(0, cut))), String(cut)).rejects.toThrow(BrokenMessage)
    await expect(indexGeoFile(put(Buffer.from('<!doctype html><p>not found')))).rejects.toThrow('no geo file')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (noise) => {
        await indexGeoFile(put(Buffer.from([0x0a, ...noise]))).then(
          ({ categories }) => expect(categories.length).toBeGreaterThan(0),
          (error) => expect(error).toBeInstanceOf(BrokenMessage),
        )
      }),
      { numRuns: 200 },
    )
  })
})
