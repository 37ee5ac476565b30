import { expect, it } from 'vitest'
import { oncePerTurn } from './sqlite.ts'

it('reads once in each turn of the event loop', async () => {
  let reads = 0
  const value = oncePerTurn(() => ++reads)
  expect([value(), value(), value()]).toEqual([1, 1, 1])
  await new Promise<void>((resolve) => setTimeout(resolve, 1))
  expect([value(), value()]).toEqual([2, 2])
})
