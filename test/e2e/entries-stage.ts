import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { HealthReport } from '#contract/health-api.ts'
import type { Block } from '#contract/inbound.ts'
import { checkUserName } from '#domain/core-config/check-user.ts'
import { blockAt } from '#domain/untyped.ts'
import { dialTcp } from '#server/platform/egress/dial.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePort } from '#test/free-port.ts'
import { inbounds, type ListedInbound } from '#test/inbounds.ts'
import type { TestPanel, Visitor } from '#test/panel.ts'
import { servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { templateTo } from './core/core-panel.ts'
import { createOrigin } from './core/origin.ts'

const cells = {
  reality: { protocol: 'vless', network: 'tcp', security: 'reality' },
  trojan: { protocol: 'trojan', network: 'tcp', security: 'tls' },
  shadowsocks: { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  vless: { protocol: 'vless', network: 'tcp', security: 'none' },
  vmess: { protocol: 'vmess', network: 'ws', security: 'none' },
  hysteria: { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
} as const
export type Name = keyof typeof cells
export const names = Object.keys(cells) as Name[] // of the object above

export const exitAddress = '203.0.113.7'

export const withHints = (stream: Block, of: 'tlsSettings' | 'realitySettings', hints: Block): Block => {
  const block = blockAt(stream, of)
  return { ...stream, [of]: { ...block, settings: { ...blockAt(block, 'settings'), ...hints } } }
}
/** The test authority is not among the system's: clients get the certificate's fingerprint with the link. */
export const pinned = (stream: Block, sha256: string = testKeys.certificateSha256): Block =>
  stream.security === 'tls' ? withHints(stream, 'tlsSettings', { pinnedPeerCertSha256: [sha256] }) : stream
export const dialledAt = (stream: Block, dest: string, port: number): Block => ({
  ...stream,
  externalProxy: [{ dest, port, forceTls: 'same', remark: '' }],
})

export async function told<T>(call: Promise<{ success: boolean; msg: string; obj: T }>): Promise<T> {
  const { success, msg, obj } = await call
  if (!success) throw new Error(msg)
  return obj
}

/** Where everything leads that the core takes: a page like a trace page, and an endless stream. */
async function openSite() {
  const site = createServer((request, reply) => {
    if (request.url !== '/stream') return reply.end(`fl=1\nip=${exitAddress}\nts=1\n`)
    const timer = setInterval(() => reply.write('.'), 50)
    return reply.once('close', () => clearInterval(timer)).write('begin')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    port: (site.address() as AddressInfo).port, // it listens on TCP
    async close() {
      site.closeAllConnections()
      await new Promise((done) => site.close(done))
    },
  }
}

/** All that a panel shows about one client, and all that it stores: every answer, log file and table. */
export async function lookEverywhere(
  { t, me }: { t: TestPanel; me: Visitor },
  email: string,
  look: (where: string, text: string) => void,
): Promise<void> {
  for (const { method, path, guard } of t.panel.listeners().http.table) {
    if (guard === 'open' || guard === 'socket') continue
    if (method !== 'GET' && !/\/(all|onlines|lastOnline|ips\/:email)$/.test(path)) continue
    const url = path.replace(':email', email).replace(/:\w+/g, '1').replace('*', 'x')
    look(`${method} ${path}`, (await me.call(method as 'GET', url)).body)
  }
  const post = async (path: string, payload = {}) =>
    look(path, (await me.call('POST', path, { payload })).body)
  await post('/panel/api/server/xraylogs/100')
  await post('/panel/api/server/logs/100')
  await post('/panel/api/core/preview', { template: templateTo(1) })
  for (const kind of ['clients', 'inbounds', 'outbounds'])
    look(kind, JSON.stringify(await me.get(`/panel/api/history/${kind}/x`)))
  const { logFolder } = t.config // made with its first file
  for (const name of existsSync(logFolder) ? readdirSync(logFolder) : [])
    look(`log ${name}`, readFileSync(join(logFolder, name), 'latin1'))
  const tables = await t.panel.db.rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    [],
  )
  for (const { name } of tables)
    look(`table ${name}`, JSON.stringify(await t.panel.db.rows(`select * from ${name}`, [])))
}

/** A panel with the real core and one inbound of each kind; whatever its clients fetch is a page of this machine. */
export async function stageEntries(env: Record<string, string> = {}) {
  const [cover, site] = [await createOrigin(), await openSite()]
  const way = { isOpen: true }
  /** Where calls to other ports end than those of the site. */
  const doors = new Map<number, number>()
  const egress = createEgress({
    lookup: async () => ['203.0.114.1'],
    dial: async (to) => {
      if (!way.isOpen) throw Object.assign(new Error('no way out'), { code: 'ENETUNREACH' })
      return dialTcp({ ...to, addresses: ['127.0.0.1'], port: doors.get(to.port) ?? site.port })
    },
  })
  const t = await servedPanel(env, { egress })
  const me = await t.login()
  const template = { ...templateTo(site.port), log: { access: 'access.log', loglevel: 'warning' } }
  await t.panel.settings.set(
    { xrayOutboundTestUrl: 'http://page.example/trace', xrayTemplateConfig: JSON.stringify(template) },
    { kind: 'job', name: 'test', address: '' },
  )
  await until('the core runs', () => t.panel.core.api() !== undefined)
  async function add(name: string, cell: Parameters<typeof cellInbound>[0]): Promise<ListedInbound> {
    const port = await freePort()
    const { id: _, tag: __, ...input } = cellInbound(cell, { port, target: cover.realityTarget })
    const streamSettings = pinned(input.streamSettings)
    const body = { ...input, listen: '127.0.0.1', remark: name, streamSettings }
    return told(me.post<ListedInbound>(`${inbounds}/add`, body))
  }
  const made = new Map<Name, ListedInbound>()
  for (const name of names) made.set(name, await add(name, cells[name]))
  const inbound = (name: Name) => made.get(name) as ListedInbound // one of each, see above
  const api = () => {
    const connected = t.panel.core.api()
    if (!connected) throw new Error('the core is not connected')
    return connected
  }
  return {
    ...{ t, me, way, doors, site, inbound, api, add },
    stream: (name: Name) => inbound(name).streamSettings,
    change: (name: Name, streamSettings: Block) =>
      told(me.post(`${inbounds}/update/${inbound(name).id}`, { ...inbound(name), streamSettings })),
    findings: async () =>
      (await told(me.get<HealthReport>('/panel/api/server/doctor'))).checks.filter(({ id }) =>
        id.startsWith('entries'),
      ),
    async hiddenIn(name: Name) {
      const { tag } = inbound(name)
      return (await api().userEmails(tag)).includes(checkUserName(tag))
    },
    async close() {
      await t.stop()
      await Promise.all([site.close(), cover.close()])
    },
  }
}

export type EntriesStage = Awaited<ReturnType<typeof stageEntries>>
