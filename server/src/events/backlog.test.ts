import { describe, expect, it } from 'vitest'
import { createBacklog } from './connection.ts'

const MIB = 1024 * 1024

describe('backlog', () => {
  it('is fine while little is waiting, however long', () => {
    const backlog = createBacklog()
    for (let t = 0; t < 1e6; t += 1000) expect(backlog.judge(MIB, t)).toBe('fine')
  })

  it('evicts at once above the hard limit', () => {
    expect(createBacklog().judge(4 * MIB + 1, 0)).toBe('evict')
  })

  it('evicts a reader that makes no progress above the soft limit', () => {
    const backlog = createBacklog()
    expect(backlog.judge(2 * MIB, 0)).toBe('fine')
    expect(backlog.judge(2 * MIB, 5000)).toBe('fine')
    expect(backlog.judge(2 * MIB, 5001)).toBe('evict')
  })

  it('spares a slow line that gets through a large frame', () => {
    const backlog = createBacklog()
    backlog.sent(9 * MIB, false)
    expect(backlog.judge(9 * MIB, 0)).toBe('fine')
    for (let waiting = 8, t = 4000; waiting > 1; waiting--, t += 4000) {
      expect(backlog.judge(waiting * MIB, t)).toBe('progress')
    }
    expect(backlog.judge(MIB / 2, 99_000)).toBe('fine')
    // Caught up, so the allowance for the large frame is gone.
    expect(backlog.judge(5 * MIB, 100_000)).toBe('evict')
  })

  it('allows for all first frames, but only for the largest of the others', () => {
    const first = createBacklog()
    for (let i = 0; i < 3; i++) first.sent(9 * MIB, true)
    expect(first.judge(27 * MIB, 0)).toBe('fine')
    const later = createBacklog()
    for (let i = 0; i < 3; i++) later.sent(9 * MIB, false)
    expect(later.judge(27 * MIB, 0)).toBe('evict')
  })
})
