import { describe, expect, it } from 'vitest'
import { patient, runnableIn, slowedBy, ticksIn } from './patient.ts'
import { until } from './until.ts'

describe('how busy the machine is', () => {
  it('is read from what the system says', () => {
    expect(runnableIn('3.71 2.09 0.95 11/166 15145\n')).toBe(11)
    expect(runnableIn('')).toBe(0)
    const stat = 'cpu  47549 1545 7884 52516 505 0 147 68 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n'
    expect(ticksIn(stat)).toEqual({ all: 47549 + 1545 + 7884 + 52516 + 505 + 147 + 68, stolen: 68 })
    expect(ticksIn('')).toEqual({ all: 0, stolen: 0 })
  })

  it('work takes twice as long when half of the processors are stolen', () => {
    const before = { all: 1_000, stolen: 100 }
    expect(slowedBy(before, { all: 3_000, stolen: 1_100 })).toBe(2)
    expect(slowedBy(before, before)).toBe(1)
  })

  it('makes a time longer, up to eight times', () => {
    expect(patient(1_000)).toBeGreaterThanOrEqual(1_000)
    expect(patient(1_000)).toBeLessThanOrEqual(30_000)
  })
})

describe('waiting', () => {
  const soonMs = 5

  it('ends when it holds, and fails with what did not come', async () => {
    let looks = 0
    await until('the third look', () => ++looks === 3)
    expect(looks).toBe(3)
    await expect(until('a miracle', async () => false, soonMs)).rejects.toThrow(
      'waited 5 ms in vain: a miracle',
    )
  })

  it('looks once more when the deadline has passed', async () => {
    let looks = 0
    const slow = async () => {
      await new Promise((next) => setTimeout(next, 30))
      return ++looks === 2
    }
    await until('the second look', slow, soonMs)
    expect(looks).toBe(2)
  })
})
