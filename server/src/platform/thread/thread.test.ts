import { afterEach, beforeEach, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import type { SomeOperations } from '#test/fixtures/some-worker.ts'
import { until } from '#test/until.ts'
import { createThread, type Thread } from './thread.ts'

const options = {
  name: 'some-worker',
  from: new URL('../../../../test/fixtures/here.ts', import.meta.url).href,
}
let thread: Thread<SomeOperations>
beforeEach(() => {
  thread = createThread<SomeOperations>({ ...options, idleMs: 60_000 })
})
afterEach(() => thread.end())

it('answers each question, those that take longer after the others', async () => {
  const order: unknown[] = []
  const note = (answer: unknown) => void order.push(answer)
  await Promise.all([
    thread.ask('later', 50).then(note),
    thread.ask('add', 1, 2).then(note),
    thread.ask('add', 3, 4).then(note),
  ])
  expect(order).toEqual([3, 7, 'later'])
})

it('an error arrives as it was thrown: a refusal, or a message with its fields', async () => {
  const refused = await thread.ask('refuse').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ code: 'client.email-missing', field: 'email' })
  const failed = await thread.ask('fail').catch((error: unknown) => error)
  expect(failed).toMatchObject({ message: 'no room', errcode: 13, code: 'ERR' })
  expect(failed).not.toHaveProperty('inner')
  expect(await thread.ask('add', 1, 1)).toBe(2)
})

it('parts come in order and are made only a little ahead; who stops early ends the generator', async () => {
  const seen: number[] = []
  for await (const n of thread.parts('count', [1_000], { ahead: 3 })) {
    seen.push(n)
    if (n === 5) {
      expect((await thread.ask('state')).made).toBeLessThanOrEqual(9)
      break
    }
  }
  expect(seen).toEqual([1, 2, 3, 4, 5])
  await until('the generator ends', async () => (await thread.ask('state')).isStopped)
  const all: number[] = []
  for await (const n of thread.parts('count', [4], { ahead: 2 })) all.push(n)
  expect(all).toEqual([1, 2, 3, 4])
})

it('buffers of parts are handed over, and a failure comes after the parts before it', async () => {
  const lengths: number[][] = []
  for await (const bytes of thread.parts('bytes', [], { ahead: 5 })) lengths.push([...bytes])
  expect(lengths).toEqual([[7, 7, 7, 7, 7, 7, 7, 7], [0]])
  const seen: unknown[] = []
  const reading = async () => {
    for await (const n of thread.parts('broken', [], { ahead: 5 })) seen.push(n)
  }
  await expect(reading()).rejects.toThrow('broken off')
  expect(seen).toEqual([1])
})

it('a thread that ends fails what it was asked; one that is started on demand starts again', async () => {
  const asked = thread.ask('later', 60_000)
  await thread.ask('crash')
  await expect(asked).rejects.toThrow('has ended')
  expect(await thread.ask('add', 1, 1)).toBe(2)
  await thread.end()
  expect(await thread.ask('add', 2, 2)).toBe(4)
})

it('one that lives until it is ended does not start again: what it held in memory is gone', async () => {
  const lasting = createThread<SomeOperations>(options)
  expect(await lasting.ask('add', 1, 1)).toBe(2)
  await lasting.ask('crash')
  await expect(lasting.ask('later', 60_000)).rejects.toThrow('has ended')
  await expect(lasting.ask('add', 1, 1)).rejects.toThrow('has ended')
})

it('an idle thread is ended, and the next question starts another', async () => {
  const brief = createThread<SomeOperations>({ ...options, idleMs: 20 })
  for await (const _ of brief.parts('count', [3], { ahead: 1 }));
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await brief.ask('state')).made).toBe(0)
  await brief.end()
})
