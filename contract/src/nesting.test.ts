import { expect, it } from 'vitest'
import { z } from 'zod'
import { deepest, isHollow, nestsTooDeep } from './nesting.ts'
import { jsonish } from './wire.ts'

const least = (work: () => void) =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const began = process.threadCpuUsage() // CPU time, so that other processes on a busy machine do not count
      work()
      return process.threadCpuUsage(began).user / 1_000
    }),
  )

it('nested text is judged in one pass: quotes, escapes and brackets by the hundred thousand', () => {
  const any = jsonish(z.unknown())
  const hostile = [
    (n: number) => '\\"'.repeat(n),
    (n: number) => `{"a":"${'\\"'.repeat(n)}`,
    (n: number) => '"'.repeat(2 * n),
    (n: number) => '{'.repeat(n) + '"\\'.repeat(n),
    (n: number) => `${'[1]'.repeat(n)}${'\\"'.repeat(n)}`,
  ]
  for (const make of hostile) {
    const [some, more] = [make(20_000), make(80_000)]
    // Four times the text must take about four times as long; quadratic code would take sixteen times.
    const before = Math.max(
      least(() => any.safeParse(some)),
      2,
    )
    expect(least(() => any.safeParse(more)) / before).toBeLessThan(12)
  }
})

it('brackets inside of texts do not count, and unfinished ones do not confuse it', () => {
  expect(nestsTooDeep('['.repeat(deepest))).toBe(false)
  expect(nestsTooDeep('['.repeat(deepest + 1))).toBe(true)
  expect(nestsTooDeep('[]'.repeat(10_000))).toBe(false)
  expect(nestsTooDeep(JSON.stringify({ a: '['.repeat(1_000), b: '"{'.repeat(1_000) }))).toBe(false)
  expect(nestsTooDeep(`${'{"a":'.repeat(deepest + 1)}1`)).toBe(true)
})

it('a crowd of empty objects is told from a list of clients', () => {
  const listOf = (entry: string, n: number) =>
    `{"clients":[${Array.from({ length: n }, () => entry).join(',')}]}`
  expect(isHollow(listOf('{}', 200_000))).toBe(true)
  expect(isHollow(listOf('[0]', 200_000))).toBe(true)
  expect(isHollow(listOf('{}', 1_000))).toBe(false)
  expect(isHollow(listOf('{"email":"a","id":"1"}', 200_000))).toBe(false)
})
