import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ClientSession } from '#contract/core-api.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { uidOf } from '#server/core/process/proc.ts'
import { type Installation, installationForNobody, nobody } from '#test/another-user.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { until } from '#test/until.ts'
import { hasCore, readableCore } from './core/binary.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, type PanelClient, startCorePanel, templateTo } from './core/core-panel.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { heardSince, isOver, openStream, type Stream, startSource } from './core/stream.ts'

// A client whose access is removed is cut within two seconds of the reply, and nobody else (C1).
const cutMs = () => patient(2_000)
/** Longer than two busy cores delay a packet, far shorter than any reconnect. */
const gapMs = () => patient(1_500)
const enough = 60_000
/** The core does not list clients from 127.0.0.1. */
const address = '127.0.0.2'

const cells: Cell[] = [
  { protocol: 'vless', network: 'tcp', security: 'reality' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
  { protocol: 'trojan', network: 'tcp', security: 'tls' },
  { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
]

const clients = '/panel/api/clients'
const newKeys = () => {
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  return { id: crypto.randomUUID(), password: key, auth: key }
}
/** Every way in which an operator removes a client's access. */
const endings = {
  disable: (panel, { email }) => panel.call(`${clients}/update/${email}`, { email, enable: false }),
  delete: (panel, { email }) => panel.call(`${clients}/del/${email}`),
  detach: (panel, { email, inboundIds }) => panel.call(`${clients}/${email}/detach`, { inboundIds }),
  rekey: (panel, { email }) => panel.call(`${clients}/update/${email}`, { email, ...newKeys() }),
} satisfies Record<string, (panel: CorePanel, client: PanelClient) => Promise<unknown>>
type Ending = keyof typeof endings
const allEndings = Object.keys(endings) as Ending[] // of the table above

const root = process.getuid?.() === 0
const forNobody = hasCore()
  ? installationForNobody('clients taken out by a panel of another user')
  : undefined
const long = process.env.SLUICE_LONG === '1'
/** Pairs ways with protocols, so that each of both is tried. */
const sample = (ending: Ending) => cells.filter((_, i) => allEndings[i % allEndings.length] === ending)
const everything = () => cells
const users: { who: string; as: { uid?: number; installation?: Installation }; cellsOf: typeof sample }[] = [
  { who: root ? 'as root' : 'as an unprivileged user', as: {}, cellsOf: everything },
  ...(forNobody
    ? [
        {
          who: 'as an unprivileged user',
          as: { uid: nobody, installation: forNobody },
          cellsOf: long ? everything : sample,
        },
      ]
    : []),
]

describe.runIf(hasCore()).each(users)('access removed through the API $who', ({ as, cellsOf }) => {
  const core = readableCore()
  let origin: Origin
  let source: Awaited<ReturnType<typeof startSource>>
  let panel: CorePanel
  let cores: ClientCore[] = []
  let streams: Stream[] = []
  const inbounds = new Map<Cell, Way['inbound']>()
  const doors = new Map<string, number>()
  const annOf = (cell: Cell, ending: Ending) => `${ending}-${cell.protocol}`
  const bobOf = (cell: Cell) => `bob-${cell.protocol}`

  /** Clients with their own core, all at the same address; each has a proxy port by email. */
  async function open(those: readonly { cell: Cell; client: PanelClient }[]) {
    const ways = those.map(({ cell, client }) => ({ inbound: inbounds.get(cell) as Way['inbound'], client })) // all are created first
    const started = await startClientCore(core.path, ways, address)
    cores.push(started)
    for (const [i, { client }] of those.entries()) doors.set(client.email, started.ports[i] ?? 0)
  }

  function stream(email: string): Stream {
    const opened = openStream(doors.get(email) ?? 0, source.port)
    streams.push(opened)
    return opened
  }

  beforeAll(async () => {
    ;[origin, source] = [await createOrigin(), await startSource()]
    panel = await startCorePanel(core.path, as)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    const ports = await freePorts(cells.length)
    const [anns, bobs]: { cell: Cell; client: PanelClient }[][] = [[], []]
    for (const [i, cell] of cells.entries()) {
      const inbound = await panel.addInbound(
        cellInbound(cell, { port: ports[i] ?? 0, target: origin.realityTarget }),
      )
      inbounds.set(cell, inbound)
      const add = async (email: string) => ({ cell, client: await panel.addClient(email, [inbound.id]) })
      bobs?.push(await add(bobOf(cell)))
      for (const ending of allEndings)
        if (cellsOf(ending).includes(cell)) anns?.push(await add(annOf(cell, ending)))
    }
    await Promise.all([open(anns ?? []), open(bobs ?? [])])
  })
  afterEach(() => {
    for (const one of streams) one.stop()
    streams = []
  })
  afterAll(async () => {
    await Promise.all(cores.map((one) => one.stop()))
    cores = []
    await panel?.stop()
    await Promise.all([origin?.close(), source?.stop()])
    core.remove()
  })

  /**
   * A Hysteria client whose log line the core lost is known with its next stream: no table shows who is
   * behind UDP.
   */
  async function heardOf(email: string) {
    await until(`${email} is known`, async () => {
      if ((await panel.read<ClientSession[]>(`${clients}/sessions/${email}`)).length > 0) return true
      const more = stream(email)
      await until(`${email} streams`, () => more.bytes > 0)
      return false
    })
  }

  /** Dials like an app: again if the connection ended, as a busy core may end it before its first byte. */
  async function streaming(email: string, what = `${email} streams`): Promise<Stream> {
    let one = stream(email)
    await until(what, () => {
      if (one.ended !== undefined) one = stream(email)
      return one.bytes > enough
    })
    return one
  }

  async function expectLetIn(email: string, since: number) {
    await streaming(email, `the new credential of ${email} lets in`)
    if (process.env.SLUICE_CUT_TIMES)
      console.log(`${email}: let in ${Math.round(performance.now() - since)} ms after the answer`)
  }

  async function expectTaken(cell: Cell, ending: Ending) {
    const email = annOf(cell, ending)
    const client = await panel.client(email)
    const [ann, bob] = await Promise.all([streaming(email), streaming(bobOf(cell))])
    if (cell.protocol === 'hysteria') await heardOf(email)
    bob.mark()
    await endings[ending](panel, client)
    const answered = performance.now()
    const back = stream(email)
    await until(`${email} hears nothing more`, () => [ann, back].every((one) => isOver(one, bob)))
    // A machine that delays the neighbour delays the panel too.
    expect(Math.max(ann.lastByte, back.lastByte) - answered).toBeLessThan(cutMs() + bob.gap())
    const before = { ann: ann.bytes, back: back.bytes }
    const late = stream(email)
    const heard = bob.bytes
    await until('the other streams on', () => bob.bytes > heard + 4 * enough)
    const over = cell.protocol === 'hysteria' ? 'quic' : 'tcp'
    const after = { ann: heardSince(ann, before.ann, over), back: heardSince(back, before.back, over) }
    expect({ ...after, late: late.bytes }, `${email} heard something`).toEqual({ ann: 0, back: 0, late: 0 })
    expect([bob.ended, bob.gap() < gapMs()], `${email}: the other`).toEqual([undefined, true])
  }

  it('its core belongs to that user', () => {
    expect(uidOf(panel.record().pid)).toBe(as.uid ?? process.getuid?.())
  })

  it.each(allEndings)('%s', async (ending) => {
    await Promise.all(cellsOf(ending).map((cell) => expectTaken(cell, ending)))
  })

  it('the new credential works soon after the reply', async () => {
    const anew = await Promise.all(
      cellsOf('rekey').map(async (cell) => {
        const client = await panel.client(annOf(cell, 'rekey'))
        return { cell, client, keys: newKeys() }
      }),
    )
    await open(anew)
    await Promise.all(anew.map(({ client }) => streaming(client.email)))
    await open(
      anew.map(({ cell, client, keys: { id, ...keys } }) => ({
        cell,
        client: { ...client, ...keys, uuid: id },
      })),
    )
    await Promise.all(
      anew.map(async ({ client: { email }, keys }) => {
        await panel.call(`${clients}/update/${email}`, { email, ...keys })
        await expectLetIn(email, performance.now())
      }),
    )
    // None of these hops ports: blocking an address for all new connections would be the panel's mistake.
    expect(panel.program.errors()).not.toContain('kept out by its address')
  })

  it("disabling an inbound ends its sessions, and nobody else's", async () => {
    const [off, on] = [cells[2] as Cell, cells[1] as Cell] // both are there
    const [gone, stays] = await Promise.all([streaming(bobOf(off)), streaming(bobOf(on))])
    stays.mark()
    const { id } = inbounds.get(off) as Way['inbound'] // all are created first
    await panel.call(`/panel/api/inbounds/setEnable/${id}`, { enable: false })
    const answered = performance.now()
    await until('it hears nothing more', () => isOver(gone, stays))
    expect(gone.lastByte - answered).toBeLessThan(cutMs() + stays.gap())
    const before = { gone: gone.bytes, stays: stays.bytes }
    await until('the other streams on', () => stays.bytes > before.stays + 4 * enough)
    expect(gone.bytes).toBe(before.gone)
    expect([stays.ended, stays.gap() < gapMs()]).toEqual([undefined, true])
  })
})
