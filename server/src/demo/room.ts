// The demo: a panel with made-up clients, two nodes and traffic that nobody sent, in a data folder of its own. Owns no
// table. Offers what `run --demo` starts the panel with. Nothing of it is loaded by a real panel.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { clientsRoutes } from '#contract/routes/clients.ts'
import { networkRoutes } from '#contract/routes/network.ts'
import { panelRoutes } from '#contract/routes/panel.ts'
import { type EndpointSpec, methodsOf } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Demo } from '../app/demo.ts'
import type { PanelDeps } from '../app/panel.ts'
import type { Config } from '../platform/config.ts'
import { readJson } from '../platform/files.ts'
import { isLoopback } from '../platform/http/address.ts'
import type { Handler } from '../platform/http/mount.ts'
import type { Log } from '../platform/log.ts'
import { writeAtomic } from '../platform/write-atomic.ts'
import { simulatedCore } from './core.ts'
import { simulatedRound } from './entries.ts'
import { type Building, closedProbe, createDemoNodes } from './nodes.ts'
import { createDemoProbes } from './probes.ts'
import { seed } from './seed.ts'

const { session, setting } = panelRoutes
const { core, geo, hosts, inbounds, outbounds, xray } = networkRoutes
const { clientDetails, clientsBulk, policies } = clientsRoutes

/** Routes without GET that change nothing, or only who is logged in. */
const harmless: readonly string[] = [
  ...[session.login, session.logout, session.getTwoFactorEnable, setting.review, setting.subPreview],
  ...[xray.read, core.preview, core.panelLogs, core.accessLogs, outbounds.balancerStatus, geo.validate],
  ...[clientsBulk.preview, clientDetails.figures, policies.previewPlan],
  ...[inbounds.review, hosts.review],
].map(({ path }) => path)

/** A proxy on this machine dials from loopback too, and names the caller in one of these. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  forwarding.every((name) => headers[name] === undefined)

/** Anybody may be shown a demo. Only somebody at this machine changes it. */
export function localWritesOnly<E extends EndpointSpec>(endpoint: E, handler: Handler<E>): Handler<E> {
  if (methodsOf(endpoint).includes('GET') || harmless.includes(endpoint.path)) return handler
  return (call) => {
    if (!isLocal(call.request.raw)) throw new Refusal('demo.read-only')
    return handler(call)
  }
}

/** The same for the pages of people, which forget a device by POST. */
export const localPostsOnly =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.method !== 'POST' || isLocal(request)) return listener(request, response)
    response.writeHead(403, { connection: 'close' }).end()
  }

const demo: Demo = {
  core: simulatedCore,
  round: simulatedRound,
  guarded: localWritesOnly,
  guardedPosts: localPostsOnly,
}

/** Raised when the demo has other data. */
const version = 3
/** Written last: a folder without it is made anew. */
const Made = z.object({
  version: z.literal(version),
  at: z.number(),
  username: z.string(),
  password: z.string(),
})
/** Dates of an older demo have passed, and it is made anew. */
const mostAgeMs = 7 * 86_400_000

const madeIn = (folder: string) => join(folder, 'demo.json')

function readMade(folder: string) {
  const made = readJson(madeIn(folder), Made)
  return made && Date.now() - made.at < mostAgeMs ? made : undefined
}

/** A folder inside the real one, whatever database that has. */
export const demoConfig = (config: Config): Config => {
  const dataFolder = join(config.dataFolder, 'demo')
  return {
    ...config,
    dataFolder,
    logFolder: join(dataFolder, 'logs'),
    binFolder: join(dataFolder, 'bin'),
    database: { kind: 'sqlite', file: join(dataFolder, 'sluice.db') },
    installation: undefined,
  }
}

/** Makes the demo if there is none. The caller starts the panel with what this returns, and the nodes after it. */
export async function openDemo(config: Config, { print, log }: { log: Log; print: (line: string) => void }) {
  const probes = createDemoProbes(join(config.dataFolder, 'probes.json'), (error) =>
    log.warn({ err: error }, 'a probe of the demo did not look'),
  )
  const nodes = createDemoNodes(config, { log, demo })
  const building: Building = { log, demo: { ...demo, probes: probes.of } }
  const known = readMade(config.dataFolder)
  const { username = 'demo', password = randomBytes(9).toString('base64url') } = known ?? config.admin
  const admin = { username, password }
  if (!known) {
    print('Making the demo: 200 clients, 6 inbounds, two nodes, two probes and 30 days of traffic ...')
    rmSync(config.dataFolder, { recursive: true, force: true })
    mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
    try {
      await nodes.start(admin)
      await seed(config, admin, building, nodes, probes)
    } catch (error) {
      await nodes.stop()
      throw error
    }
    const made: z.infer<typeof Made> = { version, at: Date.now(), ...admin }
    writeAtomic(madeIn(config.dataFolder), JSON.stringify(made))
  }
  const panel: Partial<PanelDeps> = { demo: building.demo, egress: nodes.egress, probe: closedProbe }
  print('This is a demo: the core, clients, nodes and traffic are simulated.')
  print(`Username: ${username}   Password: ${password}`)
  return {
    config: { ...config, admin },
    panel,
    async startOthers() {
      probes.start()
      await nodes.start(admin)
    },
    async stop() {
      probes.stop()
      await nodes.stop()
    },
  }
}
