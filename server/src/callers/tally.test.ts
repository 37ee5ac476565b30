import { expect, it } from 'vitest'
import { createTally, hourMs } from './tally.ts'

const start = Date.UTC(2026, 10, 18, 9)
const tci = { country: 'IR', asn: 58_224, provider: 'TCI' }
const unknown = { country: '', asn: 0, provider: '' }
const people = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `client-${from + i}`)
const down = (name: string, bytes: number) => ({ kind: 'client' as const, name, up: 0, down: bytes })
const watched = { inbound: '', network: '', name: '', clients: 0, silent: 0, fetched: 0, unused: 0 }

it('sums connections by network and inbound; who opened several and got nothing is silent', () => {
  const tally = createTally(start)
  for (const email of people(0, 8)) for (let i = 0; i < 3; i++) tally.connected(email, 'in-1', tci)
  for (const email of people(8, 12)) tally.connected(email, 'in-1', unknown)
  tally.connected('CLIENT-0', 'in-1', tci)
  tally.moved([
    down('client-0', 5_000),
    down('Client-1', 3_000),
    down('client-1', 3_000),
    down('client-2', 100),
  ])
  expect(tally.close(start + hourMs - 1)).toBeUndefined()
  expect(tally.close(start + hourMs)).toEqual({
    hour: start,
    sums: [
      watched,
      { ...watched, inbound: 'in-1', clients: 12, silent: 6 },
      { ...watched, inbound: 'in-1', network: 'AS58224', name: 'TCI (AS58224, IR)', clients: 8, silent: 6 },
    ],
  })
  expect(tally.close(start + 2 * hourMs)).toEqual({ hour: start + hourMs, sums: [watched] })
})

it('a fetch has the rest of its hour and the next one to be used', () => {
  const tally = createTally(start)
  tally.moved([down('client-9', 9_000)]) // before it fetched
  tally.fetched(people(0, 10), tci)
  tally.moved([down('client-0', 1)])
  expect(tally.close(start + hourMs)?.sums).toEqual([watched])
  tally.moved([down('client-1', 1)])
  tally.fetched(people(0, 10), tci) // again: the first time counts
  expect(tally.close(start + 2 * hourMs)?.sums).toEqual([
    { ...watched, fetched: 10, unused: 8 },
    { ...watched, network: 'AS58224', name: 'TCI (AS58224, IR)', fetched: 10, unused: 8 },
  ])
})

it('a network with fewer than five clients is not named', () => {
  const tally = createTally(start)
  for (const email of people(0, 4)) tally.connected(email, 'in-1', tci)
  tally.fetched(people(0, 4), tci)
  expect(tally.close(start + hourMs)?.sums.map(({ network }) => network)).toEqual(['', ''])
  expect(tally.close(start + 2 * hourMs)?.sums).toEqual([{ ...watched, fetched: 4, unused: 4 }])
})

it('an hour that was not watched from its beginning is not told, nor one after a pause', () => {
  const late = createTally(start + 600_000)
  expect(late.close(start + hourMs)).toBeUndefined()
  expect(late.close(start + 2 * hourMs)).toMatchObject({ hour: start + hourMs })
  expect(late.close(start + 5 * hourMs + 600_000)).toBeUndefined()
  expect(late.close(start + 6 * hourMs)).toBeUndefined()
})

it('what many networks and clients add stays small', () => {
  const tally = createTally(start)
  for (let asn = 1; asn <= 150; asn++)
    for (const email of people(0, 6)) tally.connected(`${asn}-${email}`, 'in-1', { ...tci, asn })
  for (let i = 0; i < 150; i++) tally.connected('client', `in-${i}`, unknown)
  expect(tally.close(start + hourMs)?.sums).toHaveLength(1 + 200)
})
