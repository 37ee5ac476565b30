import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UndoableAct } from '#contract/acts.ts'
import type { AuditEntry } from '#contract/audit-api.ts'
import type { FollowPreview } from '#contract/follow-api.ts'
import type { Undone } from '#contract/undo-api.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { wholeState } from '#test/state.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { type CorePanel, newFolder, startCorePanel, templateTo } from './core/core-panel.ts'
import { trafficOf } from './core/metered.ts'
import { openStream, type Stream, startSource } from './core/stream.ts'

const long = process.env.SLUICE_LONG === '1'
const PEOPLE = long ? 2_000 : 200
const DAY = 86_400_000
const clients = '/panel/api/clients'
const ofInbounds = '/panel/api/inbounds'
/** The core does not list clients from 127.0.0.1. */
const address = '127.0.0.2'
const trojan = { protocol: 'trojan', network: 'tcp', security: 'tls' } as const

/** What the download itself moves: counters, its time and its address. Of other clients nothing does. */
const moving: Record<string, string[]> = {
  client_traffics: ['up', 'down', 'last_online'],
  inbounds: ['up', 'down', 'all_time'],
  outbound_traffics: ['up', 'down', 'total'],
  inbound_client_ips: ['ips'],
}
function asSeen(row: Record<string, unknown>, table: string) {
  // A created client that is taken away again leaves the mark of every deleted one.
  if (table === 'client_tombstones' && String(row.email_key).startsWith('new-')) return undefined
  const who = row.email ?? row.client_email ?? 'ann'
  const columns = who === 'ann' ? (moving[table] ?? []) : []
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
}

interface Way {
  path: string | ((inbound: number) => string)
  body: (inbounds: [number, number]) => object
  /** Where the version of the preview comes from, which the act needs. */
  ask?: string
  /** Whether it ends the download: then she gets in again after the undo. */
  cuts?: true
}
const everybody = { query: {} }
const nothing = () => ({})
/** Every act that can be undone: one that is missing does not compile. */
const acts: Record<UndoableAct, readonly [Way, ...Way[]]> = {
  'clients.renew': [{ path: `${clients}/bulkRenew`, body: () => ({ ...everybody, days: 30 }) }],
  'clients.adjust': [
    { path: `${clients}/bulkAdjust`, body: () => ({ ...everybody, addDays: 30 }) },
    {
      path: `${clients}/bulkAdjust`,
      body: () => ({ ...everybody, setBytes: 2e12, setLimitIp: 3, setSpeedDown: 1e9, setGroup: 'new' }),
    },
  ],
  'clients.resetTraffic': [{ path: `${clients}/bulkResetTraffic`, body: () => everybody }],
  'clients.resetAllTraffics': [{ path: `${clients}/resetAllTraffics`, body: nothing }],
  'clients.enable': [{ path: `${clients}/bulkEnable`, body: () => everybody }],
  'clients.disable': [{ path: `${clients}/bulkDisable`, body: () => everybody, cuts: true }],
  'clients.attach': [
    { path: `${clients}/bulkAttach`, body: ([, second]) => ({ ...everybody, inboundIds: [second] }) },
  ],
  'clients.detach': [
    {
      path: `${clients}/bulkDetach`,
      body: ([first]) => ({ ...everybody, inboundIds: [first] }),
      cuts: true,
    },
  ],
  'group.add': [{ path: `${clients}/groups/bulkAdd`, body: () => ({ ...everybody, group: 'silver' }) }],
  'group.remove': [{ path: `${clients}/groups/bulkRemove`, body: () => ({ query: { group: 'gold' } }) }],
  'group.inbounds': [
    {
      path: `${clients}/groups/inbounds/save`,
      ask: `${clients}/groups/inbounds/preview`,
      body: ([, second]) => ({ name: 'gold', inboundIds: [second] }),
    },
  ],
  'plan.inbounds': [
    {
      path: '/panel/api/plans/inbounds/save/1',
      ask: '/panel/api/plans/inbounds/preview/1',
      body: ([, second]) => ({ inboundIds: [second] }),
    },
  ],
  'clients.delDepleted': [{ path: `${clients}/delDepleted`, body: nothing }],
  'clients.delOrphans': [{ path: `${clients}/delOrphans`, body: nothing }],
  'clients.del': [{ path: `${clients}/bulkDel`, body: () => everybody, cuts: true }],
  'inbound.delAllClients': [{ path: (id) => `${ofInbounds}/${id}/delAllClients`, body: nothing, cuts: true }],
  'clients.create': [
    {
      path: `${clients}/bulkCreate`,
      body: ([first]) =>
        Array.from({ length: PEOPLE }, (_, i) => ({ client: { email: `new-${i}` }, inboundIds: [first] })),
    },
  ],
  'inbound.resetTraffic': [{ path: (id) => `${ofInbounds}/${id}/resetTraffic`, body: nothing }],
  'inbounds.resetAllTraffics': [{ path: `${ofInbounds}/resetAllTraffics`, body: nothing }],
}
const ways = Object.entries(acts).flatMap(([name, list]) => list.map((way) => ({ name, ...way })))

