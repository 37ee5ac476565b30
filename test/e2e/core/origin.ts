import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { closing } from '#test/closing.ts'
import { testKeys } from '#test/fixtures/keys.ts'

export const megabyte = 1_048_576
const tickMs = 100

/**
 * The server that clients download from: a megabyte at `/`, a slow endless stream at `/stream`, 400 kB a
 * second at `/fast`, and a site for Reality to impersonate.
 */
export interface Origin {
  port: number
  /** host:port of a TLS 1.3 server with the name that Reality's inbounds use. */
  realityTarget: string
  close(): Promise<void>
}

const listening = (server: Server, host: string): Promise<number> =>
  new Promise((resolve) => server.listen(0, host, () => resolve((server.address() as AddressInfo).port))) // a listening TCP server has an address with a port

function stream(res: ServerResponse, everyMs: number, bytes: number): void {
  res.write('begin')
  const chunk = '.'.repeat(bytes)
  const timer = setInterval(() => res.writableLength < 65_536 && res.write(chunk), everyMs)
  res.once('close', () => clearInterval(timer))
}

export async function createOrigin(host = '127.0.0.1'): Promise<Origin> {
  const body = Buffer.alloc(megabyte, 'sluice ')
  const web = createServer((req, res) => {
    if (req.url === '/stream') stream(res, tickMs, 64)
    else if (req.url === '/fast') stream(res, 20, 8_192)
    else res.end(body)
  })
  const site = createTlsServer(
    {
      cert: testKeys.certificate,
      key: testKeys.key,
      minVersion: 'TLSv1.3',
      ALPNProtocols: ['h2', 'http/1.1'],
    },
    (socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  )
  site.on('tlsClientError', () => {}) // Reality looks at a handshake and leaves
  const ends = [web, site].map(closing)
  const port = await listening(web, host)
  const sitePort = await listening(site, host)
  return {
    port,
    realityTarget: `${host}:${sitePort}`,
    async close() {
      await Promise.all(ends.map((end) => end()))
    },
  }
}
