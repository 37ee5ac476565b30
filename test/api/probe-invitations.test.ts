import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Probe } from '#contract/probes-api.ts'
import { ReceivedEntry } from '#contract/received-entry.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { allCells, cellInbound, cellName } from '#test/fixtures/inbound-cells.ts'
import { inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { probesPath as path, testProbe } from '#test/probe.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

let count = 0
const invite = async (more: object = {}) => {
  const names = { name: `box ${++count}`, country: 'Iran', provider: 'MCI', ...more }
  const answer = await me.post<{ id: number; join: string }>(`${path}/invite`, names)
  expect(answer.success, answer.msg).toBe(true)
  return answer.obj
}
async function joined() {
  const { id, join } = await invite()
  expect(await testProbe(me).join(join)).toMatchObject({ success: true })
  return { id }
}
const revoke = (id: number) => me.post(`${path}/revoke/${id}`)
const list = async () => (await me.get<Probe[]>(path)).obj
const refused = (code: string) => ({ success: false, code })

it('the join string says how it was called, or what the operator says', async () => {
  const at = async (url: string) => {
    const { id, join } = await invite({ url })
    await revoke(id)
    return readJoinString(join, 'probe').url
  }
  expect(await at('https://panel.example')).toBe('https://panel.example:443/')
  expect(await at('http://[2001:db8::1]:8443/secret')).toBe('http://[2001:db8::1]:8443/secret/')
  for (const url of ['panel.example', 'ftp://a', 'https://user@panel.example', 'https://a b'])
    expect(await me.post(`${path}/invite`, { name: 'x', url })).toMatchObject(refused('probe.url-invalid'))
  for (const url of ['http://panel.example', 'http://203.0.112.7:8443/secret', 'http://[2a00:1450::1]/'])
    expect(await me.post(`${path}/invite`, { name: 'x', url })).toMatchObject(refused('probe.url-open'))
  expect(await list()).not.toContainEqual(expect.objectContaining({ name: 'x' }))
  expect(await at('http://192.168.1.1')).toBe('http://192.168.1.1:80/')
  const { join } = await invite()
  expect(() => readJoinString(join)).toThrow('join')
})

it("names are the operator's", async () => {
  const { id } = await joined()
  const other = await joined()
  const [{ name = '' } = {}] = (await list()).filter((one) => one.id === other.id)
  expect(await me.post(`${path}/rename/${id}`, { name })).toMatchObject(refused('probe.name-taken'))
  expect(await me.post(`${path}/rename/${id}`, { name: 'Shiraz', country: 'IR' })).toMatchObject({
    success: true,
  })
  expect((await list()).find((one) => one.id === id)).toMatchObject({
    name: 'Shiraz',
    country: 'IR',
    provider: '',
  })
  for (const wrong of ['', 'x'.repeat(65), 'a\nb'])
    expect((await me.post(`${path}/rename/${id}`, { name: wrong })).success).toBe(false)
  const { obj } = await me.get<{ items: { action: string; object: string }[] }>('/panel/api/audit?limit=50')
  const acts = obj.items.map(({ action }) => action).filter((action) => action.startsWith('probe.'))
  expect(new Set(acts)).toEqual(new Set(['probe.update', 'probe.join', 'probe.invite', 'probe.del']))
})

it('takes every kind of entry that a panel gives, and none that would do more than dial it', async () => {
  for (const [i, cell] of allCells.entries()) {
    const { id: _, tag: __, ...input } = cellInbound(cell, { port: 30_000 + i })
    const answer = await me.post(`${inbounds}/add`, { ...input, remark: cellName(cell) })
    expect(answer.success, `${cellName(cell)}: ${answer.msg}`).toBe(true)
  }
  const { join } = await invite()
  const probe = testProbe(me)
  await probe.join(join)
  const given = (await probe.work()).obj?.entries ?? []
  expect(given.length).toBeGreaterThan(20)
  for (const { entry, advertised } of given)
    expect(ReceivedEntry.safeParse(advertised).error, entry).toBeUndefined()

  const advertised = given[0]?.advertised ?? {}
  const transport = { ...(advertised.transport as object) }
  const extras = { ...(advertised.extras as object) }
  for (const hostile of [
    { host: '/run/docker.sock' },
    { host: '@abstract' },
    { port: 0 },
    { access: { protocol: 'freedom' } },
    { transport: { ...transport, settings: { downloadSettings: { address: '10.0.0.1' } } } },
    { transport: { ...transport, settings: { extra: { tlsSettings: { masterKeyLog: '/etc/profile' } } } } },
    { extras: { ...extras, sockopt: { dialerProxy: 'x' } } },
    { extras: { ...extras, sockopt: { interface: 'eth1' } } },
    { masks: { tls: [{ certificateFile: '/etc/shadow' }] } },
    { masks: { long: 'x'.repeat(70_000) } },
  ])
    expect(
      ReceivedEntry.safeParse({ ...advertised, ...hostile }).success,
      JSON.stringify(hostile).slice(0, 99),
    ).toBe(false)
})