describe.skipIf(!coreBinary)(`acts are undone while one of ${PEOPLE} clients downloads`, () => {
  const binary = coreBinary ?? ''
  const folder = newFolder()
  let panel: CorePanel
  let source: Awaited<ReturnType<typeof startSource>>
  let core: ClientCore
  let stream: Stream
  let inbounds: [number, number]

  const stored = async (): Promise<string> => {
    const db = await openDb({ kind: 'sqlite', file: join(folder, 'sluice.db') }, silentLog, Date.now)
    try {
      return await wholeState({ db }, asSeen)
    } finally {
      await db.close()
    }
  }
  const counted = async (): Promise<number> => {
    const { up, down } = await trafficOf(panel, 'ann')
    return up + down
  }
  async function downloads(): Promise<void> {
    const had = stream.bytes
    await until('the download goes on', () => stream.bytes > had + 100_000 || stream.ended !== undefined)
    expect(stream.ended, 'the download broke').toBeUndefined()
  }
  /** Dials like an app: again if it is refused, as it is until the core has the client. */
  async function dial(): Promise<void> {
    const open = () => openStream(core.ports[0] ?? 0, source.port)
    stream = open()
    await until('the download begins', () => {
      if (stream.ended !== undefined) stream = open()
      return stream.bytes > 100_000
    })
  }
  /** Of those after `last`. */
  async function newestAct(last: number): Promise<number> {
    const { items } = await panel.read<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=5')
    return items.find(({ undo }) => undo?.state === 'open' && undo.id > last)?.undo?.id ?? 0
  }

  beforeAll(async () => {
    source = await startSource()
    panel = await startCorePanel(binary, { folder })
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    const ports = await freePorts(2)
    const [first, second] = [
      await panel.addInbound(cellInbound(trojan, { port: ports[0] ?? 0 })),
      await panel.addInbound(cellInbound({ ...trojan, protocol: 'vless' }, { port: ports[1] ?? 0 })),
    ]
    inbounds = [first.id, second.id]
    await panel.call('/panel/api/plans/add', { name: 'Gold' })
    const more = { totalGB: 1e12, expiryTime: Date.now() + 9 * DAY, group: 'gold', planId: 1 }
    const ann = await panel.addClient('ann', [first.id], more)
    const people = Array.from({ length: PEOPLE - 1 }, (_, i) => ({
      client: {
        email: `client-${i}`,
        totalGB: 1e9 + i,
        expiryTime: Date.now() + (i % 3 === 1 ? -9 : 9) * DAY + i,
        enable: i % 5 !== 2,
        group: ['', 'gold'][i % 2],
        planId: i % 3 === 0 ? 1 : 0,
      },
      inboundIds: i % 2 === 1 ? inbounds : [first.id],
    }))
    await panel.call(`${clients}/bulkCreate`, people)
    await panel.addClient('orphan', [first.id])
    await panel.call(`${clients}/orphan/detach`, { inboundIds: [first.id] })
    for (const email of ['client-0', 'client-1'])
      await panel.call(`${clients}/updateTraffic/${email}`, { upload: 1_000, download: 9_000 })
    core = await startClientCore(binary, [{ inbound: first, client: ann }], address)
    await dial()
    // Two ticks: by then those who are past their expiry have been ended, and bytes are counted.
    for (const tick of ['one', 'two']) {
      const before = await counted()
      await until(`tick ${tick}`, async () => (await counted()) > before)
    }
  })
  afterAll(async () => {
    stream?.stop()
    await core?.stop()
    await panel?.stop()
    await source?.stop()
  })

  it.each(ways)('$name', async ({ name, path, body, ask, cuts }) => {
    const [before, bytes, last] = [await stored(), await counted(), await newestAct(0)]
    const asked = body(inbounds)
    const shown = ask ? await panel.call<FollowPreview>(ask, asked) : undefined
    const at = typeof path === 'string' ? path : path(inbounds[0])
    await panel.call(at, shown ? { ...asked, version: shown.version } : asked)
    const act = await newestAct(last)
    expect(act).toBeGreaterThan(last)
    expect(await stored()).not.toBe(before)
    if (cuts) await until('the download is cut', () => stream.ended !== undefined)
    else await downloads()
    // Killed after the act: it is done, and the next panel undoes it. The core goes on without a panel.
    if (long || name === 'clients.renew' || name === 'clients.del') {
      await panel.program.kill('SIGKILL')
      if (!cuts) await downloads()
      panel = await startCorePanel(binary, { folder })
      await panel.until('running')
    }
    expect(await panel.call<Undone>(`/panel/api/undo/${act}`, {})).toMatchObject({ left: [] })
    expect(await stored()).toBe(before)
    expect(await counted()).toBeGreaterThanOrEqual(bytes)
    if (cuts) await dial()
    await downloads()
    // What was counted before the act and since is in one sum.
    await until('bytes are counted on', async () => (await counted()) > bytes)
  })
})
