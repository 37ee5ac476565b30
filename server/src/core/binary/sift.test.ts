import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Judge, sift } from './sift.ts'

const outbound = (bad: boolean, i: number) => ({ tag: `${i}`, bad })
/** Refuses every configuration that contains a bad outbound, as the core does. */
const judge: Judge = async ({ outbounds }) =>
  JSON.stringify(outbounds).includes('"bad":true') ? { ok: false, refused: true, words: 'bad' } : { ok: true }

it('keeps the good outbounds in order and reports the bad ones', async () => {
  const few = fc
    .array(fc.nat({ max: 9 }), { maxLength: 40 })
    .map((ns) => ns.map((n, i) => outbound(n === 0, i)))
  await fc.assert(
    fc.asyncProperty(few, async (outbounds) => {
      fc.pre(outbounds.filter((o) => o.bad).length < 5)
      const { kept, refused } = await sift(outbounds, judge)
      expect(kept).toEqual(outbounds.filter((o) => !o.bad))
      expect(refused.map((r) => r.outbound)).toEqual(outbounds.filter((o) => o.bad))
    }),
  )
})

it('gives up on a list that is broken throughout', async () => {
  let runs = 0
  const counting: Judge = (config) => {
    runs++
    return judge(config)
  }
  const outbounds = Array.from({ length: 2_000 }, (_, i) => outbound(true, i))
  const { kept, refused } = await sift(outbounds, counting)
  expect(kept).toEqual([])
  expect(refused).toHaveLength(2_000)
  expect(runs).toBeLessThan(100)
})

it('keeps everything if the core cannot be asked', async () => {
  const outbounds = [outbound(true, 1)]
  const { kept } = await sift(outbounds, async () => ({ ok: false, refused: false, words: 'no core' }))
  expect(kept).toEqual(outbounds)
})
