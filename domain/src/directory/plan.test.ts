import fc from 'fast-check'
import { expect, it } from 'vitest'
import { peopleIn } from './entries.ts'
import { type ClientHere, planDirectory } from './plan.ts'

const options = { autoCreate: true, autoDelete: true, peopleBefore: 0 }
const here = (email: string, isOn = true, isOnInbounds = true): ClientHere => ({ email, isOn, isOnInbounds })
const person = (email: string, enabled = true) => ({ email, enabled })

it('enables, disables, creates and deletes, ignoring the letter case of emails', () => {
  const plan = planDirectory(
    [person('A@x'), person('b@x', false), person('new@x'), person('off@x', false), ...many(10)],
    [
      here('a@X', false),
      here('b@x'),
      here('gone@x'),
      here('own@x', true, false),
      ...many(10).map((p) => here(p.email)),
    ],
    options,
  )
  expect(plan).toMatchObject({ enable: ['a@X'], disable: ['b@x'], create: ['new@x'], remove: ['gone@x'] })
})

const many = (count: number) => Array.from({ length: count }, (_, i) => person(`m${i}@x`))

it.each([
  ['one of two', 2, 1, false],
  ['two of ten', 10, 2, false],
  ['three of ten', 10, 3, true],
  ['51 of 1,000', 1_000, 51, true],
  ['50 of 1,000', 1_000, 50, false],
])('disabling %s is held: %s %s %s', (_, all, off, isHeld) => {
  const people = many(all).map((p, i) => ({ ...p, enabled: i >= off }))
  const plan = planDirectory(
    people,
    many(all).map((p) => here(p.email)),
    { ...options, autoDelete: false },
  )
  expect(plan.disable).toHaveLength(off)
  expect(plan.held !== undefined).toBe(isHeld)
})

it('a person that cannot be a client is skipped with the reason', () => {
  const { create, skipped } = planDirectory([person('a b'), person('fine@x')], [], options)
  expect([create, skipped]).toMatchObject([
    ['fine@x'],
    [{ email: 'a b', why: { code: 'client.email-white-space' } }],
  ])
})

it('somebody with several entries is enabled if one of them is', () => {
  const { enable, disable } = planDirectory(
    [person('a@x', false), person('A@x')],
    [here('a@x', false)],
    options,
  )
  expect([enable, disable]).toEqual([['a@x'], []])
})

it('never touches a client that it does not name, unless deleting was asked for', () => {
  const names = fc.array(fc.integer({ min: 0, max: 30 }).map((n) => `u${n}@x`))
  fc.assert(
    fc.property(
      names,
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean(), fc.boolean())),
      (a, b) => {
        const clients = [
          ...new Map(b.map(([n, isOn, at]) => [`u${n}@x`, here(`u${n}@x`, isOn, at)])).values(),
        ]
        const plan = planDirectory(
          a.map((email) => person(email)),
          clients,
          { ...options, autoDelete: false },
        )
        const touched = [...plan.enable, ...plan.disable, ...plan.remove]
        expect(touched.filter((email) => !a.includes(email))).toEqual([])
        expect(plan.create.filter((email) => clients.some((c) => c.email === email))).toEqual([])
      },
    ),
  )
})

it('reads entries by the mapping: attribute names without letter case, flags exactly', () => {
  const mapping = { userAttr: 'Mail', flagField: 'vpn', truthy: ['yes', '1'], invert: false }
  const entries = [
    { mail: 'a@x', VPN: 'yes' },
    { mail: ['b@x', 'other@x'], vpn: ['no', '1'] },
    { mail: 'c@x', vpn: 'YES' },
    { mail: 'd@x' },
    { mail: ' ', vpn: 'yes' },
    { uid: 'nobody' },
  ]
  const flags = (invert: boolean) =>
    peopleIn(entries, { ...mapping, invert }).map((p) => [p.email, p.enabled])
  expect(flags(false)).toEqual([
    ['a@x', true],
    ['b@x', true],
    ['c@x', false],
    ['d@x', false],
  ])
  expect(flags(true)).toEqual([
    ['a@x', false],
    ['b@x', false],
    ['c@x', true],
    ['d@x', true],
  ])
  expect(peopleIn(entries, { ...mapping, flagField: '' }).every((p) => p.enabled)).toBe(true)
})
