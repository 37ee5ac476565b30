import { describe, expect, it } from 'vitest'
import { createGuesses } from './guesses.ts'
import { createLimiter } from './limiter.ts'

const minute = 60_000

function limiterAt(start = 1_000_000) {
  const clock = { now: start }
  return { clock, limiter: createLimiter(() => clock.now) }
}

describe('the login limiter', () => {
  it('blocks the fifth failure of a name for 15 minutes, and only that name', () => {
    const { clock, limiter } = limiterAt()
    for (let i = 0; i < 4; i++) limiter.failed('192.0.2.1', 'Ann ')
    expect(limiter.blocked('192.0.2.1', 'ann')).toBe(false)
    limiter.failed('192.0.2.1', 'ann')
    expect(limiter.blocked('192.0.2.1', 'ANN')).toBe(true)
    expect(limiter.blocked('192.0.2.1', 'bob')).toBe(false)
    expect(limiter.blocked('192.0.2.2', 'ann')).toBe(false)
    clock.now += 15 * minute - 1
    expect(limiter.blocked('192.0.2.1', 'ann')).toBe(true)
    clock.now += 1
    expect(limiter.blocked('192.0.2.1', 'ann')).toBe(false)
  })

  it('forgets failures older than five minutes, and those before a success', () => {
    const { clock, limiter } = limiterAt()
    for (let i = 0; i < 4; i++) limiter.failed('192.0.2.1', 'ann')
    clock.now += 5 * minute
    limiter.failed('192.0.2.1', 'ann')
    expect(limiter.blocked('192.0.2.1', 'ann')).toBe(false)
    for (let i = 0; i < 3; i++) limiter.failed('192.0.2.1', 'ann')
    limiter.succeeded('192.0.2.1', 'ann')
    for (let i = 0; i < 4; i++) limiter.failed('192.0.2.1', 'ann')
    expect(limiter.blocked('192.0.2.1', 'ann')).toBe(false)
  })

  it('blocks an address that tries many names, and a success does not lift it', () => {
    const { limiter } = limiterAt()
    for (let i = 0; i < 30; i++) limiter.failed('192.0.2.1', `name ${i}`)
    expect(limiter.blocked('192.0.2.1', 'root')).toBe(true)
    limiter.succeeded('192.0.2.1', 'root')
    expect(limiter.blocked('192.0.2.1', 'root')).toBe(true)
    expect(limiter.blocked('192.0.2.9', 'root')).toBe(false)
  })

  it('takes the addresses of one IPv6 customer for one', () => {
    const { limiter } = limiterAt()
    for (let i = 0; i < 5; i++) limiter.failed(`2001:db8:1:2::${i + 1}`, 'ann')
    expect(limiter.blocked('2001:db8:1:2:ffff::1', 'ann')).toBe(true)
    expect(limiter.blocked('2001:db8:1:3::1', 'ann')).toBe(false)
  })

  it('property 58: memory is bounded and eviction never frees an active block', () => {
    const { clock, limiter } = limiterAt()
    const block = (address: string) => {
      for (let i = 0; i < 5; i++) limiter.failed(address, 'ann')
    }
    const addressOf = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
    for (let i = 0; i < 20_000; i++) block(addressOf(i))
    expect(limiter.size()).toBeLessThanOrEqual(10_000 + 1_024)
    for (let i = 0; i < 20_000; i += 97) expect(limiter.blocked(addressOf(i), 'ann')).toBe(true)
    // One that was blocked in a shared slot stays blocked after the crowd before it has gone.
    clock.now += 10 * minute
    block('192.0.2.77')
    clock.now += 6 * minute
    for (let i = 0; i < 50; i++) limiter.failed(`198.51.100.${i}`, 'x')
    expect(limiter.blocked('192.0.2.77', 'ann')).toBe(true)
    clock.now += 30 * minute
    limiter.failed('203.0.113.1', 'x')
    expect(limiter.blocked('192.0.2.77', 'ann')).toBe(false)
  })
})

describe('guesses', () => {
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

  it('lets five of a hundred parallel wrong guesses be judged', async () => {
    const { limiter } = limiterAt()
    const guess = createGuesses(limiter)
    let judged = 0
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        guess('192.0.2.1', 'ann', async () => {
          judged++
          await pause()
          return null
        }),
      ),
    )
    expect(judged).toBe(5)
    expect(answers.every((a) => a === null)).toBe(true)
  })

  it('takes a hundred parallel right ones, and one that throws for no guess', async () => {
    const { limiter } = limiterAt()
    const guess = createGuesses(limiter)
    const right = () => guess('192.0.2.1', 'ann', async () => pause().then(() => 'in'))
    expect(await Promise.all(Array.from({ length: 100 }, right))).toEqual(Array(100).fill('in'))
    for (let i = 0; i < 6; i++) {
      await expect(guess('192.0.2.1', 'ann', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
    }
    expect(await right()).toBe('in')
  })
})
