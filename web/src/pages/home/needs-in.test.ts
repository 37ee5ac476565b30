import { expect, it } from 'vitest'
import type { Finding } from '#contract/health-api.ts'
import { needsIn } from './needs-in.ts'

const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  id,
  subject: { kind: 'server', id: '', name: '' },
  state: 'bad',
  sentence: `${id}.`,
  sentenceCoded: { code: `health.${id}`, params: {} },
  since: 1,
  checkedAt: 2,
  seenBy: '',
  muted: null,
  ...more,
})
const clients = { kind: 'clients', id: '', name: '' } as const

it('lists what is bad or a warning, and notes about clients only', () => {
  const findings = [
    finding('core'),
    finding('disk', { state: 'warn' }),
    finding('bbr', { state: 'note' }),
    finding('clients.today', { state: 'note', subject: clients }),
  ]
  expect(needsIn({ findings }, false).map(({ id }) => id)).toEqual(['core', 'disk', 'clients.today'])
})

it('leaves out what is muted', () => {
  const muted = { reason: 'known', by: 'ann', at: 3 }
  expect(needsIn({ findings: [finding('disk', { muted })] }, false)).toEqual([])
})

it('does not miss a core that is being installed', () => {
  expect(needsIn({ findings: [finding('core'), finding('disk')] }, true).map(({ id }) => id)).toEqual([
    'disk',
  ])
})
