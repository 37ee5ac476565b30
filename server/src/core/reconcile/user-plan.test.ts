import { expect, it } from 'vitest'
import { blanksOf, fieldNames } from '#contract/clients/fields.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { coreUser, type Entry } from '#domain/core-config/users.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { hiddenBytes } from '../../store/bulk-reads/core-json.ts'
import { createBacklog } from './backlog.ts'
import { changeFor, type UserItem } from './user-plan.ts'

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
