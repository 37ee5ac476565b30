import type { Cell } from '#domain/inbounds/form/cells.ts'
import { startClientCore } from '#test/e2e/core/client-core.ts'
import { openUpload, ratesOf, type Transfer } from '#test/e2e/core/speed-origin.ts'
import { openFarSite } from './far-site.ts'
import { kinds } from './stage.ts'

/** With xhttp an upload arrives in posts of 1 MB: in eight seconds at 2 MB/s one more or less would be 6 %. */
const secondsOf = ({ network }: Cell, usual: number): number => (network === 'xhttp' ? usual * 4 : usual)

/** Uploads of a limited client over a line with a round trip of 20 ms; tells bytes per second. */
export async function measureUploads(
  binary: string,
  names: readonly string[],
  limit: number,
  seconds: number,
  tell: (name: string, connections: number, rate: number) => void,
): Promise<void> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    const { site, source, far, addInbound } = await openFarSite(binary, ends)
    for (const [i, name] of names.entries()) {
      const { spliced: _, ...cell } = kinds[name] ?? { protocol: 'vless', network: 'tcp', security: 'none' }
      const measuredMs = secondsOf(cell, seconds) * 1_000
      const inbound = await addInbound(cell)
      for (const connections of [1, 8]) {
        // A client of its own: what the one before had under way would still take a part of its speed.
        const email = `up${i}-${connections}`
        const client = await site.panel.addClient(email, [inbound.id], { speedUp: limit * 8 })
        const core = await startClientCore(binary, [{ inbound: { ...inbound }, client, address: far }])
        const all: Transfer[] = []
        for (let n = 0; n < connections; n++)
          all.push(await openUpload(core.ports[0] ?? 0, `${email}-${n}`, source))
        await ratesOf(all, 3_000)
        const rates = await ratesOf(all, measuredMs)
        tell(
          name,
          connections,
          rates.reduce((a, b) => a + b, 0),
        )
        for (const transfer of all) transfer.close()
        await core.stop()
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
