import { expect, test } from 'vitest'
import { lacksOf, notInForce, unknownKind } from './lacks.ts'

const codes = (of: Parameters<typeof notInForce>[0], fleet: number) =>
  notInForce(of, [{ name: 'far', fleet }]).map(({ code }) => code)

test('a panel of our own kind lacks nothing, and of one that never answered nothing is known', () => {
  for (const fleet of [2, 3, unknownKind]) expect(lacksOf({ name: 'far', fleet })).toEqual([])
  expect(codes({ speedDown: 1, deviceKeys: true }, 2)).toEqual([])
})

test.each([
  [{ speedDown: 1 }],
  [{ speedUp: 1 }],
  [{ whenEnded: 'slow' }],
  [{ fairUse: 1 }],
  [{ ipCount: 'network' }],
  [{ ipGrace: 1 }],
  [{ whenOverIp: 'slow' }],
] as const)('%j does not hold on a panel of another kind', (limits) => {
  expect(codes(limits, 0)).toEqual(['node.no-limits'])
  expect(codes(limits, 1)).toEqual([])
})

test('a client without such limits is told nothing', () => {
  const none = { speedDown: 0, speedUp: 0, fairUse: 0, ipGrace: 0, deviceKeys: false } as const
  expect(codes({ ...none, whenEnded: 'cut', whenOverIp: 'cut', ipCount: 'address' }, 0)).toEqual([])
})

test('keys of devices are not on a panel of another kind, nor on an older one of ours', () => {
  expect([codes({ deviceKeys: true }, 0), codes({ deviceKeys: true }, 1)]).toEqual([
    ['node.no-keys'],
    ['node.keys-after-update'],
  ])
})
