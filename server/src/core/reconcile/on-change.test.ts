import { expect, it, vi } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { createOnChange } from './on-change.ts'

it('a configuration that a change brings about has the author of the change', async () => {
  const by = { kind: 'user', name: 'root', address: '203.0.113.5' } as const
  const config = vi.fn(async () => new Set<number>())
  const onChange = createOnChange({ clients: vi.fn(async () => {}), config }, silentLog)
  await onChange({ kind: 'inbounds-changed', ids: [1], removed: [], clients: [], by })
  await onChange({ kind: 'outbound-subs-changed', by })
  await onChange({ kind: 'settings-saved', keys: ['xrayTemplateConfig'], by })
  await onChange({ kind: 'settings-saved', keys: ['webPort'], by })
  expect(config.mock.calls).toEqual([
    ['inbounds', by],
    ['outbound subscriptions', by],
    ['template', by],
  ])
})
