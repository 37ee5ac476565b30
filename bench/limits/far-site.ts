import type { Inbound } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { templateTo } from '#test/e2e/core/core-panel.ts'
import { createSpeedOrigin, type SpeedOrigin } from '#test/e2e/core/speed-origin.ts'
import { createSite, type Ends, type Site } from '#test/e2e/fleet/stage.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { openLine } from './line.ts'

/** A panel and its core in a namespace, 20 ms away from their clients. */
export interface FarSite {
  site: Site
  source: SpeedOrigin
  /** Where clients reach it. */
  far: string
  addInbound(cell: Cell): Promise<Inbound>
}

export async function openFarSite(binary: string, ends: Ends): Promise<FarSite> {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // of this process: the panel makes its own certificate
  const site = await createSite(binary, ends)
  const source = await createSpeedOrigin(site.toUsers.near)
  ends.push(source.close)
  const { far, close } = await openLine(site.namespace)
  ends.push(close)
  await site.panel.call('/panel/xray/update', {
    xraySetting: templateTo(source.port, { host: site.toUsers.near }),
  })
  let port = 21_000
  return {
    site,
    source,
    far,
    addInbound(cell) {
      const { realityTarget } = site.origin
      const { id: _, tag: __, ...input } = cellInbound(cell, { port: port++, target: realityTarget })
      return site.panel.call<Inbound>('/panel/api/inbounds/add', { ...input, listen: '0.0.0.0' })
    },
  }
}
