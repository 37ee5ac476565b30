import fc from 'fast-check'
import { expect, test } from 'vitest'
import { autoDisabled, settleEnable, switchedBy } from './enable.ts'

const now = 1000
const client = fc.record({
  enable: fc.boolean(),
  disabledByPanel: fc.constant(false),
  expiryTime: fc.integer({ min: -5, max: 2000 }),
  totalGB: fc.nat(20),
})

test('P30: a reset brings back whom the panel disabled for quota, and nobody else', () => {
  fc.assert(
    fc.property(client, fc.nat(40), (c, used) => {
      const checked = autoDisabled(c, used, now)
      const reset = settleEnable(checked, 0, now)
      const expired = c.expiryTime > 0 && c.expiryTime <= now
      expect(reset.enable).toBe(c.enable && !expired)
      expect(autoDisabled(checked, used, now)).toBe(checked)
    }),
  )
})

test('an explicit word overrides the panel, and enabling an ended client waits', () => {
  const ended = { enable: false, disabledByPanel: true, expiryTime: 0, totalGB: 5 }
  expect(switchedBy(ended, false, 5, now)).toMatchObject({ enable: false, disabledByPanel: false })
  expect(switchedBy(ended, true, 5, now)).toMatchObject({ enable: false, disabledByPanel: true })
  expect(switchedBy(ended, true, 4, now)).toMatchObject({ enable: true, disabledByPanel: false })
})
