import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#domain/refusal.ts'
import { adjustedClient, checkAdjustment } from './adjust.ts'
import { blankClient } from './client.ts'
import { dayMs } from './expiry.ts'

const now = 100 * dayMs
const cut = () => ({ whenEnded: 'cut' }) as const
const c = blankClient
const adjust = (client: typeof c, addDays: number, addBytes: number, flow = '') => {
  const { reasons, ...rest } = adjustedClient(client, { addDays, addBytes, flow }, 0, now, cut)
  return { ...rest, reasons: reasons.map(inEnglish) }
}

describe('bulk adjustment', () => {
  test.each([
    ['unlimited expiry', c, 3, 0, 'unlimited expiry'],
    ['unlimited traffic', c, 0, 3, 'unlimited traffic'],
    ['time runs out', { ...c, expiryTime: now + dayMs }, -2, 0, 'reduction exceeds remaining time'],
    ['delay runs out', { ...c, expiryTime: -2 * dayMs }, -2, 0, 'reduction exceeds delay window'],
    ['quota runs out', { ...c, totalGB: 5 }, 0, -5, 'reduction exceeds quota'],
    ['quota beyond numbers', { ...c, totalGB: Number.MAX_SAFE_INTEGER }, 0, 1, 'quota would be too large'],
  ])('%s: skipped', (_name, client, days, bytes, reason) => {
    expect(adjust(client, days, bytes)).toEqual({ client, changed: false, reasons: [reason] })
  })
  test('time and delay are lengthened', () => {
    expect(adjust({ ...c, expiryTime: now + 5 }, 2, 0).client.expiryTime).toBe(now + 5 + 2 * dayMs)
    expect(adjust({ ...c, expiryTime: -3 * dayMs }, 2, 0).client.expiryTime).toBe(-5 * dayMs)
  })
  test('what can be done is done, and the rest has its reason', () => {
    expect(adjust({ ...c, totalGB: 5 }, 1, 5)).toEqual({
      client: { ...c, totalGB: 10 },
      changed: true,
      reasons: ['unlimited expiry'],
    })
  })
  test('flow is set and cleared', () => {
    expect(adjust(c, 0, 0, 'xtls-rprx-vision').client.flow).toBe('xtls-rprx-vision')
    expect(adjust({ ...c, flow: 'xtls-rprx-vision' }, 0, 0, 'none').client.flow).toBe('')
  })
  test('a client that ended by quota is back with more of it', () => {
    const ended = { ...c, enable: false, disabledByPanel: true, totalGB: 5 }
    expect(adjustedClient(ended, { addDays: 0, addBytes: 5 }, 5, now, cut).client.enable).toBe(true)
  })
  test('what is set is set, unlimited ones too, and what is added is added to it', () => {
    const set = { addDays: 1, addBytes: 0, setBytes: 50, setExpiryTime: now + dayMs, setLimitIp: 3 }
    expect(adjustedClient(c, set, 0, now, cut)).toEqual({
      client: { ...c, totalGB: 50, expiryTime: now + 2 * dayMs, limitIp: 3 },
      changed: true,
      reasons: [],
    })
    expect(
      adjustedClient({ ...c, totalGB: 50 }, { addDays: 0, addBytes: 0, setBytes: 0 }, 0, now, cut).client,
    ).toEqual(c)
    expect(() => checkAdjustment({ addDays: 0, addBytes: 0, setBytes: 0 })).not.toThrow()
    expect(() => checkAdjustment({ addDays: 0, addBytes: 0, setBytes: -1 })).toThrow(
      expect.objectContaining({ field: 'setBytes' }),
    )
    expect(() => checkAdjustment({ addDays: 0, addBytes: 0, setExpiryTime: -5 })).toThrow(
      expect.objectContaining({ field: 'setExpiryTime' }),
    )
  })
  test('nothing to adjust is refused', () => {
    expect(() => checkAdjustment({ addDays: 0, addBytes: 0 })).toThrow('Say what')
    expect(() => checkAdjustment({ addDays: 0.5, addBytes: 0 })).toThrow(
      expect.objectContaining({ field: 'addDays' }),
    )
    expect(() => checkAdjustment({ addDays: 0, addBytes: 0, flow: 'x' })).toThrow(
      expect.objectContaining({ field: 'flow' }),
    )
  })
})

test('P38: reducing a quota can never land on 0', () => {
  const quota = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  const change = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(quota, change, (totalGB, addBytes) => {
      const { client } = adjust({ ...c, totalGB }, 0, addBytes)
      expect(client.totalGB).toBeGreaterThan(0)
      expect(Number.isSafeInteger(client.totalGB)).toBe(true)
    }),
  )
})
