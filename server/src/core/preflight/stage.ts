import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { TrialPlace } from '#domain/core-config/preflight-inbound.ts'
import { makeCertificate } from '../../platform/http/certificate.ts'

/** Reserved: no certificate of anybody names it. */
export const trialName = 'preflight.invalid'

const placeOf = (server: HttpServer | TlsServer): string => {
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

async function closed(server: HttpServer | TlsServer): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections()
  await new Promise((done) => server.close(done))
}

/** What inbounds under trial need around them, on loopback: a site to fetch, and one that Reality borrows from. */
export async function openStage(now: number) {
  const certificate = await makeCertificate([trialName], now)
  const site = createServer((_request, reply) => reply.writeHead(204, { connection: 'close' }).end())
  const borrowed = createTlsServer(
    { ...certificate, minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] },
    (socket) => socket.on('error', () => {}).end(),
  )
  borrowed.on('tlsClientError', () => {}) // a handshake that Reality took over
  for (const server of [site, borrowed]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const place: TrialPlace = { serverName: trialName, certificate, realitySite: placeOf(borrowed) }
  return {
    site: placeOf(site),
    place,
    async close(): Promise<void> {
      await Promise.all([closed(site), closed(borrowed)])
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
