import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FleetReport } from '#contract/fleet-api.ts'
import type { Node } from '#contract/node.ts'
import { createPanel } from '#server/app/panel.ts'
import { LeadershipLost } from '#server/instance/leadership.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Change } from '#server/store/changes/change.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, allClients, clients, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { deadlineMs } from '#test/until.ts'

const never = { after: () => () => {} }

/** Two panels in two data folders on one PostgreSQL. Their jobs do not run: a test looks around when it wants to. */
describe.skipIf(process.env.SLUICE_TEST_DB !== 'postgres')('two instances on one PostgreSQL', () => {
  let a: MeteredPanel
  let b: MeteredPanel
  let atA: Visitor
  let atB: Visitor
  let inbound: ListedInbound
  beforeAll(async () => {
    const net = createNodeNet({ 'far.example.com': hostOf(createFakeNode()) })
    a = await meteredPanel({ lookTimers: never, egress: net.egress })
    const { database } = a.config
    const dsn = database.kind === 'postgres' ? database.dsn : ''
    b = await meteredPanel({ lookTimers: never }, [], { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: dsn })
    atA = await a.login()
    atB = { ...atA, ...through(b, atA) }
    inbound = await addInbound(atA)
    await soon(a)
  })
  // It keeps its lease, however long the tests take.
  beforeEach(() => a.panel.lookAround())
  afterAll(async () => {
    await b.stop()
    await a.stop()
  })

  /** The same session at another instance. */
  function through(t: MeteredPanel, { cookie, csrf }: Visitor): Pick<Visitor, 'get' | 'post'> {
    const headers = { cookie, 'x-csrf-token': csrf }
    return {
      get: async (url) => (await t.inject({ method: 'GET', url, headers })).json(),
      post: async (url, body) =>
        (
          await t.inject({
            method: 'POST',
            url,
            headers,
            ...(body !== undefined && { payload: body as object }),
          })
        ).json(),
    }
  }
  const log = () => a.panel.db.read.selectFrom('change_log').selectAll().orderBy('id').execute()
  /** Three seconds later for the rows of the instances: the next look refreshes them. */
  async function soon(t: MeteredPanel) {
    await t.panel.instance.enter()
    await t.panel.lookAround()
  }
  const takenBy = (id: string, epoch: number) =>
    a.panel.db.read.updateTable('leases').set({ holder: id, epoch }).execute()

  it('two that start at once on an empty database agree on the secret and on one administrator', async () => {
    const database = await createTestDatabase()
    const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sluice-at-once-')))
    const panels = await Promise.all(
      folders.map((dataFolder) =>
        createPanel(
          { ...a.config, dataFolder, database: { kind: 'postgres', dsn: database.dsn } },
          { log: silentLog, now: Date.now, print: () => {} },
        ),
      ),
    )
    const secrets = panels.map(({ settings }) => [settings.current().secret, settings.current().panelGuid])
    expect(secrets[0]).toEqual(secrets[1])
    const [one] = panels
    expect(await one?.db.read.selectFrom('users').select('id').execute()).toHaveLength(1)
    expect(panels.filter(({ leadership }) => leadership.leads())).toHaveLength(1)
    for (const panel of panels) await panel.stop()
    await database.drop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('one leads; a session of one is a session of the other', async () => {
    expect([a.panel.leadership.leads(), b.panel.leadership.leads()]).toEqual([true, false])
    expect((await atB.get('/panel/api/inbounds/list')).success).toBe(true)
    expect(a.panel.instance.others()).toMatchObject([{ id: b.panel.instance.id }])
  })

  it('what one has found is mended there: the other says who found it', async () => {
    const fix = { id: 'backups' }
    const set = (backupEnable: boolean) => atB.post('/panel/setting/update', { backupEnable })
    await set(false)
    await atB.post('/panel/api/health/check')
    const elsewhere = await atA.post('/panel/api/health/fix', fix)
    expect([elsewhere.success, elsewhere.msg]).toEqual([false, expect.stringContaining('Fix it there')])
    expect(await atA.get('/panel/api/backups/list')).toMatchObject({ obj: { backups: [] } })
    expect(await atB.post('/panel/api/health/fix', fix)).toMatchObject({ obj: { outcome: 'fixed' } })
    await set(true)
  })

  it('what one writes is told to the other, once, and is not written again there', async () => {
    await b.panel.lookAround()
    const heard: Change['kind'][] = []
    const { publish } = b.panel.hub
    b.panel.hub.publish = (kind, payload) => {
      if (kind === 'invalidate') heard.push('clients-changed')
      publish(kind, payload)
    }
    await addClient(atA, { email: 'told' }, [inbound.id])
    const rows = (await log()).length
    await b.panel.lookAround()
    expect(heard).toHaveLength(1)
    await b.panel.lookAround()
    expect(heard).toHaveLength(1)
    b.panel.hub.publish = publish
    expect((await log()).length).toBe(rows)
    expect((await log()).at(-1)).toMatchObject({ origin: a.panel.instance.id, names: 1 })
  })

  it('settings that one saves are the settings of the other within a look', async () => {
    await atA.post('/panel/setting/update', { pageSize: 41 })
    expect(b.panel.settings.current().pageSize).not.toBe(41)
    await b.panel.lookAround()
    expect(b.panel.settings.current().pageSize).toBe(41)
  })

  it('after a gap everything is read anew', async () => {
    const { db, instance } = b.panel
    await soon(b)
    const beat = performance.now()
    await db.read.updateTable('instances').set({ seen_at: 1 }).where('id', '=', instance.id).execute()
    await atA.post('/panel/setting/update', { pageSize: 42 })
    await db.read.deleteFrom('change_log').execute()
    await b.panel.lookAround() // the beat is not due, unless the machine was held up: nothing was noticed
    if (beat + 3_000 > performance.now()) expect(b.panel.settings.current().pageSize).toBe(41)
    await new Promise((next) => setTimeout(next, 3_100))
    await b.panel.lookAround()
    expect(b.panel.settings.current().pageSize).toBe(42)
    await soon(a)
  })

  it('bytes of both cores are added up, and a rename at one is credited at the other in its very next tick', async () => {
    await addClient(atA, { email: 'wanderer' }, [inbound.id])
    a.fake.move('user', 'wanderer', 1)
    b.fake.move('user', 'wanderer', 10)
    await a.tick()
    await b.tick()
    const bytes = async (email: string) => {
      const found = (await allClients(atB)).find((c) => c.email === email)
      return found && found.traffic.up + found.traffic.down
    }
    expect(await bytes('wanderer')).toBe(11)
    await atA.post(`${clients}/update/wanderer`, { email: 'settler' })
    b.fake.move('user', 'wanderer', 100) // its core has not heard of it yet
    await b.tick()
    a.fake.move('user', 'settler', 1_000)
    await a.tick()
    await b.tick()
    expect(await bytes('settler')).toBe(1_111)
    const names = await a.panel.history.read('client', 'settler', {})
    expect(names.points.reduce((sum, { up }) => sum + up, 0)).toBe(1_111)
  })

  it('who is online at one is online at the other', async () => {
    const onlineAtB = async () => (await atB.post<string[]>(`${clients}/onlines`)).obj
    b.advance(60_000) // those of the test before
    a.panel.presence.moved(['told'], Date.now())
    await a.panel.presence.job.run()
    expect(await onlineAtB()).toEqual([])
    await b.panel.lookAround()
    expect((await onlineAtB()).sort()).toEqual(['settler', 'told'])
    const byNode = await atB.post<Record<string, string[]>>(`${clients}/onlinesByNode`)
    expect(byNode.obj[0]?.toSorted()).toEqual(['settler', 'told'])
    a.advance(60_000)
    await a.panel.presence.job.run()
    await b.panel.lookAround()
    expect(await onlineAtB()).toEqual([])
  })

  it('as a node, each of them reports what the other counted', async () => {
    await addClient(atA, { email: 'roamer' }, [inbound.id])
    const report = async (after = '') =>
      (await atA.get<FleetReport>(`/panel/api/fleet/report?after=${after}&wait=0`)).obj
    const { epoch, seq } = await report()
    a.fake.move('user', 'roamer', 1)
    await a.tick()
    b.fake.move('user', 'roamer', 10)
    b.fake.move('inbound', inbound.tag, 10)
    await b.panel.lookAround()
    await b.tick()
    await b.panel.presence.job.run()
    await a.panel.lookAround()
    await a.tick()
    const { clients: told, inbounds: through } = await report(`${epoch}.${seq}`)
    expect(told?.find(([email]) => email === 'roamer')?.slice(1, 3)).toEqual([11, 0])
    expect(through?.find(([tag]) => tag === inbound.tag)?.[1]).toBeGreaterThanOrEqual(10)
  })

  it('the trends of nodes, which the leader alone asks, are shown at the other too', async () => {
    const far = { name: 'far', address: 'far.example.com', port: 443, apiToken: 'any' }
    const { id } = (await atA.post<Node>('/panel/api/nodes/add', far)).obj
    const round = async () => {
      for (const job of a.panel.fleet.jobs)
        if (job.name === 'nodes') await job.run(new AbortController().signal)
    }
    const trendsAtB = async () =>
      (await atB.get<{ id: number; latency: unknown[] }[]>('/panel/api/nodes/trends')).obj
    expect(await trendsAtB()).toEqual([])
    await vi.waitFor(async () => {
      await b.panel.lookAround()
      expect(await trendsAtB()).toMatchObject([{ id, latency: [{ t: expect.any(Number) }] }])
    }, deadlineMs)
    const rows = (await log()).length
    await round()
    await round()
    expect((await log()).length).toBe(rows) // once a minute
    a.advance(61_000)
    await round()
    await vi.waitFor(async () => expect((await log()).length).toBe(rows + 1), deadlineMs)
    await atA.post(`/panel/api/nodes/del/${id}`)
  })

  it('a write that decides by what it remembers sees what another instance wrote just before', async () => {
    const add = (who: Visitor, email: string) =>
      who.post(`${clients}/add`, { client: { email }, inboundIds: [inbound.id] })
    const both = await Promise.all([add(atA, 'twin'), add(atB, 'twin')])
    expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  })

  it('a periodic reset is done by the leader, once', async () => {
    const mark = () => a.panel.db.read.selectFrom('traffic_marks').selectAll().execute()
    await b.panel.db.write((tx) => tx.deleteFrom('traffic_marks').execute())
    for (const t of [a, b]) t.pass(900_000)
    b.fake.move('user', 'told', 1)
    await b.tick()
    expect(await mark()).toEqual([])
    a.fake.move('user', 'told', 1)
    await a.tick()
    expect(await mark()).toHaveLength(1)
  })

  it('the fence: work that began under a lease writes nothing once another instance holds it', async () => {
    const { leadership, db } = a.panel
    const [before] = await db.read.selectFrom('leases').selectAll().execute()
    const write = () => db.write((tx) => tx.insertInto('client_groups').values({ name: 'late' }).execute())
    const outcome = await leadership.asLeader(async (signal) => {
      await write()
      await db.write((tx) => tx.deleteFrom('client_groups').execute())
      await takenBy(b.panel.instance.id, (before?.epoch ?? 0) + 1)
      const late = await write().catch((error: unknown) => error)
      return { late, aborted: signal.aborted }
    })
    expect(outcome?.late).toBeInstanceOf(LeadershipLost)
    expect(outcome?.aborted).toBe(true)
    expect(await db.read.selectFrom('client_groups').selectAll().execute()).toEqual([])
    expect(leadership.leads()).toBe(false)
    expect(await leadership.asLeader(async () => 'ran')).toBeUndefined()
    await write() // an edit of a person is nobody's lease
    await db.write((tx) => tx.deleteFrom('client_groups').execute())
  })

  it('the other takes over when the lease has run out, with a higher epoch, and at once after a stop', async () => {
    const lease = async () => (await a.panel.db.read.selectFrom('leases').selectAll().execute())[0]
    await takenBy('somebody else', 50)
    await b.panel.lookAround()
    expect(b.panel.leadership.leads()).toBe(false)
    await sql`update leases set until = 1`.execute(a.panel.db.read)
    await b.panel.lookAround()
    expect(b.panel.leadership.leads()).toBe(true)
    expect(await lease()).toMatchObject({ holder: b.panel.instance.id, epoch: 51 })
    await a.panel.lookAround()
    expect(a.panel.leadership.leads()).toBe(false)
  })
})
