import { describe, expect, it } from 'vitest'
import type { ToldQuota } from '../../clients/quotas/reads.ts'
import { speechOf } from './language.ts'
import { quotasCard } from './quotas.ts'

const GB = 1024 ** 3
const premium: ToldQuota = {
  ...{ email: 'ann', target: 'label:premium', on: 'label', label: 'premium', name: 'premium' },
  ...{
    bytes: 10 * GB,
    used: 3.1 * GB,
    by: 'plan',
    reset: 'month',
    spent: false,
    closed: [],
    closedNames: [],
  },
  ends: Date.UTC(2026, 11, 1, 12),
}
const text = (quotas: ToldQuota[], hasOthers = false) =>
  quotasCard(quotas, hasOthers, speechOf('en'))?.text ?? ''

describe('quotas on the page of a person', () => {
  it('are not there without any', () => {
    expect(quotasCard([], false, speechOf('en'))).toBeNull()
  })

  it('say what is used of them, and when they start again', () => {
    const said = text([premium])
    expect(said).toContain('Servers “premium”')
    expect(said).toContain('3.1 GB of 10 GB used')
    expect(said).toMatch(/Starts again on [^<]*2026/)
    expect(said).toContain('value="31"')
    expect(said).not.toContain('ann')
    expect(text([{ ...premium, ends: 0, reset: 'client' }])).toContain('Starts again with your renewal')
    expect(text([{ ...premium, ends: 0, reset: 'never' }])).not.toContain('Starts again')
  })

  it('name the servers that are missing, and why', () => {
    const spent = { ...premium, used: 12 * GB, spent: true, closed: [3], closedNames: ['Oslo <1>'] }
    const said = text([spent, { ...spent, on: 'node', nodeId: 0, name: '', closedNames: [] }], true)
    expect(said).toContain('Used up, so these do not work for now: Oslo &lt;1&gt;.')
    expect(said).toContain('value="100"')
    expect(said).toContain('Main server')
    expect(said).toContain('<p class="alert">Used up.</p>')
    expect(said).toContain('<bdi>ann</bdi>')
  })
})
