import { expect, it } from 'vitest'
import { coded, inEnglish } from '#domain/refusal.ts'
import { type EntryFacts, judgeEntries } from './entries.ts'

const entry = (more: Partial<EntryFacts['entries'][number]> = {}): EntryFacts['entries'][number] => ({
  ...{
    eye: '',
    entry: 'a.example:443',
    inboundId: 3,
    inbound: 'Reality',
    position: 1,
    address: 'a.example',
    port: 443,
    cause: undefined,
    changes: undefined,
  },
  ...{ fails: 0, lastOkAt: 0, sunk: false, asn: 0 },
  ...more,
})
const judge = (facts: Partial<EntryFacts>) =>
  judgeEntries({
    everyMinutes: 5,
    offline: undefined,
    advised: { own: false, blocked: false },
    entries: [],
    eyes: [],
    unchecked: [],
    ...facts,
  }).map((one) => ({
    ...one,
    sentence: inEnglish(one.sentence),
  }))
const silent = coded('entry.silent')

it('off and offline are notes, and say nothing about the entries', () => {
  const off = judge({ everyMinutes: 0, entries: [entry({ fails: 9 })] })
  expect(off).toMatchObject([{ id: 'entries', state: 'note', action: { kind: 'fix' } }])
  const offline = judge({ offline: silent, entries: [entry(), entry({ fails: 1 })] })
  expect(offline).toMatchObject([{ id: 'entries', state: 'note' }])
})

it('one finding for all that are good, with their number', () => {
  expect(judge({ entries: [entry(), entry({ position: 2 })] })).toMatchObject([
    { id: 'entries', state: 'ok', sentence: expect.stringContaining('2') },
  ])
  expect(judge({})).toEqual([])
})

it('one failure is no finding, and nobody says that all is good', () => {
  expect(judge({ entries: [entry(), entry({ fails: 1, cause: silent })] })).toEqual([])
})

it('two failures in a row are: where it fails, and when it last worked', () => {
  const lastOkAt = Date.UTC(2026, 10, 18, 23, 5, 59)
  const found = judge({
    entries: [
      entry({ fails: 2, cause: silent, lastOkAt }),
      entry({ fails: 3, cause: silent, position: 2, address: '2001:db8::1' }),
      entry({ inboundId: 4 }),
    ],
  })
  expect(found).toMatchObject([
    {
      id: 'entries.inbound-3-1',
      state: 'bad',
      subject: { kind: 'inbound', id: '3', name: 'Reality' },
      action: { to: 'panel/inbounds?i=3' },
    },
    { id: 'entries.inbound-3-2', state: 'bad' },
  ])
  expect(found[0]?.sentence).toBe(
    'Clients cannot connect through Reality at a.example:443: The port can be reached, but no byte came back. It last worked at 2026-11-18 23:05 UTC.',
  )
  expect(found[1]?.sentence).toContain('[2001:db8::1]:443')
  expect(found[1]?.sentence).toContain('No check has succeeded yet.')
})

it('what happened since it last worked is a part of the sentence', () => {
  const changes = coded('entry.changed-inbound', { by: 'admin', at: '2026-11-18 23:07' })
  const found = judge({ entries: [entry({ fails: 2, cause: silent, changes, lastOkAt: 60_000 })] })
  expect(found[0]?.sentence).toBe(
    'Clients cannot connect through Reality at a.example:443: The port can be reached, but no byte came back. It last worked at 1970-01-01 00:01 UTC. What happened since then (UTC): The inbound was edited by admin at 2026-11-18 23:07.',
  )
})

it('advice says how many entries subscriptions could list last', () => {
  const entries = [entry({ sunk: true, fails: 2, cause: silent }), entry({ sunk: true }), entry()]
  expect(judge({ entries, advised: { own: true, blocked: true } })).toContainEqual({
    ...{ id: 'entries.advice', state: 'note', subject: { kind: 'subscriptions', id: '', name: '' } },
    action: {
      ...{ kind: 'fix', fix: 'unhealthyEntries' },
      to: 'panel/settings?section=subscription&at=subUnhealthyEntries',
    },
    sentence: expect.stringContaining('(2)'),
  })
  expect(judge({ entries }).map(({ id }) => id)).not.toContain('entries.advice')
  expect(judge({ entries: [entry()], advised: { own: true, blocked: true } }).map(({ id }) => id)).toEqual([
    'entries',
  ])
})

