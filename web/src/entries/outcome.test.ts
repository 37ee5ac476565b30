import { expect, it } from 'vitest'
import type { Entries, EntryCheck } from '#contract/entries-api.ts'
import { addressOf, knownOf, newOf } from './outcome.ts'

const entry = (more: Partial<EntryCheck> = {}): EntryCheck => ({
  ...{ inboundId: 1, inbound: 'Main', position: 1, eye: '', address: 'a.example', port: 443, remark: '' },
  ...{
    state: 'good',
    stage: '',
    cause: '',
    causeCoded: null,
    changes: '',
    changesCoded: null,
    latencyMs: 80,
    exitAddress: '',
    exitCountry: '',
  },
  ...{ checkedAt: 1_000, lastOkAt: 1_000, fails: 0, since: 1_000, days: [] },
  ...more,
})
const cause = 'The port is closed.'
const failed = (more: Partial<EntryCheck> = {}) => entry({ state: 'failed', stage: 'port', cause, ...more })
const all = (entries: EntryCheck[], more: Partial<Entries> = {}): Entries => ({
  ...{ everyMinutes: 5, offline: '', offlineCoded: null, eyes: [], unchecked: [], entries },
  ...more,
})

it('writes an address as it is typed', () => {
  expect(addressOf({ address: 'a.example', port: 443 })).toBe('a.example:443')
  expect(addressOf({ address: '2001:db8::7', port: 443 })).toBe('[2001:db8::7]:443')
})

it('says of an inbound how long the slowest entry takes, or where clients fail', () => {
  const slow = entry({ position: 2, latencyMs: 120, checkedAt: 900 })
  expect(knownOf(all([entry(), slow, failed({ inboundId: 2 })]), 1)).toEqual({
    ...{ kind: 'good', latencyMs: 120, checkedAt: 900 },
  })
  expect(knownOf(all([entry(), failed({ position: 2 })]), 1)).toMatchObject({
    ...{ kind: 'failed', address: 'a.example:443', cause },
  })
  expect(knownOf(all([failed()]), 1)).toMatchObject({ kind: 'failed', address: '' })
  expect(knownOf(all([entry(), failed({ eye: 'probe:1' })]), 1)).toMatchObject({ kind: 'good' })
  expect(knownOf(all([]), 1)).toEqual({ kind: 'unknown' })
  // What a probe sees says nothing of all clients.
  expect(knownOf(all([entry(), failed({ eye: 'probe:1' })]), 1)).toMatchObject({ kind: 'good' })
  expect(knownOf(all([failed({ eye: 'probe:1' })]), 1)).toEqual({ kind: 'unknown' })
})

it('does not repeat what was seen before the checks went off or offline', () => {
  expect(knownOf(all([entry()], { everyMinutes: 0 }), 1)).toEqual({ kind: 'off' })
  expect(knownOf(all([entry()], { offline: 'no way out' }), 1)).toMatchObject({
    ...{ kind: 'offline', cause: 'no way out' },
  })
})

it('says why nobody checks an inbound on a node', () => {
  const unchecked = [{ inboundId: 1, inbound: 'far', reason: 'no', reasonCoded: { code: 'x', params: {} } }]
  expect(knownOf(all([], { unchecked }), 1)).toMatchObject({ kind: 'unchecked', cause: 'no' })
  expect(newOf(all([]), all([], { unchecked }), 1)).toMatchObject({ kind: 'unchecked' })
  expect(knownOf(all([entry()], { unchecked }), 1)).toMatchObject({ kind: 'good' })
})

it('takes only what a check saw itself', () => {
  const before = all([entry(), failed({ position: 2 })])
  expect(newOf(before, before, 1)).toEqual({ kind: 'unknown' })
  const [again, now] = [entry({ checkedAt: 2_000 }), failed({ position: 2, checkedAt: 2_000 })]
  expect(newOf(before, all([again, failed({ position: 2 })]), 1)).toMatchObject({
    kind: 'good',
    checkedAt: 2_000,
  })
  expect(newOf(before, all([again, now]), 1)).toMatchObject({ kind: 'failed' })
  expect(newOf(before, all([again], { offline: 'no way out' }), 1)).toMatchObject({ kind: 'offline' })
  expect(newOf(all([]), all([entry()]), 1)).toMatchObject({ kind: 'good' })
})
