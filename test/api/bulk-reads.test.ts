import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blanksOf, fieldNames } from '#contract/clients/fields.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { parseBlock } from '#server/platform/db/json.ts'
import { type BulkReads, createBulkReads } from '#server/store/bulk-reads/bulk-reads.ts'
import {
  clientColumns,
  fieldWriter,
  toClient,
  toRecord,
  toTraffic,
  type WrittenClient,
} from '#server/store/rows/client.ts'
import { setsFor } from '#server/store/sets.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
let bulkReads: BulkReads
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  bulkReads = createBulkReads(t.panel.db)
})
afterAll(async () => {
  await bulkReads.close()
  await t.stop()
})

const vision = { network: 'tcp', security: 'tls', tlsSettings: { serverName: 'a.example' } }
const inbounds = [
  { protocol: 'vless', settings: { decryption: 'none' }, streamSettings: vision },
  { protocol: 'vless', settings: { decryption: 'none' } },
  { protocol: 'vmess' },
  { protocol: 'trojan' },
  { protocol: 'shadowsocks', settings: { method: 'aes-256-gcm', password: 'p', network: 'tcp' } },
]

// What people type and imported databases contain: quotes, backslashes, line ends, any alphabet, broken JSON.
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((s) => !s.includes('\0'))
const whole = fc.constantFrom(0, 1, -86_400_000, 2 ** 53 - 1)
const clients = fc.array(
  fc.record({
    uuid: words,
    password: words,
    auth: words,
    shadowsocks_key: words,
    flow: fc.constantFrom('', 'xtls-rprx-vision'),
    security: words,
    reverse: fc.constantFrom(
      '',
      '{"tag":"r\\"1"}',
      '{"tag":""}',
      '{"tag":7}',
      '{"tag":"x"',
      'null',
      '[]',
      '{}',
    ),
    comment: words,
    group_name: words,
    limit_ip: whole,
    total_gb: whole,
    expiry_time: whole,
    enable: fc.boolean(),
    tg_id: whole,
    reset: whole,
    created_at: fc.constantFrom(0, 1_763_200_000_000),
    updated_at: fc.constantFrom(0, 1_763_200_000_000),
    disabled_by_panel: fc.boolean(),
  }),
  { minLength: 40, maxLength: 40 },
)

async function settle(rows: typeof clients extends fc.Arbitrary<infer T> ? T : never, ids: number[]) {
  const sets = setsFor(t.panel.db.engine)
  const keys = { uuid_key: '', password_key: '', auth_key: '', search_text: '' }
  const blank = {
    ...fieldWriter(fieldNames)(blanksOf(fieldNames)),
    speed_down: 8,
    when_ended: 'slow' as const,
    ...keys,
  }
  const set = { limit_hwid: 2, device_keys: true, reset_day: 3, reset_max: 4 }
  await t.panel.db.write(async (tx) => {
    for (const table of ['clients', 'client_traffics', 'client_inbounds'] as const)
      await tx.deleteFrom(table).execute()
    const full = rows.map(
      (r, i): WrittenClient => ({
        ...blank,
        ...set,
        ...r,
        email: `é"${i}`,
        email_key: `é"${i}`,
        sub_id: `s\\${i}`,
      }),
    )
    const made = await sets.insert<WrittenClient, { id: number }>(tx, 'clients', full, clientColumns)
    expect(made).toEqual([])
    const stored = await tx.selectFrom('clients').select(['id', 'email']).orderBy('id').execute()
    // Every third client has no counters of its own.
    const counters = stored
      .filter((_, i) => i % 3 > 0)
      .map(({ email }, i) => ({
        email,
        up: i,
        down: 2 ** 40,
        total: 5,
        expiry_time: 6,
        enable: i % 2 > 0,
        reset: 7,
        last_online: 8,
      }))
    await tx.insertInto('client_traffics').values(counters).execute()
    const links = stored.flatMap(({ id }, i) =>
      ids
        .filter((_, k) => (i >> (k % 3)) % 2 === 0)
        .map((inbound_id) => ({
          client_id: id,
          inbound_id,
          flow_override: i % 4 ? '' : 'own',
          created_at: 0,
        })),
    )
    await tx.insertInto('client_inbounds').values(links).execute()
  })
}

