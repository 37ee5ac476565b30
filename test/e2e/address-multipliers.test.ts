import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Host, HostGroup } from '#contract/host.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { clientOf } from '#domain/core-config/user-names.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort, freePorts } from '#test/free-port.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, type PanelClient, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { credentialIn } from './core/link-credential.ts'
import { type Kind, kindNames, kinds, quietCounters } from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'

const hosts = '/panel/api/hosts'
const clients = '/panel/api/clients'
const plain = 'plain.example'
const dear = 'dear.example'
/** The core does not list clients from 127.0.0.1. */
const address = '127.0.0.2'

/** A link may name its host in Base64. */
const leadsTo = (link: string, host: string): boolean =>
  (link.startsWith('vmess://') ? Buffer.from(link.slice(8), 'base64').toString() : link).includes(host)

describe.skipIf(!coreBinary)('two addresses in one subscription, with a real core', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let fetch: Subscriber
  let people: { kind: Kind; inbound: Way['inbound']; client: PanelClient }[]
  let set: Host
  const cores: ClientCore[] = []
  const streams: Stream[] = []

  beforeAll(async () => {
    origin = await createOrigin()
    const subPort = await freePort()
    panel = await startCorePanel(binary, { env: { SLUICE_SUB_PORT: String(subPort) } })
    fetch = subscriberOf(subPort)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const ports = await freePorts(kindNames.length)
    people = []
    for (const [i, kind] of kindNames.entries()) {
      const source = cellInbound(kinds[kind], { port: ports[i] ?? 0, target: origin.realityTarget })
      const inbound = await panel.addInbound(source)
      people.push({ kind, inbound, client: await panel.addClient(kind, [inbound.id]) })
    }
    const inboundIds = people.map(({ inbound }) => inbound.id)
    await panel.call(`${hosts}/add`, { hosts: [plain], inboundIds })
    const made = await panel.call<Host[]>(`${hosts}/add`, { hosts: [dear], inboundIds })
    set = made[0] as Host // of the first inbound
  })
  afterAll(async () => {
    for (const stream of streams) stream.close()
    for (const core of cores) await core.stop()
    await panel?.stop()
    await origin?.close()
  })

  async function withMultiplier(trafficMultiplier: number | null) {
    const group = await panel.read<HostGroup>(`${hosts}/get/${set.groupId}`)
    await panel.call(`${hosts}/update/${set.groupId}`, { ...group, trafficMultiplier })
  }

  /** An app for each client, which dials as its link for this address says. */
  async function appsBy(host: string): Promise<ClientCore> {
    const ways: Way[] = []
    for (const { inbound, client } of people) {
      const links = linksIn((await fetch(`/sub/${client.subId}`)).body)
      const link = links.find((one) => leadsTo(one, host)) ?? ''
      ways.push({ inbound, client: { ...client, ...credentialIn(link) } })
    }
    const apps = await startClientCore(binary, ways, address)
    cores.push(apps)
    return apps
  }
  async function streamsBy(apps: ClientCore): Promise<Stream[]> {
    for (const [i, port] of apps.ports.entries())
      await until(`${people[i]?.kind} gets through`, () => reaches(port))
    const opened = await Promise.all(apps.ports.map((port) => openStreamSoon(port, '/fast')))
    streams.push(...opened)
    return opened
  }
  const flowing = async (some: readonly Stream[]) =>
    (await Promise.all(some.map((stream) => stream.flows()))).filter(Boolean).length

  const cut = (some: readonly Stream[]) =>
    Promise.all(
      some.map((stream, i) => until(`stream ${i} is cut`, async () => !(await stream.flows(1_000)))),
    )
  const reached = async (ports: readonly number[]) =>
    (await Promise.all(ports.map((port) => reaches(port, 3_000)))).filter(Boolean).length

  async function namesOn(tag: string): Promise<string[]> {
    const api = createCoreApi(panel.record().api)
    try {
      const names = await api.userEmails(tag)
      return names.filter((name) => kindNames.some((kind) => clientOf(name) === kind)).sort()
    } finally {
      api.close()
    }
  }
  const named = (what: string, namesOf: (id: number, kind: Kind) => string[]) =>
    Promise.all(
      people.map(({ inbound, kind }) =>
        until(
          `${kind}: ${what}`,
          async () => (await namesOn(inbound.tag)).join() === namesOf(inbound.id, kind).sort().join(),
        ),
      ),
    )
  const bothKeys = (id: number, kind: Kind) => [`@${id}/${kind}`, `+1@${id}/${kind}`]

  it('a first multiplier under downloads drops none, and links of the address have another key', async () => {
    const { pid } = panel.record()
    const before = await streamsBy(await appsBy(dear))
    await withMultiplier(2)
    await named('has the keys of the address', bothKeys)
    expect(before.filter((stream) => stream.isOpen())).toHaveLength(people.length)
    expect(await flowing(before)).toBe(people.length)
    expect(panel.record().pid).toBe(pid)
    for (const stream of before) stream.close()
  })

  it('a megabyte through each is charged as three', async () => {
    const [own, keyed] = [await appsBy(plain), await appsBy(dear)]
    for (const apps of [own, keyed])
      for (const [i, port] of apps.ports.entries())
        await until(`${people[i]?.kind} gets through`, () => reaches(port))
    const before = await quietCounters(panel)
    for (const apps of [own, keyed])
      for (const port of apps.ports) expect(await fetchThrough(port)).toBe(megabyte)
    const after = await quietCounters(panel)
    for (const { kind, inbound } of people) {
      const moved = (name: string) => {
        const [was, is] = [before.get(name), after.get(name)]
        return (is?.up ?? 0) + (is?.down ?? 0) - (was?.up ?? 0) - (was?.down ?? 0)
      }
      const [first, second] = bothKeys(inbound.id, kind).map(moved)
      expect([kind, first, second]).toEqual([
        kind,
        expect.closeTo(megabyte, -4),
        expect.closeTo(megabyte, -4),
      ])
      // To the byte, with everything before.
      const total = (name: string) => (after.get(name)?.up ?? 0) + (after.get(name)?.down ?? 0)
      const [real = 0, dearly = 0] = bothKeys(inbound.id, kind).map(total)
      const read = async () => {
        const { items } = await panel.read<{ items: ClientInboundUsage[] }>(`/panel/api/usage/client/${kind}`)
        const { up, down } = await panel.read<ClientTraffic>(`${clients}/traffic/${kind}`)
        return { items: items.map((item) => [item.up + item.down, item.charged]), sum: up + down }
      }
      await expect.poll(read).toEqual({
        items: [[real + dearly, real + 2 * dearly]],
        sum: real + 2 * dearly + total(kind),
      })
    }
    for (const apps of [own, keyed]) await apps.stop()
  })

  it('another multiplier, none and one again drop nobody, and change no link', async () => {
    const open = [...(await streamsBy(await appsBy(plain))), ...(await streamsBy(await appsBy(dear)))]
    const linksOf = () =>
      Promise.all(people.map(async ({ client }) => (await fetch(`/sub/${client.subId}`)).body))
    const links = await linksOf()
    for (const rate of [3, null, 0, 2]) {
      await withMultiplier(rate)
      expect(await flowing(open)).toBe(open.length)
      expect(await linksOf()).toEqual(links)
    }
    await named('still has both', bothKeys)
    for (const stream of open) stream.close()
  })

  it('a quota cuts both', async () => {
    const [own, keyed] = [await appsBy(plain), await appsBy(dear)]
    const open = [...(await streamsBy(own)), ...(await streamsBy(keyed))]
    expect(await flowing(open)).toBe(open.length)
    for (const { kind } of people) await panel.call(`${clients}/update/${kind}`, { email: kind, totalGB: 1 })
    await named('is gone', () => [])
    await cut(open)
    expect(await reached([...own.ports, ...keyed.ports])).toBe(0)
    for (const { kind } of people)
      await panel.call(`${clients}/update/${kind}`, { email: kind, totalGB: 0, enable: true })
    await named('is back', bothKeys)
    for (const apps of [own, keyed]) await apps.stop()
  })

  it('a deleted address ends what is open by its keys, and nothing else', async () => {
    const own = await streamsBy(await appsBy(plain))
    const keyed = await appsBy(dear)
    const byKeys = await streamsBy(keyed)
    await panel.call(`${hosts}/del/${set.groupId}`)
    await named('has only its own key', (_, kind) => [kind])
    await cut(byKeys)
    expect(await reached(keyed.ports)).toBe(0)
    expect(await flowing(own)).toBe(own.length)
  })
})
