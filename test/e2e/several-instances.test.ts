import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { InstanceState } from '#contract/jobs-api.ts'
import { findOrphan } from '#server/core/process/record.ts'
import { coreBinary } from '#test/core-binary.ts'
import { endProcess } from '#test/end-process.ts'
import { type FakeTelegram, fakeTelegram } from '#test/fixtures/fake-telegram.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import type { Site } from '#test/fixtures/loopback-net.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { type Pooler, poolerBinary, startPooler } from '#test/pooler.ts'
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts'
import { botSettings } from '#test/telegram.ts'
import { until } from '#test/until.ts'
import { type CorePanel, newFolder, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { added, type Clients, coreCounters, kinds, openClients, quietCounters } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { proxyTo } from './core/proxy-to.ts'

const canRun = coreBinary && poolerBinary && process.env.SLUICE_TEST_PG_DSN

/**
 * Two programs with two cores on one PostgreSQL, behind a pooler that keeps no session. Both cores listen on the same
 * port, as two machines behind one address do: the kernel gives each connection to one of them. A node of the panel
 * says something new each time it is asked, so the leader writes every five seconds; a trigger notes who wrote.
 */
describe.skipIf(!canRun)('two panels on one PostgreSQL behind a pooler', () => {
  const binary = coreBinary ?? ''
  let database: TestDatabase
  let pooler: Pooler
  let direct: pg.Client
  let origin: Origin
  let node: Server
  let telegram: FakeTelegram
  let way: Site
  let users: Clients
  let inboundId = 0
  const folders = [newFolder(), newFolder()]
  const panels: CorePanel[] = []
  let loading = true
  let fetched = 0
  let load: Promise<void>[] = []
  /** Clients whose creation was acknowledged. */
  const made: string[] = []
  /** People who wrote to the bot, each once: the answer is in a chat of their own. */
  const asked: number[] = []
  const answersTo = (person: number) => telegram.chat(person).length

  const at = (i: number): CorePanel => {
    const panel = panels[i]
    if (!panel) throw new Error(`there is no panel ${i}`)
    return panel
  }
  async function start(i: number): Promise<void> {
    const dsn = new URL(pooler.dsn(database.dsn))
    dsn.searchParams.set('application_name', `panel-${i}`)
    const env = { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: dsn.href }
    panels[i] = await startCorePanel(binary, { folder: folders[i] ?? '', env })
  }
  const idOf = (i: number) => readFileSync(join(folders[i] ?? '', 'instance-id'), 'utf8').trim()
  const instances = async (i: number) =>
    (await at(i).read<{ instances: InstanceState[] }>('/panel/api/jobs')).instances
  const leaderSeenBy = async (i: number) => (await instances(i)).find(({ leads }) => leads)?.id
  const rows = async <T extends pg.QueryResultRow>(sql: string) => (await direct.query<T>(sql)).rows
  const stored = async () =>
    (
      await rows<{ up: string; down: string }>("select up, down from client_traffics where email = 'vmess'")
    )[0]

  beforeAll(async () => {
    database = await createTestDatabase()
    pooler = await startPooler(database.dsn)
    direct = new pg.Client({ connectionString: database.dsn })
    await direct.connect()
    origin = await createOrigin()
    telegram = await fakeTelegram()
    way = await proxyTo(telegram.port)
    let answered = 0
    const status = () => ({
      cpu: 1,
      mem: { current: 1, total: 2 },
      xray: { state: 'running' },
      panelVersion: `v${++answered}`,
    })
    node = createServer((_, res) => res.end(JSON.stringify({ success: true, msg: '', obj: status() })))
    await new Promise<void>((next) => node.listen(0, '127.0.0.1', next))
    await start(0)
    await start(1)
  })
  afterAll(async () => {
    loading = false
    await Promise.allSettled(load)
    await users?.stop()
    for (const panel of panels) {
      panel.program.child.kill('SIGCONT')
      await panel.stop()
    }
    for (const folder of folders) {
      const left = findOrphan(folder)
      if (left) endProcess(left.pid)
    }
    await direct?.end()
    await pooler?.stop()
    await database?.drop()
    await origin?.close()
    await way?.stop()
    await telegram?.stop()
    node?.close()
  })

  /** Downloads without a pause, and new clients at whatever panel answers. */
  const download = async () => {
    while (loading) {
      await fetchThrough(users.portOf('vmess')).then(
        () => fetched++,
        () => {},
      )
      await new Promise((next) => setTimeout(next, 300))
    }
  }
  /** Somebody new writes to the bot. */
  const ask = (): number => {
    const person = 1_000 + asked.length
    asked.push(person)
    telegram.say(person, '/id')
    return person
  }
  const askOften = async () => {
    while (loading) {
      ask()
      await new Promise((next) => setTimeout(next, 250))
    }
  }
  const botAnswers = async (): Promise<string> => {
    const person = ask()
    await until('the bot answers', () => answersTo(person) > 0)
    return telegram.last(person)?.text ?? ''
  }
  const edit = async (i: number) => {
    for (let n = 0; loading; n++) {
      const email = `load-${i}-${n}`
      await at(i)
        .call('/panel/api/clients/add', { client: { email }, inboundIds: [inboundId] })
        .then(
          () => made.push(email),
          () => {},
        )
      await new Promise((next) => setTimeout(next, 250))
    }
  }

  it('both start; one leads; a login at one is a login at the other', async () => {
    for (const i of [0, 1]) await expect.poll(() => leaderSeenBy(i)).toBe(idOf(0))
    const { cookie } = at(0).visitor
    const headers = { cookie, 'x-requested-with': 'XMLHttpRequest' }
    const res = await fetch(`${at(1).program.url}/panel/api/server/status`, { headers })
    expect(await res.json()).toMatchObject({ success: true })
  })

  it('what is changed at one reaches the browsers and the core of the other', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${at(1).program.port}/ws`, {
      headers: { cookie: at(1).visitor.cookie },
    })
    const heard: string[] = []
    socket.on('message', (data) => heard.push(String(data)))
    await until('the socket gets its first frames', () => heard.length > 0)
    for (const i of [0, 1]) await at(i).until('running')
    await at(0).call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const inbound = await at(0).addInbound(
      cellInbound(kinds.vmess, { port: await freePort(), target: origin.realityTarget }),
    )
    inboundId = inbound.id
    const client = await at(0).addClient('vmess', [inboundId])
    await until('the browser is told', () => heard.some((text) => /"invalidate".*"clients"/.test(text)))
    socket.terminate()
    await at(0).call('/panel/api/server/restartXrayService') // the template takes effect
    await at(1).call('/panel/api/server/restartXrayService')
    for (const i of [0, 1]) await at(i).until('running')
    users = await openClients(binary, [{ inbound, client }])
    const counted = async (i: number) => ((await coreCounters(at(i))).get('vmess')?.down ?? 0) > 0
    await until('both cores serve the client', async () => {
      await fetchThrough(users.portOf('vmess')).catch(() => {})
      return (await counted(0)) && (await counted(1))
    })
    expect((await at(1).client('vmess')).inboundIds).toEqual([inboundId])
  })

  it('the bot of the leader answers', async () => {
    await at(1).call('/panel/setting/update', {
      ...botSettings,
      tgBotProxy: `http://127.0.0.1:${way.port}`,
    })
    expect(await botAnswers()).toContain('1000')
  })

  it('the leader writes what it hears of a node', async () => {
    await direct.query(
      `create table written (at timestamptz default clock_timestamp(), who text, holder text)`,
    )
    await direct.query(`create function note() returns trigger language plpgsql as $$ begin
      insert into written (who, holder) values (current_setting('application_name'), (select holder from leases));
      return new; end $$`)
    const { port } = node.address() as AddressInfo // it listens on TCP
    await at(1).call('/panel/api/nodes/add', {
      name: 'far',
      scheme: 'http',
      address: '127.0.0.1',
      port,
      basePath: '/',
      apiToken: 'token',
      enable: true,
      allowPrivateAddress: true,
    })
    await direct.query('create trigger noted after update on nodes for each row execute function note()')
    await until('the leader asks the node', async () => (await rows('select 1 from written')).length > 0)
    expect(await rows('select distinct who from written')).toEqual([{ who: 'panel-0' }])
    load = [download(), edit(0), edit(1), askOften()]
  })

  it('after kill -9 of the leader under load the other leads within fifteen seconds', async () => {
    const { cookie } = at(0).visitor
    const open = (i: number) =>
      new WebSocket(`ws://127.0.0.1:${at(i).program.port}/ws`, { headers: { cookie } })
    const socket = open(0)
    await new Promise((next) => socket.once('message', next))
    const closed = new Promise((next) => socket.once('close', next))
    socket.on('error', () => {})
    const killed = performance.now()
    await at(0).program.kill('SIGKILL')
    await closed
    // A browser tries again, and is let in by the other with the same session.
    const again = open(1)
    await new Promise((next) => again.once('message', next))
    again.terminate()
    await until('the other leads', async () => (await leaderSeenBy(1)) === idOf(1))
    expect(performance.now() - killed).toBeLessThan(patient(15_000))
    const sofar = (await rows('select 1 from written')).length
    await until('it does the work', async () => (await rows('select 1 from written')).length > sofar)
    expect(await rows('select who from written order by at desc limit 1')).toEqual([{ who: 'panel-1' }])
    await botAnswers()
  })

  it('a leader that is stopped loses the lease, and writes nothing as a leader when it goes on', async () => {
    await start(0) // the same instance again; it takes its core over
    await until('the first is back', async () => (await instances(1)).length === 2)
    await expect.poll(() => leaderSeenBy(0)).toBe(idOf(1))
    at(1).program.child.kill('SIGSTOP')
    const stopped = performance.now()
    await until('the first leads again', async () => (await leaderSeenBy(0)) === idOf(0))
    expect(performance.now() - stopped).toBeLessThan(patient(15_000))
    const before = made.length
    await until('the first can write', () => made.length > before + 2) // the stopped one holds nobody up
    at(1).program.child.kill('SIGCONT')
    await until('the second knows who leads', async () => (await leaderSeenBy(1)) === idOf(0))
    const sofar = (await rows('select 1 from written')).length
    await until('two more rounds', async () => (await rows('select 1 from written')).length >= sofar + 2)
    const writers = await rows<{ who: string; holder: string }>('select distinct who, holder from written')
    expect(writers.toSorted((a, b) => (a.who < b.who ? -1 : 1))).toEqual([
      { who: 'panel-0', holder: idOf(0) },
      { who: 'panel-1', holder: idOf(1) },
    ])
  })

  it('nobody is answered twice by the bot; only what was under way at a kill may be lost', async () => {
    await botAnswers()
    expect(asked.filter((person) => answersTo(person) > 1)).toEqual([])
    await until('many have asked', () => asked.length > 40)
    // Two kills, and what is asked within a second each; a busy bot has more under way.
    expect(asked.filter((person) => answersTo(person) === 0).length).toBeLessThanOrEqual(patient(10))
  })

  it('nothing is lost and nothing is counted twice', async () => {
    await until('enough was fetched', () => fetched > 10)
    loading = false
    await Promise.all(load)
    const cores = added(await quietCounters(at(0)), await quietCounters(at(1))).get('vmess')
    const isEqual = async () => {
      const sums = await stored()
      return Number(sums?.up) === cores?.up && Number(sums?.down) === cores?.down
    }
    await until(`the sums are ${JSON.stringify(cores)}, not ${JSON.stringify(await stored())}`, isEqual)
    const emails = (await rows<{ email: string }>('select email from clients')).map(({ email }) => email)
    expect(made.filter((email) => !emails.includes(email))).toEqual([])
    const audits = await rows<{ object: string }>("select object from audit where action = 'client.add'")
    expect(new Set(audits.map(({ object }) => object)).size).toBe(audits.length)
  })
})