async function expected() {
  const { read } = t.panel.db
  const rows = await read.selectFrom('clients').selectAll().orderBy('id').execute()
  const links = await read
    .selectFrom('client_inbounds')
    .selectAll()
    .orderBy('client_id')
    .orderBy('inbound_id')
    .execute()
  const counters = new Map(
    (await read.selectFrom('client_traffics').selectAll().execute()).map((c) => [c.email, c]),
  )
  const shown = rows.map((row) => {
    const { email, enable, expiry_time, total_gb: total, reset } = row
    const none = { id: 0, inbound_id: 0, up: 0, down: 0, last_online: 0, reset_count: 0, last_sub_fetch: 0 }
    const traffic = counters.get(email) ?? { ...none, email, enable, expiry_time, total, reset }
    const inboundIds = links.filter((l) => l.client_id === row.id).map((l) => l.inbound_id)
    return { row, inboundIds, traffic }
  })
  const list = shown.map(({ row, inboundIds, traffic }) => ({
    ...toRecord(row),
    inboundIds,
    traffic: toTraffic(traffic, row, inboundIds[0] ?? 0),
  }))
  const on = (id: number) =>
    links
      .filter((l) => l.inbound_id === id)
      .flatMap((l) => {
        const found = shown.find((s) => s.row.id === l.client_id)
        return found ? [{ ...found, flowOverride: l.flow_override }] : []
      })
  const byInbound = (await read.selectFrom('inbounds').selectAll().orderBy('id').execute()).map((i) => {
    const protocol = i.protocol as ClientProtocol // only such were added
    const shape = {
      protocol,
      settings: parseBlock(i.settings),
      streamSettings: parseBlock(i.stream_settings),
    }
    return {
      id: i.id,
      clients: on(i.id).map(({ row, flowOverride }) =>
        clientEntry(shape, { ...toClient(row), flowOverride }),
      ),
      stats: on(i.id).map(({ row, traffic }) => toTraffic(traffic, row, i.id)),
    }
  })
  return { list, byInbound: JSON.parse(JSON.stringify(byInbound)) } // without undefined values
}

async function read<T>(request: Parameters<BulkReads['envelope']>[0]): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of bulkReads.envelope(request)) chunks.push(chunk as Buffer)
  return (JSON.parse(Buffer.concat(chunks).toString()) as { obj: T }).obj
}

it('lists built by the database equal the projections of the domain, whatever the rows contain', async () => {
  for (const [i, inbound] of inbounds.entries())
    expect(
      (await me.post('/panel/api/inbounds/add', { port: 20_500 + i, listen: '127.0.0.1', ...inbound }))
        .success,
    ).toBe(true)
  const ids = (await t.panel.db.read.selectFrom('inbounds').select('id').orderBy('id').execute()).map(
    (r) => r.id,
  )
  await fc.assert(
    fc.asyncProperty(clients, async (rows) => {
      await settle(rows, ids)
      const { list, byInbound } = await expected()
      expect(await read({ kind: 'clients' })).toEqual(list)
      const shown = await read<{ id: number; settings: { clients: object[] }; clientStats: object[] }[]>({
        kind: 'inbounds',
        userId: 1,
      })
      expect(shown.map((s) => ({ id: s.id, clients: s.settings.clients, stats: s.clientStats }))).toEqual(
        byInbound,
      )
    }),
    { numRuns: 15 },
  )
})

it('a list of several batches has every client once and in order', async () => {
  const rows = fc.sample(clients, { numRuns: 33, seed: 7 }).flat()
  await settle(rows, [1])
  const list = await read<{ email: string }[]>({ kind: 'clients' })
  expect(list.map((c) => c.email)).toEqual(rows.map((_, i) => `é"${i}`))
  const exported = await read<{ client: { email: string } }[]>({ kind: 'export' })
  expect(exported.map((c) => c.client.email)).toEqual(rows.map((_, i) => `é"${i}`))
  const seen = await read<Record<string, number>>({ kind: 'lastOnline' })
  expect(Object.keys(seen)).toHaveLength(rows.filter((_, i) => i % 3 > 0).length)
  expect(seen['é"1']).toBe(8)
})
