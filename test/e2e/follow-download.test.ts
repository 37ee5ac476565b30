import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FollowDone, FollowPreview } from '#contract/follow-api.ts'
import type { Plan } from '#contract/plan.ts'
import type { Undone } from '#contract/undo-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { type CorePanel, newFolder, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStream, type Stream, startSource } from './core/stream.ts'

const PEOPLE = 5_000
const DOWNLOADS = process.env.SLUICE_LONG === '1' ? 30 : 10
const clients = '/panel/api/clients'
const plans = '/panel/api/plans'
/** The core does not list clients from 127.0.0.1. */
const address = '127.0.0.2'

describe.skipIf(!coreBinary)(
  `${PEOPLE} clients follow their plan while ${DOWNLOADS} of them download`,
  () => {
    const binary = coreBinary ?? ''
    let panel: CorePanel
    let source: Awaited<ReturnType<typeof startSource>>
    let plan: Plan
    let inbounds: Awaited<ReturnType<CorePanel['addInbound']>>[]
    const cores: ClientCore[] = []
    const streams: Stream[] = []
    let done: FollowDone

    const attached = async (): Promise<number> => {
      const { filtered } = await panel.read<{ filtered: number }>(
        `${clients}/list/paged?pageSize=1&inbound=${inbounds[1]?.id}`,
      )
      return filtered
    }
    async function allDownload(): Promise<void> {
      const had = streams.map(({ bytes }) => bytes)
      await until('every download goes on', () =>
        streams.every(({ bytes }, i) => bytes > (had[i] ?? 0) + 50_000),
      )
      expect(streams.filter(({ ended }) => ended !== undefined)).toEqual([])
    }
    /** Somebody who has not connected before. */
    async function newcomer(email: string): Promise<void> {
      const [, second] = inbounds
      const way = { inbound: second as NonNullable<typeof second>, client: await panel.client(email) }
      const core = await startClientCore(binary, [way], address)
      cores.push(core)
      // Like an app: again if it is refused, as it is until the core has the client.
      const open = () => openStream(core.ports[0] ?? 0, source.port)
      let stream = open()
      await until(`${email} is in the core`, () => {
        if (stream.ended !== undefined) stream = open()
        return stream.bytes > 50_000
      })
      streams.push(stream)
    }

    beforeAll(async () => {
      source = await startSource()
      panel = await startCorePanel(binary, { folder: newFolder() })
      await panel.until('running')
      await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
      const ports = await freePorts(2)
      inbounds = []
      for (const [i, protocol] of (['trojan', 'vless'] as const).entries())
        inbounds.push(
          await panel.addInbound(
            cellInbound({ protocol, network: 'tcp', security: 'tls' }, { port: ports[i] ?? 0 }),
          ),
        )
      plan = await panel.call<Plan>(`${plans}/add`, { name: 'Gold' })
      const [first] = inbounds
      const ids = [first?.id ?? 0]
      const known = []
      for (let i = 0; i < DOWNLOADS; i++)
        known.push(await panel.addClient(`down-${i}`, ids, { planId: plan.id }))
      await panel.call(
        `${clients}/bulkCreate`,
        Array.from({ length: PEOPLE - DOWNLOADS }, (_, i) => ({
          client: { email: `client-${i}`, planId: plan.id },
          inboundIds: ids,
        })),
      )
      const ways = known.map((client) => ({ inbound: first as NonNullable<typeof first>, client }))
      const core = await startClientCore(binary, ways, address)
      cores.push(core)
      for (const port of core.ports) streams.push(openStream(port, source.port))
      await until('every download begins', () => streams.every(({ bytes }) => bytes > 50_000))
    })
    afterAll(async () => {
      for (const stream of streams) stream.stop()
      for (const core of cores) await core.stop()
      await panel?.stop()
      await source?.stop()
    })

    it('one request gives them all another inbound, and nobody is dropped', async () => {
      const wish = { inboundIds: [inbounds[1]?.id] }
      const shown = await panel.call<FollowPreview>(`${plans}/inbounds/preview/${plan.id}`, wish)
      expect(shown).toMatchObject({ clients: PEOPLE, attached: PEOPLE, detached: 0, none: 0, refused: 0 })
      const began = performance.now()
      done = await panel.call<FollowDone>(`${plans}/inbounds/save/${plan.id}`, {
        ...wish,
        version: shown.version,
      })
      const answered = performance.now() - began
      expect(done).toMatchObject({ attached: PEOPLE, undo: expect.any(Number) })
      expect(await attached()).toBe(PEOPLE)
      // The last of all connects through the new inbound.
      await newcomer(`client-${PEOPLE - DOWNLOADS - 1}`)
      const live = performance.now() - began
      console.log(
        `follow: ${PEOPLE} clients: answered in ${Math.round(answered)} ms, the last in the core after ${Math.round(live)} ms`,
      )
      await allDownload()
    })

    it('one request undoes it; whoever uses the first inbound is not dropped', async () => {
      const late = streams.pop() as Stream // through the second inbound
      const undone = await panel.call<Undone>(`/panel/api/undo/${done.undo}`, {})
      expect(undone).toMatchObject({ restored: PEOPLE, left: [] })
      expect(await attached()).toBe(0)
      await until('the second inbound ends what goes through it', () => late.ended !== undefined)
      await allDownload()
      const [stored] = await panel.read<Plan[]>(`${plans}/list`)
      expect(stored).toMatchObject({ followInbounds: false })
    })
  },
)
