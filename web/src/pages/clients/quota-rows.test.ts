import { expect, it } from 'vitest'
import type { Quota } from '#contract/quotas.ts'
import { quotasFrom, rowsOf } from './quota-rows.ts'

const GB = 1024 ** 3
const quotas: Quota[] = [
  { on: 'inbound', inboundId: 12, bytes: 10 * GB, reset: 'month' },
  { on: 'node', nodeId: 0, bytes: 1_234_567, reset: 'never' },
  { on: 'label', label: 'premium: eu', bytes: 5, reset: 'client' },
]

it('sends quotas as they were stored, although their amounts are shown rounded', () => {
  expect(rowsOf(quotas).map(({ target, gigabytes }) => [target, gigabytes])).toEqual([
    ['inbound:12', 10],
    ['node:0', 0.001],
    ['label:premium: eu', 0],
  ])
  expect(quotasFrom(rowsOf(quotas))).toEqual(quotas)
})

it('sends the amount that was typed', () => {
  const [row] = rowsOf(quotas)
  expect(quotasFrom([{ ...row!, gigabytes: 2.5, reset: 'day' }])).toEqual([
    { on: 'inbound', inboundId: 12, bytes: 2.5 * GB, reset: 'day' },
  ])
  expect(quotasFrom([{ ...row!, gigabytes: '', target: 'label:eu' }])).toEqual([
    { on: 'label', label: 'eu', bytes: 0, reset: 'month' },
  ])
})
