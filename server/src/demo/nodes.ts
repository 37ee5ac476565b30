import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import type { Demo } from '../app/demo.ts'
import { createPanel, type Panel } from '../app/panel.ts'
import { freePort } from '../core/process/free-port.ts'
import type { Config } from '../platform/config.ts'
import { dialTcp } from '../platform/egress/dial.ts'
import type { Probe } from '../platform/egress/probe.ts'
import { createEgress, type Egress } from '../platform/egress/safe-fetch.ts'
import type { Log } from '../platform/log.ts'
import { type NodeHost, nodes } from './places.ts'

export interface Building {
  log: Log
  demo: Demo
}

const loopback = '127.0.0.1'
const closed = (): Promise<never> => Promise.reject(new Refusal('demo.no-network'))
export const closedProbe: Probe = { tcp: closed, udp: closed, tls: closed }

/** The nodes of a demo: whole panels in this process, on ports of loopback that the demo's way out knows by their names. */
export function createDemoNodes(config: Config, { log, demo }: Building) {
  const ports = new Map<string, number>()
  const running: Panel[] = []

  /** Reaches the nodes and the panel itself. A demo calls nobody else. */
  const egress: Egress = createEgress({
    lookup: async (host) => (ports.has(host) ? [loopback] : closed()),
    dial: (to) => {
      const port = ports.get(to.hostname) ?? (to.hostname === loopback ? to.port : undefined)
      return port === undefined ? closed() : dialTcp({ ...to, hostname: loopback, port })
    },
  })

  async function open(host: NodeHost, admin: Config['admin']): Promise<void> {
    const folder = join(config.dataFolder, 'nodes', host)
    const own: Config = {
      ...config,
      dataFolder: folder,
      logFolder: join(folder, 'logs'),
      binFolder: join(folder, 'bin'),
      database: { kind: 'sqlite', file: join(folder, 'sluice.db') },
      listen: loopback,
      port: await freePort(),
      subPort: await freePort(),
      basePath: '/',
      admin,
    }
    const panel = await createPanel(own, {
      ...{ log, egress, demo, now: Date.now, print: () => {}, probe: closedProbe },
    })
    running.push(panel)
    await panel.start()
    ports.set(host, own.port ?? 0)
  }

  let started: Promise<unknown> | undefined

  return {
    egress,
    /** Once. `admin` is used where a node is new. */
    start(admin: Config['admin']): Promise<unknown> {
      started ??= Promise.all(nodes.map(({ host }) => open(host, admin)))
      return started
    },
    async stop(): Promise<void> {
      await started?.catch(() => {}) // those that did start are stopped
      await Promise.all(running.splice(0).map((panel) => panel.stop()))
    },
  }
}

export type DemoNodes = ReturnType<typeof createDemoNodes>
