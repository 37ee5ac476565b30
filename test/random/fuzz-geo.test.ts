import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { entriesOf } from '#server/geo/category.ts'
import { indexGeoFile, readCategory } from '#server/geo/dat-file.ts'
import { BrokenMessage } from '#server/geo/wire-reader.ts'
import { ipFile, siteFile } from '#test/fixtures/geo-dat.ts'
import { fuzzing, fuzzTimeout, hostileText } from '../fuzz.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-fuzz-geo-'))
const file = join(folder, 'x.dat')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = fc
  .dictionary(
    fc.stringMatching(/^[A-Z]{1,8}$/),
    fc.array(fc.record({ type: fc.constantFrom('domain' as const, 'regexp' as const), value: hostileText })),
    { minKeys: 1, maxKeys: 4 },
  )
  .map(siteFile)
const octets = fc.oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ maxLength: 20 }))
const ip = fc
  .dictionary(
    fc.stringMatching(/^[A-Z]{1,8}$/),
    fc.array(
      fc
        .tuple(
          octets.map((bytes) => [...bytes]),
          fc.integer({ min: 0, max: 300 }),
        )
        .map(([a, n]) => [a, n] as [number[], number]),
    ),
    { minKeys: 1, maxKeys: 4 },
  )
  .map(ipFile)

/** A geo file with bytes changed, cut off or doubled. */
const damaged = fc
  .tuple(
    fc.oneof(site, ip),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    fc.nat(),
    fc.uint8Array({ maxLength: 12 }),
  )
  .map(([bytes, changes, cut, more]) => {
    for (const [at, byte] of changes) bytes[at % Math.max(bytes.length, 1)] = byte
    const kept = cut % 3 === 0 ? bytes.subarray(0, cut % (bytes.length + 1)) : bytes
    return Buffer.concat([kept, more])
  })

async function readWhole(): Promise<number> {
  const { kind, categories } = await indexGeoFile(file)
  let entries = 0
  for (const category of categories)
    for (const { value } of entriesOf(await readCategory(file, category), kind))
      entries += value.length > 0 ? 1 : 0
  return entries
}

it('a damaged geo file is read or reported as broken, nothing else', { timeout: fuzzTimeout }, async () => {
  const property = fc.asyncProperty(damaged, async (bytes) => {
    writeFileSync(file, bytes)
    const outcome = await readWhole().catch((error: unknown) => error)
    expect(typeof outcome === 'number' ? outcome <= bytes.length : outcome instanceof BrokenMessage).toBe(
      true,
    )
  })
  await fc.assert(property, fuzzing('geo files', 400))
})
