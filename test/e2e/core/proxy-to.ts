import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Site, startServer } from '#test/fixtures/loopback-net.ts'

/** A proxy on loopback through which every name leads to a port of this machine. */
export function proxyTo(port: number): Promise<Site> {
  const server = createServer()
  server.on('connect', (_request, client: Socket) => {
    client.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n')
    const far = connect(port, '127.0.0.1').on('error', () => client.destroy())
    client
      .on('close', () => far.destroy())
      .pipe(far)
      .pipe(client)
  })
  return startServer(server)
}
