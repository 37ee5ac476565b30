import { expect, it } from 'vitest'
import { cellInbound } from '#domain/core-config/test-cells.ts'
import { userDrift } from './user-check.ts'

const inbound = cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' })
const { tag } = inbound
const home = { tag, protocol: 'trojan', method: '' }
const having = (...users: [email: string, credential: string][]) => ({
  users: async () => users.map(([email, credential]) => ({ email, credential })),
})
async function* wanting(...users: { email: string; password: string }[]) {
  for (const user of users) yield [user]
}
const ann = { email: 'Ann', password: 'right' }

it('nothing to do where everybody is there with the right key, whatever the case of the email', async () => {
  expect(await userDrift(having(['ann', 'right']), inbound, wanting(ann))).toEqual({
    operations: [],
    cuts: [],
  })
})

it('whoever is missing is added', async () => {
  const { operations } = await userDrift(having(), inbound, wanting(ann))
  expect(operations).toEqual([{ op: 'addUser', home, entry: ann }])
})

it('a stranger and an old key are removed before anybody is added, and their sessions end', async () => {
  const { operations, cuts } = await userDrift(having(['eve', 'x'], ['Ann', 'old']), inbound, wanting(ann))
  expect(operations.map((o) => o.op)).toEqual(['removeUser', 'removeUser', 'addUser'])
  expect(cuts.map((c) => c.email).sort()).toEqual(['Ann', 'eve'])
})

it('the placeholder of an inbound is nobody', async () => {
  expect((await userDrift(having([`placeholder/${tag}`, 'x']), inbound, wanting())).operations).toEqual([])
})

it('a key that cannot be told is left alone', async () => {
  expect((await userDrift(having(['Ann', '']), inbound, wanting(ann))).operations).toEqual([])
})
