import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { addClient, addInbound, allClients, allInbounds, clients, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { auditRows, wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
let [first, second, third] = [0, 0, 0]
let count = 0
let email = ''

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  first = (await addInbound(me, { remark: 'first' })).id
  second = (await addInbound(me, { remark: 'second', protocol: 'trojan' })).id
  third = (await addInbound(me, { remark: 'third' })).id
})
afterAll(() => t.stop())
beforeEach(async () => {
  email = `ann-${++count}`
  await addClient(me, { email, comment: 'before' }, [first])
})

const save = (body: object, query = '', name = email) => me.post(`${clients}/${name}/save${query}`, body)
const attachedTo = async (name = email) =>
  (await allClients(me)).find((client) => client.email === name)?.inboundIds
const lastEntry = async () =>
  (await me.get<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=1')).obj.items[0]

it('changes fields, the name and attachments in one write, with one entry in the trail', async () => {
  const rows = await auditRows(t.panel)
  const body = { client: { email: `${email}-new`, comment: 'after' }, attach: [second], detach: [first] }
  expect(await save(body)).toMatchObject({ success: true })
  expect(await recordOf(me, `${email}-new`)).toMatchObject({ comment: 'after' })
  expect(await attachedTo(`${email}-new`)).toEqual([second])
  const names = (id: number, list: Awaited<ReturnType<typeof allInbounds>>) =>
    list.find((inbound) => inbound.id === id)?.settings.clients.map((client) => client.email)
  const list = await allInbounds(me)
  expect(names(second, list)).toContain(`${email}-new`)
  expect(names(first, list)).not.toContain(email)
  expect((await auditRows(t.panel)) - rows).toBe(1)
  expect(await lastEntry()).toMatchObject({
    action: 'client.update',
    before: { comment: 'before', inboundIds: [first] },
    after: { comment: 'after', inboundIds: [second] },
  })
})

it.each([
  [
    'an inbound that does not exist',
    () => ({ client: { comment: 'half' }, attach: [987_654] }),
    'inbound.missing',
  ],
  [
    'a name that is taken',
    () => ({ client: { email: `ann-${count - 1}` }, attach: [second] }),
    'client.email-taken',
  ],
  ['a quota below nothing', () => ({ client: { totalGB: -1 }, detach: [first] }), undefined],
])('leaves nothing half done after %s', async (_, body, code) => {
  const before = await wholeState(t.panel)
  expect(await save(body())).toMatchObject({ success: false, ...(code && { code }) })
  expect(await wholeState(t.panel)).toBe(before)
})

it('calls a save that only adds or removes inbounds by that name, and says nothing of one that changes nothing', async () => {
  await save({ client: {}, attach: [third] })
  expect(await lastEntry()).toMatchObject({ action: 'client.attach', object: email })
  await save({ client: {}, detach: [third] })
  expect(await lastEntry()).toMatchObject({ action: 'client.detach', object: email })
  const rows = await auditRows(t.panel)
  expect(await save({ client: { comment: 'before' }, attach: [first], detach: [third] })).toMatchObject({
    success: true,
  })
  expect(await auditRows(t.panel)).toBe(rows)
})

it('keeps what somebody else attached meanwhile, and refuses fields that were read before another save', async () => {
  const { version } = (await me.get<{ version: string }>(`${clients}/get/${email}`)).obj
  await me.post(`${clients}/${email}/attach`, { inboundIds: [third] })
  expect(await save({ client: { comment: 'mine' }, attach: [second] }, `?version=${version}`)).toMatchObject({
    success: true,
  })
  expect(await attachedTo()).toEqual([first, second, third])
  expect(await save({ client: { comment: 'late' }, detach: [first] }, `?version=${version}`)).toMatchObject({
    success: false,
    code: 'version.changed',
  })
  expect(await attachedTo()).toEqual([first, second, third])
})
