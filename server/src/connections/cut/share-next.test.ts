import { expect, it } from 'vitest'
import { shareNext } from './share-next.ts'

it('parallel callers share a run; a caller during a run gets a later one', async () => {
  let runs = 0
  const gates: (() => void)[] = []
  const ask = shareNext(async () => {
    const run = ++runs
    await new Promise<void>((resolve) => gates.push(resolve))
    return run
  })
  const opened = async (n: number) => {
    while (gates.length < n) await new Promise((resolve) => setImmediate(resolve))
  }
  const first = [ask(), ask()]
  await opened(1)
  const second = [ask(), ask()]
  gates[0]?.()
  await opened(2)
  gates[1]?.()
  expect(await Promise.all([...first, ...second])).toEqual([1, 1, 2, 2])
})

it('a failed run does not affect the next', async () => {
  let fails = true
  const ask = shareNext(async () => {
    if (fails) throw new Error('gone')
    return 'there'
  })
  await expect(ask()).rejects.toThrow('gone')
  fails = false
  expect(await ask()).toBe('there')
})
