import { expect, it } from 'vitest'
import { type AuditChoice, auditFilter } from './audit-filter.ts'
import { verbChoices } from './audit-words.ts'

const nothing: AuditChoice = {
  kind: '',
  object: '',
  verb: '',
  actor: '',
  text: ' ',
  range: 'all',
  from: '2026-07-01',
  to: '',
}

it('asks for nothing if nothing was chosen, and ignores days without a custom range', () => {
  expect(auditFilter(nothing, 1)).toEqual({})
})

it('expands a word to every verb it covers', () => {
  expect(auditFilter({ ...nothing, verb: 'added' }, 1).verbs).toBe('add,create')
  expect(auditFilter({ ...nothing, verb: 'nonsense' }, 1)).toEqual({})
  expect(new Set(verbChoices.map(({ value }) => value)).size).toBe(verbChoices.length)
})

it('counts a range back from now, and whole days', () => {
  expect(auditFilter({ ...nothing, range: 'hour' }, 10_000_000)).toEqual({ from: 6_400_000 })
  const days = auditFilter({ ...nothing, range: 'custom', to: '2026-07-01' }, 1)
  expect(days).toEqual({
    from: new Date(2026, 6, 1).getTime(),
    to: new Date(2026, 6, 2).getTime() - 1,
  })
  expect(auditFilter({ ...nothing, range: 'custom', from: '1.7.2026' }, 1)).toEqual({})
})
