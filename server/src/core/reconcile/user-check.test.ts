import { expect, it } from 'vitest'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { userDrift } from './user-check.ts'

const inbound = cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' })
const { tag } = inbound
const having = (...users: [email: string, credential: string][]) => ({
  users: async () => users.map(([email, credential]) => ({ email, credential })),
})
async function* wanting(...users: { email: string; password: string }[]) {
  for (const user of users) yield [user]
}
const ann = { email: 'Ann', password: 'right' }

it('does nothing if all users have the right key, ignoring the case of the email', async () => {
  expect(await userDrift(having(['ann', 'right']), inbound, wanting(ann))).toEqual([])
})

it('a missing user is added', async () => {
  const found = await userDrift(having(), inbound, wanting(ann))
  expect(found).toEqual([{ inboundId: inbound.id, email: 'Ann', key: 'ann', before: null }])
})

it('an unknown user and an old key are removed by the name in the core, before others', async () => {
  const found = await userDrift(having(['eve', 'x'], ['aNN', 'old']), inbound, wanting(ann))
  expect(found.map(({ wrong, closes }) => [wrong, closes])).toEqual([
    ['aNN', true],
    ['eve', true],
  ])
})

it('the placeholder of an inbound is ignored', async () => {
  expect(await userDrift(having([`placeholder/${tag}`, 'x']), inbound, wanting())).toEqual([])
})

it('an unknown key is not touched', async () => {
  expect(await userDrift(having(['Ann', '']), inbound, wanting(ann))).toEqual([])
})

it('the hidden client is added where it is missing, and removed while nothing is checked', async () => {
  const hidden = { email: `check/${tag}`, password: 'its own' }
  const missing = await userDrift(having(['ann', 'right']), inbound, wanting(hidden, ann))
  expect(missing.map(({ email, before }) => [email, before])).toEqual([[hidden.email, null]])
  const there = [hidden.email, hidden.password] as [string, string]
  expect(await userDrift(having(there, ['ann', 'right']), inbound, wanting(hidden, ann))).toEqual([])
  const unwanted = await userDrift(having(there, ['ann', 'right']), inbound, wanting(ann))
  expect(unwanted.map(({ wrong }) => wrong)).toEqual([hidden.email])
})

it('a user with the name from before its bytes were counted apart is renamed, and its connections stay', async () => {
  const apart = { ...inbound, countedApart: true }
  const wanted = { email: `@${inbound.id}/Ann`, password: 'right' }
  const found = await userDrift(having(['ann', 'right']), apart, wanting(wanted))
  expect(found).toEqual([{ inboundId: inbound.id, email: 'Ann', key: 'ann', before: null, renames: 'ann' }])
  const back = await userDrift(having([wanted.email, 'right']), inbound, wanting(ann))
  expect(back.map(({ renames, wrong }) => [renames, wrong])).toEqual([[wanted.email, undefined]])
})

it('one with another key is not: its connections end', async () => {
  const apart = { ...inbound, countedApart: true }
  const found = await userDrift(
    having(['ann', 'old']),
    apart,
    wanting({ email: `@${inbound.id}/Ann`, password: 'new' }),
  )
  expect(found.map(({ renames, wrong }) => [renames, wrong])).toEqual([
    [undefined, undefined],
    [undefined, 'ann'],
  ])
})

it('keys of an address are added where they are missing, and removed with what is open by them where they ended', async () => {
  const apart = { ...inbound, countedApart: true, addressKeys: [{ id: 3, seed: 'a set' }] }
  const own = { email: `@${inbound.id}/Ann`, password: 'right' }
  const keyed = { email: `+3@${inbound.id}/Ann`, password: 'derived' }
  const missing = await userDrift(having([own.email, 'right']), apart, wanting(own, keyed))
  expect(missing).toEqual([{ inboundId: inbound.id, email: '+3/Ann', key: '+3/ann', before: null }])
  const over = await userDrift(having(['ann', 'right'], [keyed.email, 'derived']), inbound, wanting(ann))
  expect(over.map(({ email, wrong, closes }) => [email, wrong, closes])).toEqual([
    ['+3/Ann', keyed.email, true],
  ])
})
