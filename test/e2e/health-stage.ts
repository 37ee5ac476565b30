import { readFileSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import type { Entries } from '#contract/entries-api.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { templateTo } from './core/core-panel.ts'
import { createLink, type Link } from './fleet/namespaces.ts'
import { createSite, type Ends, join, type Site } from './fleet/stage.ts'
import { openPublicPage, type PublicPage, pageAddress } from './public-page.ts'
import { oldCore, smallDisk } from './server-faults.ts'

export type Cell = Parameters<typeof cellInbound>[0]
export const plain: Cell = { protocol: 'vless', network: 'tcp', security: 'none' }
const day = 86_400_000

/** Two built programs with real cores, each in a network of its own; one is a node of the other. */
export interface ServerWorld {
  centre: Site
  node: Site
  nodeId: number
  /** Between the two. */
  link: Link
  page: PublicPage
  /** Of the node. */
  disk: ReturnType<typeof smallDisk>
  /** Of the subscriptions of the centre. */
  subPort: number
  ends: Ends
  /** By name. */
  inbounds: ReadonlyMap<string, Inbound>
  /** An inbound, and a client that has no other. */
  add(name: string, cell: Cell, change?: object | ((stream: Block) => Block)): Promise<Inbound>
  set(settings: object): Promise<unknown>
  /** Goes through an inbound as a client. */
  checkEntry(name: string): Promise<Entries>
}

/** The last backup becomes ten days old, in the panel's own record. */
async function ageBackups(site: Site): Promise<void> {
  await site.panel.call('/panel/api/backups/create', {})
  const file = joinPath(site.panel.folder, 'backup-state.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as { lastGoodAt: number } // the panel's own file
  await until('the backup is recorded', () => read().lastGoodAt > 0)
  await site.kill()
  writeFileSync(file, JSON.stringify({ ...read(), lastGoodAt: read().lastGoodAt - 10 * day }))
  await site.start()
}

export async function stageServers(ends: Ends): Promise<ServerWorld> {
  const binary = coreBinary ?? ''
  const disk = smallDisk(ends)
  const subPort = await freePort()
  const env = { SLUICE_SUB_PORT: String(subPort), SLUICE_LISTEN: '0.0.0.0' }
  const centre = await createSite(binary, ends, { env })
  const node = await createSite(oldCore(binary, '26.1.1', ends), ends, { folder: disk.folder })
  const link = createLink(centre.namespace, node.namespace)
  const page = await openPublicPage(centre, ends)
  const set = (settings: object) => centre.panel.call('/panel/setting/update', settings)
  await set({ publicHost: centre.toUsers.far, entryCheckMinutes: 60, backupEnable: false })
  await set({ webListen: '0.0.0.0', subListen: '127.0.0.1' })
  env.SLUICE_LISTEN = '' // from its next start on, the settings say it
  await ageBackups(centre)
  const nodeId = await join(centre, node, 'bergen', link)
  await centre.panel.call('/panel/xray/update', {
    xraySetting: templateTo(page.port, { host: pageAddress }),
    outboundTestUrl: `http://${pageAddress}:${page.port}/trace`,
  })
  await centre.panel.until('running')

  const inbounds = new Map<string, Inbound>()
  return {
    ...{ centre, node, nodeId, link, page, disk, subPort, ends, inbounds, set },
    async add(name, cell, change = {}) {
      const options = { port: await freePort(), target: centre.origin.realityTarget }
      const { id: _, tag: __, ...input } = cellInbound(cell, options)
      const more = typeof change === 'function' ? { streamSettings: change(input.streamSettings) } : change
      const body = { ...input, listen: '', remark: name, ...more }
      const inbound = await centre.panel.call<Inbound>('/panel/api/inbounds/add', body)
      inbounds.set(name, inbound)
      await centre.panel.addClient(`client-of-${name}`, [inbound.id])
      return inbound
    },
    checkEntry: (name) => centre.panel.call(`/panel/api/health/entries/check/${inbounds.get(name)?.id}`),
  }
}
