import type { Inbound } from '#contract/inbound.ts'
import type { Envelope } from '#contract/wire.ts'
import type { ClientSource } from '#domain/core-config/preflight-client.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { adminSession, type BuiltPanel, startBuiltPanel } from './browser-panel.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { openStream, type Stream, startSource } from './core/stream.ts'

export interface NetworkStage {
  panel: BuiltPanel
  /** Visitors reuse the script's session: hashing a password costs a second. */
  cookie: string
  call<T = unknown>(path: string, body?: unknown, method?: 'GET' | 'POST'): Promise<T>
  /** A download of the only client through the panel's core. */
  download(): Stream
  stop(): Promise<void>
}

/** A panel with the real core, one inbound, one client, and a client core that downloads through it. */
export async function startNetworkStage(core: string): Promise<NetworkStage> {
  const open: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of open.splice(0).reverse()) await part.stop()
  }
  try {
    const [source, panel] = await Promise.all([startSource(), startBuiltPanel('/deep/', { core })])
    open.push(source, panel)
    const send = await adminSession(panel)
    const call = async <T>(path: string, body?: unknown, method?: 'GET' | 'POST'): Promise<T> => {
      const { success, msg, obj } = (await send(path, body, method)) as Envelope<T> // the contract's reply
      if (!success) throw new Error(`${path}: ${msg}`)
      return obj
    }
    const client = await startClient(call, core, source.port)
    open.push(client)
    return {
      panel,
      cookie: send.cookie,
      call,
      download: () => openStream(client.ports[0] ?? 0, source.port),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startClient(call: NetworkStage['call'], core: string, to: number): Promise<ClientCore> {
  const status = () => call<{ xray: { state: string } } | null>('panel/api/server/status', undefined, 'GET')
  await until('the core runs', async () => (await status())?.xray.state === 'running')
  await call('panel/xray/update', { xraySetting: templateTo(to) })
  const [port = 0] = await freePorts(1)
  const {
    id: _,
    tag: __,
    ...cell
  } = cellInbound({ protocol: 'vmess', network: 'ws', security: 'none' }, { port })
  const inbound = await call<Inbound>('panel/api/inbounds/add', { ...cell, listen: '127.0.0.1' })
  await call('panel/api/clients/add', { client: { email: 'ann' }, inboundIds: [inbound.id] })
  const { client } = await call<{ client: ClientSource }>('panel/api/clients/get/ann', undefined, 'GET')
  return startClientCore(core, [{ inbound, client }])
}
