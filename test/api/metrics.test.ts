import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '#server/metrics/room.ts'
import { metric } from '#server/metrics/state.ts'
import { readExposition } from '#test/exposition.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { meteredPanel } from '#test/metering.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const odd = 'odd "tag" \\ with \n a line'
let t: TestPanel
let me: Visitor

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me, { tag: 'plain' })
  await addClient(me, { email: 'ann' }, [id])
  await addClient(me, { email: 'Zoë{}=,' }, [id])
  await t.panel.db.write(async (tx) => {
    await tx.updateTable('inbounds').set({ tag: odd, up: 11, down: 22 }).where('id', '=', id).execute()
    await tx.updateTable('client_traffics').set({ up: 3, down: 4 }).where('email', '=', 'ann').execute()
    await tx.insertInto('outbound_traffics').values({ tag: 'direct', up: 5, down: 6, total: 11 }).execute()
  })
  t.panel.presence.moved(['ann'], Date.now())
})
afterAll(() => t.stop())

const ask = async (query = '') => {
  const token = (
    await me.post<{ token: string }>('/panel/api/setting/apiTokens/create', { name: `m${query}` })
  ).obj
  return t.inject({
    method: 'GET',
    url: `/panel/api/metrics${query}`,
    headers: { authorization: `Bearer ${token.token}` },
  })
}
const read = async (query = '') => {
  const reply = await ask(query)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return readExposition(reply.body)
}

it('reports totals, inbounds, outbounds, online clients and the core, and no client by default', async () => {
  const { samples, types } = await read()
  const value = (name: string, labels: Record<string, string> = {}) =>
    samples.find((s) => s.name === name && JSON.stringify(s.labels) === JSON.stringify(labels))?.value
  expect(value('sluice_clients')).toBe(2)
  expect(value('sluice_clients_online')).toBe(1)
  expect(value('sluice_traffic_bytes_total', { direction: 'down' })).toBe(22)
  expect(value('sluice_inbound_traffic_bytes_total', { tag: odd, direction: 'up' })).toBe(11)
  expect(value('sluice_outbound_traffic_bytes_total', { tag: 'direct', direction: 'up' })).toBe(5)
  expect(samples.filter((s) => s.name === 'sluice_core_state').reduce((sum, s) => sum + s.value, 0)).toBe(1)
  expect(types.get('sluice_inbound_traffic_bytes_total')).toBe('counter')
  expect(samples.some((s) => 'email' in s.labels)).toBe(false)
})

it('reports every client when enabled', async () => {
  const { samples } = await read('?clients=1')
  const mine = samples.filter((s) => s.labels.email !== undefined)
  expect(mine.map(({ name, labels, value }) => [name, labels.email, labels.direction, value])).toEqual([
    ['sluice_client_traffic_bytes_total', 'ann', 'up', 3],
    ['sluice_client_traffic_bytes_total', 'ann', 'down', 4],
    ['sluice_client_traffic_bytes_total', 'Zoë{}=,', 'up', 0],
    ['sluice_client_traffic_bytes_total', 'Zoë{}=,', 'down', 0],
    ['sluice_client_online', 'ann', undefined, 1],
  ])
})

it('requires permission', async () => {
  expect((await t.inject({ method: 'GET', url: '/panel/api/metrics' })).statusCode).toBe(404)
})

it('counts the readings of the core and their duration', async () => {
  const metrics = createMetrics({
    db: t.panel.db,
    online: { emails: () => [], has: () => false },
    version: '1',
    core: { status: () => ({ state: 'running', errorMsg: '', version: '26.7.28' }) },
    startedAt: 0,
  })
  metrics.ticked(250)
  metrics.ticked(500, false)
  let text = ''
  for await (const part of metrics.text(false)) text += part
  const { samples } = readExposition(text)
  const of = (name: string) => samples.filter((s) => s.name === name).map((s) => s.value)
  expect([of('sluice_ticks_total'), of('sluice_tick_seconds_total'), of('sluice_tick_last_seconds')]).toEqual(
    [[1, 1], [0.75], [0.5]],
  )
  expect(samples).toContainEqual({ name: 'sluice_core_state', labels: { state: 'running' }, value: 1 })
})

it('counts a failed reading as failed: a core that does not respond, a write that fails', async () => {
  const metered = await meteredPanel()
  const own = await metered.login()
  const ticks = async () => {
    const { body } = await own.call('GET', '/panel/api/metrics')
    const all = readExposition(body).samples.filter((s) => s.name === 'sluice_ticks_total')
    return Object.fromEntries(all.map(({ labels, value }) => [labels.result, value]))
  }
  try {
    await metered.tick()
    const { done = 0, failed = 0 } = await ticks()
    metered.fake.counters = () => Promise.reject(new Error('no answer'))
    await expect(metered.tick()).rejects.toThrow('no answer')
    expect(await ticks()).toEqual({ done, failed: failed + 1 })
    metered.fake.counters = async () => [{ name: 'user>>>x>>>traffic>>>uplink', value: 1 }]
    const { db } = metered.panel
    await db.write((tx) => sql`alter table traffic_readings rename to hidden`.execute(tx))
    await expect(metered.tick()).rejects.toThrow()
    await db.write((tx) => sql`alter table hidden rename to traffic_readings`.execute(tx))
    await metered.tick()
    expect(await ticks()).toEqual({ done: done + 1, failed: failed + 2 })
  } finally {
    await metered.stop()
  }
})

it('a help text stays on one line', () => {
  const text = metric({ name: 'x', help: 'two\nlines \\', type: 'gauge' }, [[{}, 1]])
  expect(text).toBe('# HELP x two\\nlines \\\\\n# TYPE x gauge\nx 1\n')
  expect(metric({ name: 'x', help: '', type: 'gauge' }, [])).toBe('')
})
