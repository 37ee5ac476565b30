import { expect, it } from 'vitest'
import { blanksOf, fieldNames } from '#contract/clients/fields.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { coreUser, type Entry, userNamed } from '#domain/core-config/users.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { hiddenBytes } from '../../store/bulk-reads/core-json.ts'
import { createBacklog } from './backlog.ts'
import { changeFor, itemsOf, type KeysOn, type UserItem } from './user-plan.ts'

const ann: StoredClient = { ...blanksOf(fieldNames), email: 'ann', password: 'old', enable: true }
const hidden = hiddenBytes('a secret')
const cellOf = {
  trojan: { protocol: 'trojan', network: 'tcp', security: 'tls' },
  masque: { protocol: 'masque', network: 'masque', security: 'tls' },
} as const satisfies Record<string, Cell>
const inboundOf = (protocol: keyof typeof cellOf) => cellInbound(cellOf[protocol])
const entry = (inbound: ReturnType<typeof inboundOf>, client: StoredClient): Entry =>
  coreUser(inbound, client) as Entry // enabled and with a password

it.each(['trojan', 'masque'] as const)('a new password ends what is open on %s', (protocol) => {
  const inbound = inboundOf(protocol)
  const item: UserItem = { inboundId: inbound.id, email: 'ann', key: 'ann', before: ann }
  const now = entry(inbound, { ...ann, password: 'new' })
  expect(changeFor(item, inbound, now, hidden)).toEqual({ remove: 'ann', add: now, ends: true })
  expect(changeFor(item, inbound, entry(inbound, ann), hidden)).toEqual({ ends: false })
})

it('a user that gets its other name keeps its connections, unless it got another key or was taken off meanwhile', () => {
  const inbound = { ...inboundOf('trojan'), countedApart: true }
  const name = `@${inbound.id}/ann`
  const waits: UserItem = { inboundId: inbound.id, email: 'ann', key: 'ann', before: null, renames: 'ann' }
  const [same, rekeyed] = [entry(inbound, ann), entry(inbound, { ...ann, password: 'new' })]
  expect(same.email).toBe(name)
  expect(changeFor(waits, inbound, same, hidden)).toEqual({ remove: 'ann', add: same, ends: false })
  const backlog = createBacklog()
  backlog.put(waits)
  const edited = backlog.pull({ inboundId: inbound.id, email: 'ann', key: 'ann', before: ann })
  expect(changeFor(edited, inbound, rekeyed, hidden)).toEqual({ remove: 'ann', add: rekeyed, ends: true })
  expect(changeFor(edited, inbound, same, hidden)).toEqual({ remove: 'ann', add: same, ends: false })
  expect(changeFor(edited, inbound, null, hidden)).toEqual({ remove: 'ann', add: undefined, ends: true })
})

const address = { id: 3, seed: 'a set' }
const changed = (email: string, formerEmail: string | null) => ({
  ...{ email, formerEmail, before: ann, devices: [7] },
  ...{ inboundIds: [1, 2], formerInboundIds: [1, 2] },
})
const keysOn: KeysOn = (id) => (id === 1 ? [address] : undefined)
const named = (items: readonly UserItem[]) => items.map(({ inboundId, email }) => [inboundId, email])

it('a change of a client concerns its users by the keys of addresses, where there are such', () => {
  expect(named(itemsOf(changed('ann', null), keysOn).first)).toEqual([
    [1, 'ann'],
    [1, '7/ann'],
    [1, '+3/ann'],
    [1, '7+3/ann'],
    [2, 'ann'],
    [2, '7/ann'],
  ])
  const { first, later } = itemsOf(changed('bob', 'ann'), keysOn)
  expect(named(first)).toContainEqual([1, '+3/ann'])
  expect(named(later)).toContainEqual([1, '+3/bob'])
})

it('a new password is another key at each address: what is open by the old one ends', () => {
  const inbound = { ...inboundOf('trojan'), countedApart: true, addressKeys: [address] }
  const item: UserItem = { inboundId: inbound.id, email: '+3/ann', key: '+3/ann', before: ann }
  const now = (client: StoredClient) =>
    coreUser(inbound, userNamed(inbound, client, item.key, hidden) ?? client) ?? null
  expect(changeFor(item, inbound, now(ann), hidden)).toEqual({ ends: false })
  const next = now({ ...ann, password: 'new' })
  expect(changeFor(item, inbound, next, hidden)).toEqual({
    remove: `+3@${inbound.id}/ann`,
    add: next,
    ends: true,
  })
})

it('a client whose bytes are counted apart from now on keeps its connections; one whose quota is used up loses them', () => {
  const inbound = inboundOf('trojan')
  const cell = String(inbound.id)
  const item: UserItem = { inboundId: inbound.id, email: 'ann', key: 'ann', before: ann }
  const apart = entry(inbound, { ...ann, countedInbounds: cell })
  expect(apart.email).toBe(`@${cell}/ann`)
  expect(changeFor(item, inbound, apart, hidden)).toEqual({ remove: 'ann', add: apart, ends: false })
  const counted = { ...item, before: { ...ann, countedInbounds: cell } }
  expect(changeFor(counted, inbound, entry(inbound, ann), hidden)).toEqual({
    ...{ remove: apart.email, add: entry(inbound, ann), ends: false },
  })
  const closed = { ...ann, countedInbounds: cell, spentInbounds: cell }
  expect(coreUser(inbound, closed)).toBeUndefined()
  expect(coreUser({ ...inbound, id: inbound.id + 1 }, closed)).toMatchObject({ email: 'ann' })
  expect(changeFor(counted, inbound, null, hidden)).toEqual({ remove: apart.email, ends: true })
  expect(changeFor({ ...item, before: closed }, inbound, apart, hidden)).toEqual({ add: apart, ends: false })
  // Nobody knows what the core has: the name that is added is removed first.
  expect(changeFor({ ...item, before: undefined }, inbound, apart, hidden)).toEqual({
    ...{ remove: apart.email, add: apart, ends: false },
  })
})
