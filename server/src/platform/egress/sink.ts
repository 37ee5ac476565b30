import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A loopback port that accepts everything on TCP and UDP and never answers. */
export async function openSink() {
  const open = new Set<Socket>()
  const tcp = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
    socket.resume()
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const address = tcp.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const udp = createSocket('udp4')
  udp.on('error', () => {}) // the UDP port may be taken: then its packets are lost, which is fine
  udp.bind(port, '127.0.0.1')
  return {
    host: '127.0.0.1',
    port,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy()
      udp.close()
      await new Promise((done) => tcp.close(done))
    },
  }
}