it('advice for callers of a provider counts what its probes cannot reach, each entry once', () => {
  const blocked = { eye: 'probe:1', sunk: true, asn: 58_224 }
  const entries = [
    entry(),
    entry(blocked),
    entry({ ...blocked, eye: 'probe:2' }),
    entry({ ...blocked, asn: 0 }),
  ]
  const idsOf = (own: boolean, isBlocked: boolean) =>
    judge({ entries, advised: { own, blocked: isBlocked } }).map(({ id }) => id)
  expect(judge({ entries, advised: { own: false, blocked: true } })).toContainEqual({
    ...{ id: 'entries.blocked-advice', state: 'note', subject: { kind: 'subscriptions', id: '', name: '' } },
    action: {
      ...{ kind: 'fix', fix: 'blockedEntries' },
      to: 'panel/settings?section=subscription&at=subBlockedEntries',
    },
    sentence: expect.stringContaining('(1)'),
  })
  expect(idsOf(true, false)).toEqual(['entries'])
})

it('an inbound that nobody checks is said to be unchecked', () => {
  const reason = coded('entry.node-cannot', { node: 'far' })
  const found = judge({ entries: [entry()], unchecked: [{ inboundId: 9, inbound: 'Oslo', reason }] })
  expect(found).toMatchObject([
    { id: 'entries', state: 'ok' },
    { id: 'entries.inbound-9', state: 'note', subject: { kind: 'inbound', id: '9' } },
  ])
  expect(found[1]?.sentence).toBe(
    'Nobody checks Oslo as a client: far runs another panel or an older version, which takes no part in checks.',
  )
})

it('one dead address of several is a warning: clients have another', () => {
  const found = judge({
    entries: [entry({ fails: 2, cause: silent }), entry({ position: 2, address: 'b.example' })],
  })
  expect(found).toMatchObject([{ id: 'entries.inbound-3-1', state: 'warn' }])
})

it('what a probe cannot reach is its finding only while this server gets through, and the probe looks', () => {
  const eye = (state: 'looking' | 'silent' | 'held' | 'offline', n = 1) => ({
    ...{
      id: `probe:${n}`,
      name: 'box',
      kind: 'probe' as const,
      country: 'Iran',
      provider: '',
      seenAt: 0,
      state,
    },
  })
  const blocked = entry({ eye: 'probe:1', fails: 2, cause: silent })
  const said = (
    own: Partial<EntryFacts['entries'][number]>,
    seen: typeof blocked,
    ...eyes: ReturnType<typeof eye>[]
  ) => judge({ entries: [entry(own), seen], eyes }).map(({ id, state }) => `${id} ${state}`)
  expect(said({}, blocked, eye('looking'))).toEqual(['entries ok', 'entries.probe-1-3-1 warn'])
  expect(said({}, { ...blocked, fails: 1 }, eye('looking'))).toEqual(['entries ok'])
  expect(said({ fails: 2 }, blocked, eye('looking'))).toEqual(['entries.inbound-3-1 bad'])
  expect(said({}, blocked, eye('looking'), eye('looking', 2))).toContain('entries.probe-1-3-1 warn')
  expect(said({}, blocked, eye('silent'))).toEqual(['entries ok', 'entries.probe-1 warn'])
  expect(said({}, blocked, eye('held'))).toEqual(['entries ok', 'entries.probe-1 bad'])
  expect(said({}, blocked, eye('offline'))).toEqual(['entries ok', 'entries.probe-1 note'])
  const [, found] = judge({ entries: [entry(), blocked], eyes: [eye('looking')] })
  expect(found?.sentence).toContain('as seen from box (Iran), while this server gets through')
})
