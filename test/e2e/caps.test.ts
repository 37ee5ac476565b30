import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CapView } from '#contract/caps-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import { coreBinary } from '#test/core-binary.ts'
import { patient } from '#test/patient.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type CorePanel, startCorePanel } from './core/core-panel.ts'
import { openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { type Clients, type Kind, kindNames, type NamedWay, openClients, settle } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'

// Monthly caps with the real core: one is used up in the middle of a download.

const day = 86_400

describe.skipIf(!coreBinary)('a monthly cap in the middle of a download', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let ways: NamedWay[]
  let clients: Clients
  const streams = new Map<Kind, Stream>()

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary)
    await panel.until('running')
    ways = await settle(panel, origin)
    clients = await openClients(binary, ways)
    for (const kind of kindNames) streams.set(kind, await openStreamSoon(clients.portOf(kind), '/fast'))
  })
  afterAll(async () => {
    await clients?.stop()
    await panel?.stop()
    await origin?.close()
  })

  const inboundOf = (kind: Kind): number => ways[kindNames.indexOf(kind)]?.inbound.id ?? 0
  const bytesOf = (kind: Kind): number => streams.get(kind)?.bytes() ?? 0
  const pathOf = (kind: Kind) => `/panel/api/caps/inbound/${inboundOf(kind)}`
  /** So that another second of the stream uses it up. */
  async function cap(kind: Kind, atEnd: 'hide' | 'stop') {
    const { used } = await panel.read<CapView>(pathOf(kind))
    await panel.call(pathOf(kind), { capBytes: used + 2_000_000, atEnd })
  }
  const capped = async (kind: Kind) => {
    const inbound = await panel.read<Inbound>(`/panel/api/inbounds/get/${inboundOf(kind)}`)
    expect(inbound.enable).toBe(true)
    return inbound.capped?.does
  }
  async function goesOn(kind: Kind) {
    const seen = bytesOf(kind)
    await until(`${kind} goes on`, () => bytesOf(kind) > seen + 500_000)
  }

  it('stop ends it there, hide does not, and the others go on', async () => {
    const [stopped, hidden, ...others] = kindNames as [Kind, Kind, ...Kind[]]
    await cap(stopped, 'stop')
    await cap(hidden, 'hide')
    await until('both caps are reached', async () => (await capped(stopped)) === 'stop')
    await until('both caps are reached', async () => (await capped(hidden)) === 'hide')
    let [seen, at] = [bytesOf(stopped), Date.now()]
    await until(`${stopped} is silent`, () => {
      if (bytesOf(stopped) !== seen) [seen, at] = [bytesOf(stopped), Date.now()]
      return Date.now() - at > patient(2_000) // the origin sends all the time
    })
    expect(await reaches(clients.portOf(stopped))).toBe(false)
    for (const kind of [hidden, ...others]) await goesOn(kind)
    expect(await reaches(clients.portOf(hidden))).toBe(true)
  })

  it('opens by itself when the next month begins: what was used belongs to the month before', async () => {
    const [stopped, hidden, ...others] = kindNames as [Kind, Kind, ...Kind[]]
    for (const kind of [hidden, ...others]) await goesOn(kind)
    // Their streams would use the cap up again at once.
    await panel.call(pathOf(hidden), {})
    const file = readdirSync(panel.folder).find((name) => name.endsWith('.db')) ?? ''
    const db = new DatabaseSync(join(panel.folder, file), { timeout: deadlineMs })
    for (const table of ['history_days', 'history_fine']) db.exec(`update ${table} set at = at - ${40 * day}`)
    db.close()
    await until('it is open again', async () => (await capped(stopped)) === undefined)
    await until(`${stopped} gets through`, () => reaches(clients.portOf(stopped)))
    expect((await panel.read<CapView>(pathOf(stopped))).stage).toBe('below')
    for (const kind of [hidden, ...others]) await goesOn(kind)
  })
})
