import { expect, it } from 'vitest'
import { clientByPlan, limitsByPlan } from '#domain/limits/by-plan.ts'
import { noPlanLimits } from '#domain/limits/fields.ts'
import { appliedLimits, limitsOf } from './plans.ts'

const gold = {
  ...{ name: 'Gold', totalGB: 5, days: 30, delayedStart: true, limitIp: 2, reset: 30, group: 'gold' },
  ...{ inboundIds: [1], ...noPlanLimits, deviceKeys: true, limitHwid: 3, speedDown: 8 },
}

it('a stored plan gives what it gives everywhere, and its clients have it', () => {
  const plan = { ...gold, key: 'plan-7' }
  expect(limitsOf(plan, 1_000)).toEqual(clientByPlan({ ...gold, id: 7 }, 1_000))
  expect(limitsOf(plan, 1_000)).toEqual({
    ...{ planId: 7, totalGB: 5, limitIp: 2, limitHwid: 3, deviceKeys: true, reset: 30, group: 'gold' },
    expiryTime: -30 * 86_400_000,
  })
  expect(appliedLimits(plan)).toEqual(limitsByPlan({ ...gold, id: 7 }))
})

it('a suggestion has no row, and leaves everybody in their group', () => {
  const plan = { ...gold, key: '50-30', group: '', delayedStart: false }
  expect(limitsOf(plan, 1_000)).toMatchObject({ planId: 0, expiryTime: 1_000 + 30 * 86_400_000 })
  expect(appliedLimits(plan)).not.toHaveProperty('group')
})
