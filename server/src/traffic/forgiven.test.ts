import { expect, it } from 'vitest'
import { createForgiving } from './forgiven.ts'

/** Ticks of one client: its stored sum, and the bytes that its sockets carried and nobody counted. */
async function ticks(...all: readonly [sum: number, uncounted: number | undefined][]) {
  let sum = 0
  const forgiving = createForgiving(async (emails) => new Map(emails.map((email) => [email, sum])))
  const seen: number[] = []
  for (const [stored, uncounted] of all) {
    sum = stored
    const left = await forgiving(new Map(uncounted === undefined ? [] : [['ann', uncounted]]))
    seen.push(left.get('ann') ?? 0)
  }
  return seen
}

it('uncounted bytes count, whether or not the ledger grows beside them', async () => {
  expect(await ticks([100, 500], [100, 900], [300, 1_200])).toEqual([500, 900, 1_200])
})

it('those from before a reset do not, and new ones do', async () => {
  expect(await ticks([100, 500], [100, 900], [0, 1_000], [10, 1_600], [20, 2_000])).toEqual([
    ...[500, 900],
    ...[100, 700, 1_100],
  ])
})

it('a second reset forgives what came in between', async () => {
  expect(await ticks([100, 900], [0, 1_000], [50, 1_500], [0, 1_600])).toEqual([900, 100, 600, 100])
})

it('what the core has counted meanwhile is forgiven no longer', async () => {
  expect(await ticks([100, 900], [0, 1_000], [1_050, 20], [1_050, 300])).toEqual([900, 100, 0, 280])
})

it('a tick without an answer of the kernel changes nothing', async () => {
  expect(await ticks([100, 900], [0, 1_000], [0, undefined], [0, 1_400])).toEqual([900, 100, 0, 500])
})
