import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Reply } from '../platform/egress/safe-fetch.ts'
import { silentLog } from '../platform/log.ts'
import { createExternalLists } from './external-lists.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const replyWith = (text: string) => ({ text: () => text }) as Reply // nothing else is read
const link = 'ss://a@b:1'

function stage(answer: (url: string) => Promise<Reply>) {
  const asked: string[] = []
  const safeFetch = (url: string) => {
    asked.push(url)
    return answer(url)
  }
  return { asked, lists: createExternalLists({ egress: { safeFetch }, now: Date.now, log: silentLog }) }
}

it('nobody waits long for a list that does not come, and callers share one fetch', async () => {
  const { asked, lists } = stage(() => new Promise(() => {}))
  const waiting = Promise.all(Array.from({ length: 20 }, () => lists.ready(['http://slow.example'])))
  await vi.advanceTimersByTimeAsync(4_000)
  await waiting
  expect(asked).toHaveLength(1)
  expect(lists.links('http://slow.example')).toEqual([])
})

it('an old list is served at once and fetched behind the caller', async () => {
  let body = link
  const { lists } = stage(async () => replyWith(body))
  await lists.ready(['http://l.example'])
  body = `${link}\nss://c@d:1`
  await vi.advanceTimersByTimeAsync(300_000)
  expect(lists.ready(['http://l.example'])).toBeUndefined()
  expect(lists.links('http://l.example')).toEqual([link])
  await vi.advanceTimersByTimeAsync(0)
  expect(lists.links('http://l.example')).toHaveLength(2)
})

it('a crowd of lists is fetched a few at a time', async () => {
  const answers: (() => void)[] = []
  const { asked, lists } = stage(() => new Promise((resolve) => answers.push(() => resolve(replyWith(link)))))
  const urls = Array.from({ length: 20 }, (_, i) => `http://l${i}.example`)
  const ready = lists.ready(urls)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(8)
  while (answers.length > 0) {
    answers.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  await ready
  expect(urls.map((url) => lists.links(url))).toEqual(urls.map(() => [link]))
})

it('what is kept of all lists is bounded; the newest stay', async () => {
  const huge = `ss://${'a'.repeat(4_000)}@b:1\n`.repeat(500)
  const { lists } = stage(async () => replyWith(huge))
  const urls = Array.from({ length: 12 }, (_, i) => `http://l${i}.example`)
  for (const url of urls) await lists.ready([url])
  const known = urls.filter((url) => lists.links(url).length > 0)
  expect(known).toEqual(urls.slice(-8))
})
