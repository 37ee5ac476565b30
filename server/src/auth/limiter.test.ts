import { describe, expect, it } from 'vitest'
import { createLimiter } from './limiter.ts'
import { createLoginQueue } from './login-queue.ts'

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

  it('treats the addresses of one IPv6 customer as one', () => {
    const { limiter } = limiterAt()
    for (let i = 0; i < 5; i++) limiter.failed(`2001:db8:1:2::${i + 1}`, 'ann')
    expect(limiter.blocked('2001:db8:1:2:ffff::1', 'ann')).toBe(true)
    expect(limiter.blocked('2001:db8:1:3::1', 'ann')).toBe(false)
  })

  it('counts wider networks with growing thresholds: a /48 that rotates its /64s is blocked as a whole', () => {
    const { clock, limiter } = limiterAt()
    const judgedOf = (addressOf: (i: number) => string) => {
      let judged = 0
      for (let i = 0; i < 1_000; i++) {
        if (limiter.blocked(addressOf(i), `name ${i}`)) continue
        judged++
        limiter.failed(addressOf(i), `name ${i}`)
      }
      return judged
    }
    const group = (i: number) => (i % 65_536).toString(16)
    expect(judgedOf((i) => `2001:db8:1:${group(i)}::1`)).toBe(120) // all /64s of a /48
    expect(judgedOf((i) => `2001:db8:2:${group(i % 256)}::1`)).toBe(60) // all /64s of a /56
    expect(judgedOf((i) => `2001:db8:3:4::${group(i)}`)).toBe(30) // one /64
    expect(judgedOf((i) => `203.0.113.${i % 256}`)).toBe(90) // a /24
    expect(judgedOf(() => '198.51.100.1')).toBe(30)
    expect(judgedOf((i) => `::ffff:198.51.101.${i % 256}`)).toBe(90) // the same in another notation
    expect(limiter.blocked('2001:db8:5::1', 'root')).toBe(false)
    expect(limiter.blocked('203.0.114.1', 'root')).toBe(false)
    clock.now += 15 * minute
    expect(limiter.blocked('2001:db8:1:ffff::1', 'root')).toBe(false)
  })

  const addressOf = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`

  it('P58: memory is bounded and eviction never frees an active block', () => {
    const { clock, limiter } = limiterAt()
    const block = (address: string) => {
      for (let i = 0; i < 5; i++) limiter.failed(address, 'ann')
    }
    for (let i = 0; i < 21_000; i++) block(addressOf(i))
    expect(limiter.size()).toBeLessThanOrEqual(120_000)
    for (let i = 0; i < 21_000; i += 97) expect(limiter.blocked(addressOf(i), 'ann')).toBe(true)
    expect(limiter.blocked('192.0.2.9', 'ann')).toBe(false)
    clock.now += 15 * minute
    limiter.failed('203.0.113.1', 'x')
    expect(limiter.size()).toBeLessThan(10) // expired entries are removed
    expect(limiter.blocked(addressOf(5), 'ann')).toBe(false)
  })

  it('blocks no new address when full, and unblocks none', () => {
    const clock = { now: 1_000_000 }
    const limiter = createLimiter(() => clock.now, { mostBlocks: 300, mostTallies: 300 })
    const block = (address: string) => {
      for (let i = 0; i < 5; i++) limiter.failed(address, 'ann')
    }
    for (let i = 0; i < 300; i++) block(addressOf(i * 256))
    for (let i = 300; i < 3_000; i++) block(addressOf(i * 256))
    expect(limiter.size()).toBeLessThanOrEqual(600)
    for (let i = 0; i < 300; i++) expect(limiter.blocked(addressOf(i * 256), 'ann')).toBe(true)
    for (let i = 0; i < 1_000; i++) expect(limiter.blocked(`192.0.${i >> 8}.${i & 255}`, 'ann')).toBe(false)
    block('192.0.2.77')
    expect(limiter.blocked('192.0.2.77', 'ann')).toBe(true) // and an address that keeps guessing is still blocked
  })
})

describe('guesses', () => {
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

  it('checks five of a hundred parallel wrong guesses', async () => {
    const { limiter } = limiterAt()
    const guess = createLoginQueue(limiter)
    let judged = 0
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        guess('192.0.2.1', 'ann', async () => {
          judged++
          await pause()
          return { wrong: 'wrongPassword' }
        }),
      ),
    )
    expect(judged).toBe(5)
    expect(answers.every((answer) => 'wrong' in answer)).toBe(true)
  })

  it('checks no more than its limit of parallel guesses from the /64s of one /48', async () => {
    const { limiter } = limiterAt()
    const guess = createLoginQueue(limiter)
    let judged = 0
    const wave = () =>
      Promise.all(
        Array.from({ length: 90 }, (_, i) =>
          guess(`2001:db8:1:${i.toString(16)}::1`, `name ${i}`, async () => {
            judged++
            await pause()
            return { wrong: 'wrongPassword' }
          }),
        ),
      )
    await wave()
    await wave()
    expect(judged).toBe(60) // 90 /64s of one /56
  })

  it('accepts a hundred parallel correct ones, and does not count an error as a guess', async () => {
    const { limiter } = limiterAt()
    const guess = createLoginQueue(limiter)
    const right = () => guess('192.0.2.1', 'ann', async () => pause().then(() => ({ right: 'in' })))
    expect(await Promise.all(Array.from({ length: 100 }, right))).toEqual(Array(100).fill({ right: 'in' }))
    for (let i = 0; i < 6; i++) {
      await expect(guess('192.0.2.1', 'ann', () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
    }
    expect(await right()).toEqual({ right: 'in' })
  })
})
