import type { Inbound } from '#contract/inbound.ts'
import { startClientCore } from '#test/e2e/core/client-core.ts'
import { templateTo } from '#test/e2e/core/core-panel.ts'
import { createSpeedOrigin, openUpload, ratesOf, type Transfer } from '#test/e2e/core/speed-origin.ts'
import { namespacesMissing } from '#test/e2e/fleet/namespaces.ts'
import { createSite } from '#test/e2e/fleet/stage.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { openLine } from './line.ts'
import { kinds } from './stage.ts'

/** Uploads of a limited client over a line with a round trip of 20 ms; bytes per second, or why it was not measured. */
export async function measureUploads(
  binary: string,
  names: readonly string[],
  limit: number,
  seconds: number,
  tell: (name: string, connections: number, rate: number) => void,
): Promise<string | undefined> {
  const missing = namespacesMissing()
  if (missing) return missing
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // of this process: the panel makes its own certificate
  const ends: (() => Promise<unknown>)[] = []
  try {
    const site = await createSite(binary, ends)
    const source = await createSpeedOrigin(site.toUsers.near)
    ends.push(source.close)
    const { far, close } = await openLine(site.namespace)
    ends.push(close)
    await site.panel.call('/panel/xray/update', {
      xraySetting: templateTo(source.port, { host: site.toUsers.near }),
    })
    let port = 21_000
    for (const name of names) {
      const { spliced: _, ...cell } = kinds[name] ?? { protocol: 'vless', network: 'tcp', security: 'none' }
      const {
        id: __,
        tag: ___,
        ...input
      } = cellInbound(cell, { port: port++, target: site.origin.realityTarget })
      const inbound = await site.panel.call<Inbound>('/panel/api/inbounds/add', {
        ...input,
        listen: '0.0.0.0',
      })
      const email = `up${port}`
      const client = await site.panel.addClient(email, [inbound.id], { speedUp: limit * 8 })
      const core = await startClientCore(binary, [{ inbound: { ...inbound }, client, address: far }])
      ends.push(core.stop)
      for (const connections of [1, 8]) {
        const all: Transfer[] = []
        for (let n = 0; n < connections; n++)
          all.push(await openUpload(core.ports[0] ?? 0, `${email}-${connections}-${n}`, source))
        await ratesOf(all, 3_000)
        const rates = await ratesOf(all, seconds * 1_000)
        tell(
          name,
          connections,
          rates.reduce((a, b) => a + b, 0),
        )
        for (const transfer of all) transfer.close()
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
    return undefined
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
