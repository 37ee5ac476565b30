import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as connectTls, createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { closing } from '#test/closing.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { coreBinary } from './binary.ts'
import type { Pair } from './certificates.ts'
import { host, makeSecrets, type Secrets } from './inbounds.ts'
import { startTlsTarget } from './stream.ts'

type Json = Record<string, unknown>
const flow = 'xtls-rprx-vision'
const headMs = 300

function serverConfig(secrets: Secrets, apiPort: number): Json {
  const { reality, targetPort, ports, users } = secrets
  return {
    log: { access: '', error: '', loglevel: 'warning' },
    api: { tag: 'api', listen: `127.0.0.1:${apiPort}`, services: ['StatsService', 'HandlerService'] },
    stats: {},
    policy: { levels: { 0: { statsUserUplink: true, statsUserDownlink: true, statsUserOnline: true } } },
    inbounds: [
      {
        tag: 'in',
        listen: '127.0.0.1',
        port: ports['vless-reality'],
        protocol: 'vless',
        settings: { clients: [{ email: 'ann', id: users.ann.id, flow }], decryption: 'none' },
        streamSettings: {
          network: 'raw',
          security: 'reality',
          realitySettings: {
            target: `127.0.0.1:${targetPort}`,
            serverNames: [host],
            privateKey: reality.privateKey,
            shortIds: [''],
          },
        },
      },
    ],
    outbounds: [{ tag: 'direct', protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } }],
  }
}

function clientConfig({ reality, ports, users }: Secrets, door: number): Json {
  const server = { address: '127.0.0.1', port: ports['vless-reality'] }
  return {
    log: { loglevel: 'warning' },
    inbounds: [{ listen: '127.0.0.1', port: door, protocol: 'socks', settings: { auth: 'noauth' } }],
    outbounds: [
      {
        sendThrough: '127.0.0.2',
        protocol: 'vless',
        settings: { vnext: [{ ...server, users: [{ id: users.ann.id, encryption: 'none', flow }] }] },
        streamSettings: {
          network: 'raw',
          security: 'reality',
          realitySettings: {
            serverName: host,
            publicKey: reality.publicKey,
            shortId: '',
            fingerprint: 'chrome',
          },
        },
      },
    ],
  }
}

/** A core that has reported its start; every line goes to `onLine`. */
async function startCore(config: Json, onLine: (line: string) => void): Promise<ChildProcess> {
  const child = spawn(coreBinary, ['run', '-c', 'stdin:'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { GODEBUG: 'multipathtcp=0' },
  })
  child.stdin.end(JSON.stringify(config))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the core ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('core: Xray') && line.includes('started')) resolve()
      onLine(line)
    })
  })
  return child
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/**
 * A TLS 1.3 server that answers a request with a header, as a web server does, and then sends 64 kB every 20
 * ms endlessly. The core splices once it has seen a whole small record: a flood from the first byte on might
 * never contain one.
 */
async function startTlsSource(pair: Pair) {
  const open = new Set<TLSSocket>()
  const chunk = Buffer.alloc(65_536, 'x')
  const server = createTlsServer({ ...pair, minVersion: 'TLSv1.3' }, (socket) => {
    socket.on('error', () => {}).once('close', () => open.delete(socket))
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n')
      setTimeout(() => socket.destroyed || open.add(socket), headMs).unref()
    })
  })
  const beat = setInterval(() => {
    for (const socket of open) if (socket.writableLength < 262_144) socket.write(chunk)
  }, 20)
  const end = closing(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    async stop() {
      clearInterval(beat)
      await end()
    },
  }
}

async function throughSocks(door: number, port: number): Promise<Socket> {
  const socket = connect(door, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(Buffer.from([5, 1, 0]))
  await once(socket, 'data')
  socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 255]))
  await once(socket, 'data')
  return socket
}

/** A client core with Vision in front of a server core, with TLS 1.3 inside, which the core splices. */
export async function startVision(onLine: (line: string) => void) {
  const secrets = await makeSecrets()
  const target = await startTlsTarget(secrets.pair, secrets.targetPort)
  const source = await startTlsSource(secrets.pair)
  const [apiPort, door] = [await freePort(), await freePort()]
  const server = await startCore(serverConfig(secrets, apiPort), onLine)
  const client = await startCore(clientConfig(secrets, door), () => {})
  return {
    apiPort,
    pid: server.pid,
    inbound: { tag: 'in', port: secrets.ports['vless-reality'], network: 'tcp' as const },
    /** A download as a browser does it, with its own TLS 1.3 inside the tunnel. */
    async download() {
      const socket = await throughSocks(door, source.port)
      const inner = connectTls({ socket, ca: secrets.pair.cert, servername: host, rejectUnauthorized: false })
      let bytes = 0
      inner
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
      inner.write('GET / HTTP/1.1\r\nHost: source\r\n\r\n')
      await until('the inner connection is TLS', () => bytes > 0)
      return { bytes: () => bytes, protocol: inner.getProtocol(), stop: () => inner.destroy() }
    },
    async stop() {
      await Promise.all([end(client), end(server)])
      await Promise.all([source.stop(), target.stop()])
    },
  }
}

export type Vision = Awaited<ReturnType<typeof startVision>>
