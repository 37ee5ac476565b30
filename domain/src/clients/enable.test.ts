import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Slowed } from '#contract/limits.ts'
import { autoEnded, settleEnable, switchedBy } from './enable.ts'

const now = 1000
const client = fc.record({
  enable: fc.boolean(),
  disabledByPanel: fc.constant(false),
  slowed: fc.constant<Slowed>(''),
  expiryTime: fc.integer({ min: -5, max: 2000 }),
  totalGB: fc.nat(20),
})

test('P30: a reset brings back whom the panel disabled for quota, and nobody else', () => {
  fc.assert(
    fc.property(client, fc.nat(40), (c, used) => {
      const checked = autoEnded(c, used, now, { whenEnded: 'cut' })
      const reset = settleEnable(checked, 0, now, { whenEnded: 'cut' })
      const expired = c.expiryTime > 0 && c.expiryTime <= now
      expect(reset.enable).toBe(c.enable && !expired)
      expect(autoEnded(checked, used, now, { whenEnded: 'cut' })).toBe(checked)
    }),
  )
})

test('an explicit word overrides the panel, and enabling an ended client waits', () => {
  const ended = { enable: false, disabledByPanel: true, slowed: '' as const, expiryTime: 0, totalGB: 5 }
  expect(switchedBy(ended, false, 5, now, { whenEnded: 'cut' })).toMatchObject({
    enable: false,
    disabledByPanel: false,
  })
  expect(switchedBy(ended, true, 5, now, { whenEnded: 'cut' })).toMatchObject({
    enable: false,
    disabledByPanel: true,
  })
  expect(switchedBy(ended, true, 4, now, { whenEnded: 'cut' })).toMatchObject({
    enable: true,
    disabledByPanel: false,
  })
})

test('slow instead of cut: enabled for as long as it is depleted, slow exactly then', () => {
  const anyone = fc.record({
    enable: fc.boolean(),
    disabledByPanel: fc.constant(false),
    slowed: fc.constantFrom<Slowed>('', 'day'),
    expiryTime: fc.integer({ min: -5, max: 2000 }),
    totalGB: fc.nat(20),
  })
  fc.assert(
    fc.property(anyone, fc.nat(40), fc.constantFrom('cut', 'slow'), (c, used, later) => {
      const checked = autoEnded(c, used, now, { whenEnded: 'slow' })
      const depleted = (c.expiryTime > 0 && c.expiryTime <= now) || (c.totalGB > 0 && used >= c.totalGB)
      expect(checked.enable).toBe(c.enable)
      expect(checked.slowed).toBe(c.enable && depleted ? 'ended' : c.slowed)
      const renewed = settleEnable({ ...checked, expiryTime: 0 }, 0, now, { whenEnded: later })
      expect(renewed).toMatchObject({ enable: c.enable, disabledByPanel: false })
      expect(renewed.slowed).not.toBe('ended')
      // Another ending holds at once, both ways.
      const cut = settleEnable(checked, used, now, { whenEnded: 'cut' })
      expect(cut.enable).toBe(c.enable && !depleted)
      expect(settleEnable(cut, used, now, { whenEnded: 'slow' })).toMatchObject({
        enable: c.enable,
        disabledByPanel: false,
      })
    }),
  )
})
