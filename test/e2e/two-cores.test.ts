import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPanel, type PanelDeps } from '#server/app/panel.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import { startIdOf } from '#server/core/process/record.ts'
import { silentLog } from '#server/platform/log.ts'
import { coreBinary } from '#test/core-binary.ts'
import { addClient, addInbound, clients as clientsPath } from '#test/inbounds.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type CorePanel, startCorePanel } from './core/core-panel.ts'
import { fetchThrough, reaches } from './core/dial.ts'
import {
  added,
  type Bytes,
  type Clients,
  kindNames,
  type NamedWay,
  openClients,
  quietCounters,
  settle,
} from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'

type Fetched = 'vmess' | 'trojan'
const fetched: readonly Fetched[] = ['vmess', 'trojan']

/** A core that runs, with somebody who uses it. */
interface Site {
  panel: CorePanel
  ways: NamedWay[]
  users: Clients
}

/**
 * Two panels keep a real core each. A third one has both cores as its sources and a database of its own: reading takes
 * nothing away from a core, so that what it counts can be compared with what the cores say.
 */
describe.skipIf(!coreBinary)('two real cores under one database', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let t: TestPanel
  let counting: TestPanel['panel']
  const sites: Site[] = []
  /** Counted by cores that are no more. */
  let truth = new Map<string, Bytes>()
  /** How a client is called by now. */
  const nameNow = new Map<string, string>(fetched.map((name) => [name, name]))

  const apis = new Map<string, ReturnType<typeof createCoreApi>>()
  const sourceOf = (i: number) => {
    const record = () => sites[i]?.panel.record()
    return {
      startId: () => {
        const found = record()
        return found && startIdOf(found)
      },
      api: () => {
        const address = record()?.api ?? ''
        const api = apis.get(address) ?? createCoreApi(address)
        apis.set(address, api)
        return api
      },
    }
  }
  const metering: PanelDeps['metering'] = {
    core: { ...sourceOf(0), restartService: async () => {} },
    others: [{ id: 'second', ...sourceOf(1) }],
    live: { uncounted: async () => new Map() },
  }

  async function openUsers(site: Omit<Site, 'users'>): Promise<Clients> {
    const users = await openClients(
      binary,
      site.ways.filter(({ client }) => fetched.includes(client.email as Fetched)), // of kindNames
    )
    for (const kind of fetched) await until(`${kind} gets through`, () => reaches(users.portOf(kind)))
    return users
  }

  beforeAll(async () => {
    origin = await createOrigin()
    for (let i = 0; i < 2; i++) {
      const panel = await startCorePanel(binary)
      await panel.until('running')
      const ways = await settle(panel, origin)
      sites.push({ panel, ways, users: await openUsers({ panel, ways }) })
    }
    t = await testPanel({}, { metering })
    counting = t.panel
    const me = await t.login()
    const inbound = await addInbound(me)
    for (const email of kindNames) await addClient(me, { email }, [inbound.id])
  })
  afterAll(async () => {
    for (const api of apis.values()) api.close()
    for (const { users, panel } of sites) {
      await users.stop()
      await panel.stop()
    }
    await counting?.stop()
    await origin?.close()
  })

  const fetchAll = () =>
    Promise.all(
      sites.flatMap(({ users }) => fetched.map((kind) => fetchThrough(users.portOf(kind), deadlineMs))),
    )

  /** What both cores say by now, added to what gone ones said. */
  async function countedByCores(): Promise<Map<string, Bytes>> {
    let sum = truth
    for (const { panel } of sites) sum = added(sum, await quietCounters(panel))
    return sum
  }

  async function expectAgreement(): Promise<void> {
    const cores = await countedByCores()
    await counting.traffic.tick()
    const rows = await counting.db.read
      .selectFrom('client_traffics')
      .select(['email', 'up', 'down'])
      .execute()
    const ledger = new Map(rows.map(({ email, ...bytes }) => [email, bytes]))
    for (const name of fetched) {
      const [said, stored] = [cores.get(name), ledger.get(nameNow.get(name) ?? name)]
      expect({ name, equal: isDeepStrictEqual(said, stored), said, stored }).toMatchObject({ equal: true })
    }
  }

  async function restartCore(i: number): Promise<void> {
    const site = sites[i]
    if (!site) throw new Error(`there is no core ${i}`)
    const last = await quietCounters(site.panel)
    const { api, startId } = sourceOf(i)
    await counting.traffic.lastReading(i === 0 ? counting.instance.id : 'second', api(), startId() ?? '')
    truth = added(truth, last)
    await site.users.stop()
    await site.panel.call('/panel/api/server/restartXrayService')
    await site.panel.until('running')
    site.users = await openUsers(site)
  }

  it('their bytes are added up', async () => {
    await fetchAll()
    await expectAgreement()
  })

  it('restarts of either, in any order, lose nothing and double nothing', async () => {
    for (const i of [0, 1, 1, 0]) {
      await restartCore(i)
      await fetchAll()
      if (i === 1) await expectAgreement()
    }
    await expectAgreement()
  })

  it('a client that is renamed is counted on, from both', async () => {
    const me = await t.login()
    expect(await me.post(`${clientsPath}/update/vmess`, { email: 'vmess2' })).toMatchObject({ success: true })
    nameNow.set('vmess', 'vmess2')
    await fetchAll() // the cores go on under the old name
    await expectAgreement()
  })

  it('a panel that starts again goes on where it was, with both cores alive', async () => {
    await fetchAll()
    await counting.stop()
    counting = await createPanel(t.config, { log: silentLog, now: Date.now, print: () => {}, metering })
    await fetchAll()
    await expectAgreement()
  })
})
