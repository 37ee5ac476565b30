import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createToasts } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('goes after its time, and later if it can be undone', () => {
  const toasts = createToasts()
  toasts.show({ tone: 'good', text: 'saved' })
  toasts.show({ tone: 'good', text: 'deleted', undo: async () => undefined })
  vi.advanceTimersByTime(7_000)
  expect(toasts.shown.get().map(({ text }) => text)).toEqual(['deleted'])
  vi.advanceTimersByTime(13_000)
  expect(toasts.shown.get()).toEqual([])
})

it('stays while the pointer or the focus is on it, whichever leaves first', () => {
  const toasts = createToasts()
  const id = toasts.show({ tone: 'good', text: 'saved' })
  toasts.hold(id, 'pointer')
  toasts.hold(id, 'focus')
  toasts.letGo(id, 'pointer')
  vi.advanceTimersByTime(60_000)
  expect(toasts.shown.get()).toHaveLength(1)
  toasts.letGo(id, 'focus')
  vi.advanceTimersByTime(6_999)
  expect(toasts.shown.get()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toasts.shown.get()).toEqual([])
})
