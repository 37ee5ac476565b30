import type { IncomingMessage, RequestListener } from 'node:http'
import { clientsRoutes } from '#contract/routes/clients.ts'
import { networkRoutes } from '#contract/routes/network.ts'
import { panelRoutes } from '#contract/routes/panel.ts'
import { type EndpointSpec, methodsOf } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'
import { isLoopback } from '../platform/http/address.ts'
import type { Handler } from '../platform/http/mount.ts'

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
