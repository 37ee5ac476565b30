import { expect, it } from 'vitest'
import { knownOf } from './subject.ts'

const finding = (state: 'bad' | 'warn', isMuted: boolean) => ({
  id: `${state}-${isMuted}`,
  state,
  subject: { kind: 'inbound' as const, id: '1', name: 'one' },
  checkedAt: 7,
  muted: isMuted ? { reason: 'known', by: 'ann', at: 1 } : null,
})

it('shows what is wrong beside a muted finding, and a muted one only where nothing else is wrong', () => {
  const shown = (...list: Parameters<typeof finding>[]) =>
    knownOf(
      list.map((args) => finding(...args)),
      [],
      1,
    ).first?.id
  expect(shown(['bad', true], ['warn', false], ['bad', false])).toBe('bad-false')
  expect(shown(['bad', true], ['warn', false])).toBe('warn-false')
  expect(shown(['warn', true], ['bad', true])).toBe('bad-true')
  expect(knownOf([], [], 5)).toEqual({ state: 'ok', first: undefined, checkedAt: 5 })
  expect(knownOf([], [], 0).state).toBeUndefined()
})
