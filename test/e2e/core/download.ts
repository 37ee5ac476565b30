import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { startClientCore } from './client-core.ts'
import { type CorePanel, templateTo } from './core-panel.ts'
import { openStream, reaches, type Stream } from './dial.ts'
import { until } from './metered.ts'
import { createOrigin } from './origin.ts'

export interface Download {
  stream: Stream
  stop(): Promise<void>
}

/** The client "ann" downloads without end through the core of a running panel, for tests of what must not disturb her. */
export async function startDownload(panel: CorePanel, binary: string, path?: string): Promise<Download> {
  const origin = await createOrigin()
  await panel.until('running')
  await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
  await panel.call('/panel/api/server/restartXrayService')
  await panel.until('running')
  const [port = 0] = await freePorts(1)
  const inbound = await panel.addInbound(
    cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' }, { port }),
  )
  const client = await panel.addClient('ann', [inbound.id])
  const ann = await startClientCore(binary, [{ inbound, client }])
  await until(() => reaches(ann.ports[0] ?? 0), 'the client gets through')
  const stream = await openStream(ann.ports[0] ?? 0, path)
  return {
    stream,
    async stop() {
      stream.close()
      await ann.stop()
      await origin.close()
    },
  }
}
