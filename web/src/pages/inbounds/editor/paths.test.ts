import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getAt, isWithin, setAt, stepsOf } from './paths.ts'

it('parses a path with list indexes', () => {
  expect(stepsOf('settings.accounts[2].user')).toEqual(['settings', 'accounts', 2, 'user'])
  expect(getAt({ settings: { accounts: [{ user: 'ann' }] } }, 'settings.accounts[0].user')).toBe('ann')
  expect(getAt({ settings: 'text' }, 'settings.accounts[0]')).toBeUndefined()
})

it('writes without mutating the original', () => {
  const before = { a: { b: [{ c: 1 }, { c: 2 }] }, d: { e: 1 } }
  const after = setAt(before, 'a.b[1].c', 3)
  expect(after).toEqual({ a: { b: [{ c: 1 }, { c: 3 }] }, d: { e: 1 } })
  expect(before.a.b[1]).toEqual({ c: 2 })
  expect(after.d).toBe(before.d)
})

it('creates missing blocks, keeps the order of keys, and removes a key', () => {
  expect(setAt({}, 'streamSettings.sockopt.mark', 1)).toEqual({ streamSettings: { sockopt: { mark: 1 } } })
  expect(Object.keys(setAt({ a: 1, b: 2, c: 3 }, 'b', 9))).toEqual(['a', 'b', 'c'])
  expect(setAt({ a: { b: 1, c: 2 } }, 'a.b', undefined)).toEqual({ a: { c: 2 } })
})

it('reads back what was written', () => {
  const name = fc.stringMatching(/^[a-z]{1,4}$/)
  const path = fc
    .tuple(
      name,
      fc.array(
        fc.oneof(
          name,
          fc.nat(3).map((n) => `[${n}]`),
        ),
        { maxLength: 4 },
      ),
    )
    .map(([first, rest]) => rest.reduce((at, part) => at + (part.startsWith('[') ? part : `.${part}`), first))
  fc.assert(fc.property(path, fc.integer(), (at, value) => getAt(setAt({}, at, value), at) === value))
})

it('knows which paths are below another', () => {
  expect(isWithin('settings.accounts[0].user', 'settings.accounts')).toBe(true)
  expect(isWithin('settingsMore', 'settings')).toBe(false)
})
