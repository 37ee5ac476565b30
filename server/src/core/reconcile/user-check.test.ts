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

it('nothing to do where everybody is there with the right key, whatever the case of the email', async () => {
  expect(await userDrift(having(['ann', 'right']), inbound, wanting(ann))).toEqual([])
})

it('whoever is missing is added', async () => {
  const found = await userDrift(having(), inbound, wanting(ann))
  expect(found).toEqual([{ inboundId: inbound.id, email: 'Ann', key: 'ann', before: null }])
})

it('a stranger and an old key are wrong by the name that the core has, and go before others', async () => {
  const found = await userDrift(having(['eve', 'x'], ['aNN', 'old']), inbound, wanting(ann))
  expect(found.map(({ wrong, closes }) => [wrong, closes])).toEqual([
    ['aNN', true],
    ['eve', true],
  ])
})

it('the placeholder of an inbound is nobody', async () => {
  expect(await userDrift(having([`placeholder/${tag}`, 'x']), inbound, wanting())).toEqual([])
})

it('a key that cannot be told is left alone', async () => {
  expect(await userDrift(having(['Ann', '']), inbound, wanting(ann))).toEqual([])
})
