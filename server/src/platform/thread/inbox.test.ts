import { expect, it } from 'vitest'
import { createInbox } from './thread.ts'

it('delivers in order, whether awaited or not', async () => {
  const inbox = createInbox<number>()
  inbox.put(1)
  inbox.put(2)
  expect([await inbox.take(), await inbox.take()]).toEqual([1, 2])
  const third = inbox.take()
  inbox.put(3)
  inbox.put(4)
  expect([await third, await inbox.take()]).toEqual([3, 4])
})

it('delivers an error after everything before it, and again on later reads', async () => {
  const inbox = createInbox<number>()
  inbox.put(1)
  inbox.fail(new Error('gone'))
  inbox.fail(new Error('gone twice'))
  expect(await inbox.take()).toBe(1)
  await expect(inbox.take()).rejects.toThrow('gone')
  const other = createInbox<number>()
  const waiting = other.take()
  other.fail(new Error('ended'))
  await expect(waiting).rejects.toThrow('ended')
  await expect(other.take()).rejects.toThrow('ended')
})
