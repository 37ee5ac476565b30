import { expect, it } from 'vitest'
import { changesOf } from './readable.ts'

it('lists the fields that changed, but not the time of the change', () => {
  const before = { email: 'ann', totalGB: 5, comment: '', inboundIds: [1], updatedAt: 1 }
  const after = { email: 'ann', totalGB: 9, comment: 'vip', inboundIds: [1, 2], updatedAt: 2 }
  expect(changesOf(before, after)).toEqual([
    { path: 'totalGB', key: 'totalGB', before: 5, after: 9 },
    { path: 'comment', key: 'comment', before: '', after: 'vip' },
    { path: 'inboundIds', key: 'inboundIds', before: [1], after: [1, 2] },
  ])
})

it('goes into blocks, down to the field', () => {
  const block = (dest: string) => ({ streamSettings: { network: 'tcp', realitySettings: { dest } } })
  expect(changesOf(block('a:443'), block('b:443'))).toEqual([
    { path: 'streamSettings.realitySettings.dest', key: 'dest', before: 'a:443', after: 'b:443' },
  ])
})

it('lists nothing for a creation or deletion', () => {
  expect(changesOf(null, { email: 'ann' })).toEqual([])
  expect(changesOf({ email: 'ann' }, null)).toEqual([])
})
