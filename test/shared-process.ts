import { afterAll, beforeAll, expect, vi } from 'vitest'

// Files of one tier share a process (ADR 012): a file that leaves the environment, the folder or the clock changed
// would make another one fail.
const state = () => ({ env: { ...process.env }, folder: process.cwd(), fakeTimers: vi.isFakeTimers() })

let before: ReturnType<typeof state>
beforeAll(() => {
  before = state()
})
afterAll(() => {
  expect(state(), 'what this file leaves to the next').toEqual(before)
})
