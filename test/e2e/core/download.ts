import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { startClientCore } from './client-core.ts'
import { type CorePanel, templateTo } from './core-panel.ts'
import { openStream, type Stream } from './dial.ts'
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
  const stream = await openInTime(ann.ports[0] ?? 0, path)
  return {
    stream,
    async stop() {
      stream.close()
      await ann.stop()
      await origin.close()
    },
  }
}

/** The panel answers before its core knows a new client, and a connection that came too early is closed. */
async function openInTime(port: number, path?: string): Promise<Stream> {
  let stream: Stream | undefined
  await until('a download begins', async () => {
    stream = await openStream(port, path).catch(() => undefined)
    return stream !== undefined
  })
  if (!stream) throw new Error('there is no download')
  return stream
}
