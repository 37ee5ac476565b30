import type { Cell } from '#domain/inbounds/form/cells.ts'
import type { CorePanel } from '#test/e2e/core/core-panel.ts'
import { startCorePanel, templateTo } from '#test/e2e/core/core-panel.ts'
import { type Clients, type NamedWay, openClients } from '#test/e2e/core/metered.ts'
import { createOrigin } from '#test/e2e/core/origin.ts'
import { createSpeedOrigin, type SpeedOrigin } from '#test/e2e/core/speed-origin.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'

/** Eight kinds of TCP inbounds; `spliced`: Vision with TLS 1.3 inside. */
export const kinds: Record<string, Cell & { spliced?: boolean }> = {
  'vless/tcp/reality Vision': { protocol: 'vless', network: 'tcp', security: 'reality', spliced: true },
  'vless/tcp': { protocol: 'vless', network: 'tcp', security: 'none' },
  'vless/ws/tls': { protocol: 'vless', network: 'ws', security: 'tls' },
  'vless/grpc/tls': { protocol: 'vless', network: 'grpc', security: 'tls' },
  'trojan/tcp/tls': { protocol: 'trojan', network: 'tcp', security: 'tls' },
  'vmess/ws': { protocol: 'vmess', network: 'ws', security: 'none' },
  'shadowsocks 2022': { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  'vless/xhttp/tls': { protocol: 'vless', network: 'xhttp', security: 'tls' },
}

export interface Stage {
  panel: CorePanel
  source: SpeedOrigin
  core: Clients
  stop(): Promise<void>
}

/** A panel with one inbound per kind, and two clients on each: `a <n>` is limited, `b <n>` is not. */
export async function openStage(binary: string, names: readonly string[], limited: object): Promise<Stage> {
  const [origin, source] = [await createOrigin(), await createSpeedOrigin()]
  const panel = await startCorePanel(binary)
  await panel.until('running')
  const inner = { redirect: `127.0.0.1:${source.tlsPort}`, finalRules: [{ action: 'allow' }] }
  const spliced = names.flatMap((name, i) => (kinds[name]?.spliced ? [`a${i}`, `b${i}`] : []))
  await panel.call('/panel/xray/update', {
    xraySetting: templateTo(source.port, {
      outbounds: [{ tag: 'tls', protocol: 'freedom', settings: inner }],
      rules: spliced.length > 0 ? [{ type: 'field', user: spliced, outboundTag: 'tls' }] : [],
    }),
  })
  const ports = await freePorts(names.length)
  const ways: NamedWay[] = []
  for (const [i, name] of names.entries()) {
    const kind = kinds[name]
    if (!kind) throw new Error(`there is no kind ${name}`)
    const { spliced: vision, ...cell } = kind
    const inbound = await panel.addInbound(
      cellInbound(cell, { port: ports[i] ?? 0, target: origin.realityTarget }),
    )
    const flow = vision ? { flow: 'xtls-rprx-vision' } : {}
    ways.push({ inbound, client: await panel.addClient(`a${i}`, [inbound.id], { ...flow, ...limited }) })
    ways.push({ inbound, client: await panel.addClient(`b${i}`, [inbound.id], flow) })
  }
  const core = await openClients(binary, ways)
  return {
    panel,
    source,
    core,
    async stop() {
      await core.stop()
      await panel.stop()
      await Promise.all([origin.close(), source.close()])
    },
  }
}
