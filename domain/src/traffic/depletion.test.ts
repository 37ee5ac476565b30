import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#domain/clients/expiry.ts'
import { afterTick, inboundEnds, type Metered, type Usage } from './depletion.ts'

const now = 1_800_000_000_000
const at = { now, zone: 'UTC', held: false }
const calm: Metered = {
  enable: true,
  disabledByPanel: false,
  slowed: '',
  expiryTime: 0,
  totalGB: 0,
  reset: 0,
  resetDay: 0,
  resetMax: 0,
}
const cutting = { rule: { whenEnded: 'cut' as const }, fairUse: { fairUse: 0 }, dayUsed: 0 }
const none: Usage = { used: 0, uncounted: 0, moved: false, resetCount: 0, cutAt: 0, ...cutting }

const someone = fc.record({
  enable: fc.boolean(),
  disabledByPanel: fc.constant(false),
  slowed: fc.constant('' as const),
  expiryTime: fc.oneof(
    fc.constant(0),
    fc.integer({ min: now - 90 * dayMs, max: now + 90 * dayMs }),
    fc.integer({ min: 1, max: 99 }).map((d) => -d * dayMs),
  ),
  totalGB: fc.nat(100),
  reset: fc.nat(40),
  resetDay: fc.nat(31),
  resetMax: fc.nat(3),
})
const usage = fc.record({
  used: fc.nat(200),
  uncounted: fc.nat(50),
  moved: fc.boolean(),
  resetCount: fc.nat(4),
  cutAt: fc.constant(0),
  rule: fc.constant({ whenEnded: 'cut' as const }),
  fairUse: fc.constant({ fairUse: 0 }),
  dayUsed: fc.constant(0),
})

describe('after a tick', () => {
  test('nobody is in service whose quota or time has ended, and an operator is never overruled', () => {
    fc.assert(
      fc.property(someone, usage, (client, used) => {
        const { client: next, zeroed } = afterTick(client, used, at)
        const bytes = zeroed ? 0 : used.used
        const expired = next.expiryTime > 0 && next.expiryTime <= now
        if (next.enable) {
          expect(expired).toBe(false)
          expect(next.totalGB > 0 && bytes >= next.totalGB).toBe(false)
        }
        if (!client.enable) expect([next.enable, next.disabledByPanel]).toEqual([false, false])
        expect(next.enable === false && client.enable).toBe(next.disabledByPanel)
      }),
    )
  })

  test('the same client after the same tick is as it was: a repeated tick changes nothing', () => {
    fc.assert(
      fc.property(someone, usage, (client, used) => {
        const first = afterTick(client, used, at)
        const second = afterTick(
          first.client,
          {
            ...used,
            used: first.zeroed ? 0 : used.used,
            uncounted: first.zeroed ? 0 : used.uncounted,
            resetCount: used.resetCount + (first.zeroed ? 1 : 0),
            moved: false,
            cutAt: first.cutAt,
          },
          at,
        )
        expect(second.transitions).toEqual([])
        expect(second.client).toEqual(first.client)
      }),
    )
  })

  test('P39: a delayed start begins with bytes, once', () => {
    const waiting = { ...calm, expiryTime: -3 * dayMs }
    expect(afterTick(waiting, none, at).client).toBe(waiting)
    const started = afterTick(waiting, { ...none, moved: true }, at)
    expect(started).toMatchObject({ transitions: ['started'], client: { expiryTime: now + 3 * dayMs } })
    expect(afterTick(started.client, { ...none, moved: true }, at).client).toBe(started.client)
  })

  test('who renews is renewed before it is judged, as often as it may', () => {
    const renewing = { ...calm, expiryTime: now - 5 * dayMs, reset: 2, totalGB: 10, resetMax: 2 }
    const first = afterTick(renewing, { ...none, used: 50 }, at)
    expect(first).toMatchObject({ zeroed: true, transitions: ['renewed'], client: { enable: true } })
    expect(first.client.expiryTime).toBe(now + dayMs)
    const last = afterTick(renewing, { ...none, resetCount: 2 }, at)
    expect(last).toMatchObject({ zeroed: false, transitions: ['ended'] })
    const back = afterTick({ ...renewing, enable: false, disabledByPanel: true }, none, at)
    expect(back.client).toMatchObject({ enable: true, disabledByPanel: false })
    const off = afterTick({ ...renewing, enable: false }, none, at)
    expect(off.client).toMatchObject({ enable: false, disabledByPanel: false, expiryTime: now + dayMs })
  })

  test('a day of the month renews on that day', () => {
    const on31st = { ...calm, expiryTime: Date.UTC(2027, 0, 31), resetDay: 31 }
    const when = { ...at, now: Date.UTC(2027, 1, 10) }
    expect(afterTick(on31st, none, when).client.expiryTime).toBe(Date.UTC(2027, 1, 28))
  })

  test('a clock that jumped ends nobody and renews nobody; quotas hold', () => {
    const held = { ...at, held: true }
    const expired = { ...calm, expiryTime: 5 }
    expect(afterTick(expired, none, held).client).toBe(expired)
    expect(afterTick({ ...expired, reset: 5 }, none, held).zeroed).toBe(false)
    const full = { ...expired, totalGB: 5 }
    expect(afterTick(full, { ...none, used: 5 }, held).client.enable).toBe(false)
  })
})

describe('bytes that the core has not counted', () => {
  const client = { ...calm, totalGB: 100 }

  test('cut a client, which stays out until they are counted', () => {
    const cut = afterTick(client, { ...none, used: 10, uncounted: 95 }, at)
    expect(cut).toMatchObject({ transitions: ['ended'], cutAt: now, client: { disabledByPanel: true } })
    const soon = { ...at, now: now + 5_000 }
    const waiting = afterTick(cut.client, { ...none, used: 10, cutAt: now }, soon)
    expect(waiting).toMatchObject({ transitions: [], cutAt: now, client: { enable: false } })
    const later = { ...at, now: now + 10_000 }
    const streaming = afterTick(cut.client, { ...none, used: 10, uncounted: 95, cutAt: now }, later)
    expect(streaming).toMatchObject({ cutAt: now, client: { enable: false } })
    const counted = afterTick(cut.client, { ...none, used: 105, cutAt: now }, later)
    expect(counted).toMatchObject({ transitions: [], cutAt: 0, client: { enable: false } })
    const fewer = afterTick(cut.client, { ...none, used: 98, cutAt: now }, later)
    expect(fewer).toMatchObject({ transitions: ['returned'], cutAt: 0, client: { enable: true } })
  })

  test('one that the ledger ends waits for nothing', () => {
    expect(afterTick(client, { ...none, used: 100, uncounted: 5 }, at).cutAt).toBe(0)
  })
})

test('an inbound ends by its quota or its time, and not by a clock that jumped', () => {
  const inbound = { enable: true, total: 10, expiryTime: 0, used: 10 }
  expect(inboundEnds(inbound, at)).toBe(true)
  expect(inboundEnds({ ...inbound, enable: false }, at)).toBe(false)
  expect(inboundEnds({ ...inbound, total: 0 }, at)).toBe(false)
  const expired = { ...inbound, total: 0, expiryTime: now }
  expect(inboundEnds(expired, at)).toBe(true)
  expect(inboundEnds(expired, { now, held: true })).toBe(false)
})
