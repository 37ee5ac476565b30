import { connect, type Socket } from 'node:net'

// A flood in a separate process, so that it does not slow down the measurement. Plain sockets, because the
// load on the panel counts, not that of a WebSocket library.

export interface Attack {
  port: number
  /** Of a valid session. */
  cookie: string
  halfOpen: number
  attempts: number
}

export type Report =
  | { kind: 'standing' }
  | { kind: 'attempted'; accepted: number; refused: number }
  | { kind: 'over'; closedByServer: number; slowestCloseMs: number }

const atOnce = 40

const tell = (report: Report) => process.send?.(report)

function openHalf(port: number): { connected: Promise<void>; closed: Promise<number> } {
  const socket = connect(port, '127.0.0.1')
  const began = performance.now()
  socket.on('error', () => {})
  socket.resume()
  const connected = new Promise<void>((resolve) =>
    socket.once('connect', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', () => resolve())),
  )
  return {
    connected,
    closed: new Promise((resolve) => socket.once('close', () => resolve(performance.now() - began))),
  }
}

function upgrade({ port, cookie }: Attack, n: number): string {
  // One in four has a session, one in four comes from another site, the others have no credentials.
  const session = n % 4 < 2 ? `Cookie: ${cookie}\r\n` : ''
  const origin = n % 4 === 1 ? 'Origin: http://elsewhere.example\r\n' : ''
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
  return `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}${session}${origin}\r\n`
}

/** Resolves with the status of the response. */
function attempt(attack: Attack, n: number): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(attack.port, '127.0.0.1', () => socket.write(upgrade(attack, n)))
    socket.on('error', () => resolve('error'))
    socket.once('data', (data) => {
      resolve(data.toString('latin1', 9, 12))
      socket.destroy()
    })
  })
}

async function run(attack: Attack) {
  const halves = Array.from({ length: attack.halfOpen }, () => openHalf(attack.port))
  await Promise.all(halves.map(({ connected }) => connected))
  tell({ kind: 'standing' })
  const statuses: string[] = []
  let next = 0
  const lane = async () => {
    while (next < attack.attempts) statuses.push(await attempt(attack, next++))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const accepted = statuses.filter((status) => status === '101').length
  tell({ kind: 'attempted', accepted, refused: statuses.length - accepted })
  const times = await Promise.all(halves.map(({ closed }) => closed))
  tell({ kind: 'over', closedByServer: times.length, slowestCloseMs: Math.max(...times) })
}

process.once('message', (attack: Attack) => run(attack))
process.on('disconnect', () => process.exit())
