import type { Inbound } from '#contract/inbound.ts'
import { until } from '#test/until.ts'
import { admin, type BuiltPanel } from './browser-panel.ts'
import { startClientCore } from './core/client-core.ts'
import { asSource, templateTo, visitPanel } from './core/core-panel.ts'
import { openStream, reaches } from './core/dial.ts'
import { createOrigin } from './core/origin.ts'

/** Clients of the seed that download through the real core, so that the pictures show a panel at work. */
export async function startPeople(panel: BuiltPanel, binary: string, emails: readonly string[]) {
  const origin = await createOrigin()
  const { call, read, client, until: coreIs } = await visitPanel(panel.url.replace(/\/$/, ''), admin)
  await call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
  await call('/panel/api/server/restartXrayService')
  await coreIs('running')
  const inbounds = (await read<Inbound[]>('/panel/api/inbounds/list')).map(asSource)
  const ways = await Promise.all(
    emails.map(async (email, i) => {
      const found = await client(email)
      const inbound = inbounds.find(({ id }) => id === found.inboundIds.at(-1))
      if (!inbound) throw new Error(`${email} has no inbound`)
      return { inbound, client: found, address: inbound.listen, from: `127.0.0.${10 + i}` }
    }),
  )
  const core = await startClientCore(binary, ways)
  await until('everybody gets through', async () =>
    (await Promise.all(core.ports.map((port) => reaches(port)))).every(Boolean),
  )
  const streams = await Promise.all(core.ports.map((port) => openStream(port, '/fast')))
  return {
    async stop() {
      for (const stream of streams) stream.close()
      await core.stop()
      await origin.close()
    },
  }
}
