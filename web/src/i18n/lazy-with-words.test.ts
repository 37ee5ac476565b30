import { afterEach, expect, it, vi } from 'vitest'
import { withWords } from './lazy-with-words.ts'

afterEach(() => vi.useRealTimers())

/** Fails this often, then answers. */
function poorLink(failures: number) {
  let asked = 0
  const load = async () => {
    asked += 1
    if (asked <= failures) throw new Error(`connection ${asked} was lost`)
    return { page: 'loaded' }
  }
  return { load, asked: () => asked }
}

it('requests a part again that did not arrive', async () => {
  vi.useFakeTimers()
  const { load, asked } = poorLink(3)
  const coming = withWords(load)
  await vi.runAllTimersAsync()
  expect([await coming, asked()]).toEqual([{ page: 'loaded' }, 4])
})

it('says why after the fourth failure', async () => {
  vi.useFakeTimers()
  const { load } = poorLink(4)
  const coming = expect(withWords(load)).rejects.toThrow('connection 4 was lost')
  await vi.runAllTimersAsync()
  await coming
})
