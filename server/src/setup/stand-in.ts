import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { makeCertificate } from '../platform/http/certificate.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'

/** The name in its certificate, and the server name of links to it. */
export const standInName = 'www.samsung.com'

interface Deps extends Pick<Base, 'log' | 'now'> {
  settings: Pick<SettingsRoom, 'current' | 'set'>
}

const page =
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n'

/**
 * The panel's own TLS 1.3 site on loopback, as a Reality target for servers that can reach no other: a link with a weak
 * disguise beats one that does not work. Its port is stored because an inbound refers to it.
 */
export function createStandIn({ settings, now, log }: Deps) {
  /** 0: never needed so far. */
  const port = () => settings.current().standInPort
  let server: Server | undefined

  async function listen(wanted: number): Promise<number> {
    if (server) return (server.address() as AddressInfo).port // always an AddressInfo for TCP
    const { cert, key } = await makeCertificate([standInName], now())
    const made = createServer(
      { cert, key, minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] },
      (s) => {
        s.on('error', () => s.destroy()) // a probe that disconnects early
        s.setTimeout(10_000, () => s.destroy())
        s.end(page)
      },
    )
    made.on('tlsClientError', (_error, socket) => socket.destroy())
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject)
      made.listen(wanted, '127.0.0.1', resolve)
    })
    server = made
    return (made.address() as AddressInfo).port
  }

  return {
    async start(): Promise<void> {
      if (port() === 0) return
      await listen(port()).catch((error) =>
        log.warn({ err: error, port: port() }, "failed to serve the panel's own Reality target"),
      )
    },
    /** Returns the port of the site, which is served after every start from now on. */
    async ensure(): Promise<number> {
      const opened = await listen(port())
      if (opened !== port())
        await settings.set({ standInPort: opened }, { kind: 'job', name: 'setup', address: '' })
      return opened
    },
    async stop(): Promise<void> {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
  }
}

export type StandIn = ReturnType<typeof createStandIn>
