import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLineReader } from './output.ts'
import { createRing } from './ring.ts'

function read(chunks: Buffer[], maxLength?: number): string[] {
  const lines: string[] = []
  const reader = createLineReader((line) => lines.push(line), maxLength)
  for (const chunk of chunks) reader.write(chunk)
  reader.end()
  return lines
}

it('gives the same lines however the bytes are split', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '漢', '😀'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(400)), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((l) => `${l}\n`).join(''))
      const at = [0, ...cuts.filter((c) => c < bytes.length).sort((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end))
      expect(read(chunks)).toEqual(lines)
    }),
  )
})

it('truncates an endless line and continues after it', () => {
  const chunks = [Buffer.alloc(50, 'x'), Buffer.alloc(50, 'x'), Buffer.from('\nshort\n')]
  expect(read(chunks, 40)).toEqual(['x'.repeat(40), 'short'])
})

it('hands out a last line without a line feed', () => {
  expect(read([Buffer.from('one\ntwo')])).toEqual(['one', 'two'])
})

it('a ring keeps the newest, oldest first', () => {
  const ring = createRing<number>(3)
  for (const n of [1, 2, 3, 4, 5]) ring.push(n)
  expect(ring.last()).toEqual([3, 4, 5])
  expect(ring.last(2)).toEqual([4, 5])
  expect(ring.last(0)).toEqual([])
  ring.clear()
  expect(ring.last()).toEqual([])
})
