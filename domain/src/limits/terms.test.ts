import { describe, expect, test } from 'vitest'
import { unlimitedSpeed, usualSlowSpeed } from './effective.ts'
import { noLimits } from './fields.ts'
import { termsOf } from './terms.ts'

const fast = { ...noLimits, speedDown: 16, speedUp: 4 }
const none = { speed: 0, reason: '' }

describe('the terms of a client', () => {
  test('say who set its speed: the nearest, each direction on its own', () => {
    const told = (layers: Parameters<typeof termsOf>[0]) => {
      const { down, up } = termsOf(layers, '', [{ down: 9, up: 9 }])
      return [down, up]
    }
    expect(told({ client: fast, group: { ...fast, speedDown: 99 } })).toEqual([
      { speed: 16, reason: 'client' },
      { speed: 4, reason: 'client' },
    ])
    expect(told({ client: noLimits, group: { ...noLimits, speedUp: 5 }, plan: fast })).toEqual([
      { speed: 16, reason: 'plan' },
      { speed: 5, reason: 'group' },
    ])
    expect(told({ client: { ...noLimits, speedDown: unlimitedSpeed }, group: fast })).toEqual([
      none,
      { speed: 4, reason: 'group' },
    ])
  })

  test('say what its inbounds give where nobody nearer does, if all give the same', () => {
    const down = (...speeds: number[]) =>
      termsOf(
        { client: noLimits },
        '',
        speeds.map((speed) => ({ down: speed, up: 0 })),
      ).down
    expect(down(7, 7)).toEqual({ speed: 7, reason: 'inbound' })
    expect(down(7, 0)).toEqual({ speed: 0, reason: 'inbounds' })
    expect([down(0), down()]).toEqual([none, none])
  })

  test.each(['ended', 'day', 'ip'] as const)('say why it is slow (%s), and only if it is', (slowed) => {
    const slow = { ...noLimits, slowSpeed: 8, fairUseSpeed: 8 }
    expect(termsOf({ client: { ...slow, speedDown: 16 } }, slowed, [{ down: 1, up: 1 }])).toMatchObject({
      down: { speed: 8, reason: slowed },
      up: { speed: 8, reason: slowed },
    })
    expect(termsOf({ client: { ...slow, speedDown: 5 } }, slowed, []).down).toEqual({
      ...{ speed: 5, reason: 'client' },
    })
  })

  test('say what happens at the end and past the allowance of a day', () => {
    expect(termsOf({ client: noLimits }, '', [])).toMatchObject({ endSpeed: 0, fairUse: 0, fairUseSpeed: 0 })
    const plan = { ...noLimits, whenEnded: 'slow', fairUse: 100, fairUseSpeed: 6 } as const
    expect(termsOf({ client: noLimits, plan }, '', [])).toMatchObject({
      endSpeed: usualSlowSpeed,
      fairUse: 100,
      fairUseSpeed: 6,
    })
    expect(termsOf({ client: fast, plan }, '', [])).toMatchObject({ endSpeed: 16 })
  })
})
