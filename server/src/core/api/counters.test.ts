import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QueryStatsResponseSchema } from './generated/core_pb.ts'
import { readCounters } from './pieces.ts'

const packed = (stat: readonly { name: string; value: number }[]) =>
  Buffer.from(
    toBinary(
      QueryStatsResponseSchema,
      create(QueryStatsResponseSchema, { stat: stat.map((s) => ({ name: s.name, value: BigInt(s.value) })) }),
    ),
  )

test('reads what the generated writer writes', async () => {
  const counter = fc.record({ name: fc.string({ unit: 'grapheme' }), value: fc.maxSafeNat() })
  await fc.assert(
    fc.asyncProperty(fc.array(counter), async (counters) => {
      expect(await readCounters(packed(counters))).toEqual(counters)
    }),
  )
})

test('reads more than one portion, in order', async () => {
  const many = Array.from({ length: 5_000 }, (_, i) => ({ name: `user>>>${i}>>>traffic>>>uplink`, value: i }))
  expect(await readCounters(packed(many))).toEqual(many)
})

test('an incomplete answer is refused', async () => {
  const bytes = packed([{ name: 'inbound>>>x>>>traffic>>>uplink', value: 300 }])
  await expect(readCounters(bytes.subarray(0, bytes.length - 1))).rejects.toThrow('middle')
})
