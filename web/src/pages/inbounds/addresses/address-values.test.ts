import { expect, it } from 'vitest'
import { blankHost, type HostGroup } from '#contract/host.ts'
import { bodyOf, formOf, isJsonObject, isOn, newForm, orderWith, switched } from './address-values.ts'

const group = (groupId: string, more: Partial<HostGroup> = {}): HostGroup => ({
  ...blankHost,
  groupId,
  hosts: ['cdn.example'],
  inboundIds: [1],
  ...more,
})

it('a form keeps what it has no field for', () => {
  const kept = { isHidden: true, sortOrder: 3, nodeGuids: ['g'], shuffleHost: true }
  const stored = group('a', { port: 8443, muxParams: '{"enabled":true}', ...kept })
  const { groupId: _, ...rest } = stored
  expect(bodyOf(formOf(stored), stored)).toEqual(rest)
})

it('a blank port is the port of the inbound', () => {
  expect(formOf(group('a')).port).toBe('')
  expect(bodyOf({ ...newForm('7'), hosts: [' a.example '] }, undefined)).toMatchObject({
    port: 0,
    inboundIds: [7],
    hosts: ['a.example'],
  })
})

it('enabling shows a hidden group too, disabling leaves it hidden', () => {
  const hidden = group('a', { isHidden: true })
  expect(isOn(hidden)).toBe(false)
  expect(switched(hidden, true)).toMatchObject({ isDisabled: false, isHidden: false })
  expect(switched(hidden, false)).toMatchObject({ isDisabled: true, isHidden: true })
})

it('an order of some groups leaves the others where they are', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => group(id)) as [
    HostGroup,
    HostGroup,
    HostGroup,
    HostGroup,
  ]
  expect(orderWith([a, b, c, d], [d, b])).toEqual(['a', 'd', 'c', 'b'])
})

it('takes JSON objects only, without blanks around them', () => {
  expect(['{}', ' {"a":1} '].map(isJsonObject)).toEqual([true, true])
  expect(['', '[]', 'null', '1', '{'].map(isJsonObject)).toEqual([false, false, false, false, false])
  const form = { ...newForm('7'), hosts: ['a.example'], finalMask: ' {"tcp":[]}\n' }
  expect(bodyOf(form, undefined)).toMatchObject({ finalMask: '{"tcp":[]}', muxParams: '', sockoptParams: '' })
})
