import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, type Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'

/** Everything received until the peer closed; `say` is sent once connected. */
function heard(socket: Socket, ready: 'connect' | 'secureConnect', say: string): Promise<string> {
  let text = ''
  socket.once(ready, () => say !== '' && socket.write(say))
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', (error) => {
    text += `[${error.message}]`
  })
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

const half = 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '
const ask = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const lastAsk = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
/** A connection that is closed before its first bytes were read may end in a reset. */
const withoutReset = (text: string): string => text.replace(/^\[.*(?:ECONNRESET|EPIPE|disconnected).*\]$/, '')
const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n'

describe.each([
  ['plain', {}],
  ['TLS', { SLUICE_LISTEN: '0.0.0.0' }],
] as const)('a connection, %s', (kind, env) => {
  let t: ServedPanel
  let me: Visitor
  beforeAll(async () => {
    t = await servedPanel(env)
    me = await t.login()
  })
  afterAll(() => t.stop())

  const plainly = (port: number, say: string) => heard(connect(port, '127.0.0.1'), 'connect', say)
  const call = (port: number, say: string) =>
    kind === 'plain'
      ? plainly(port, say)
      : heard(connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }), 'secureConnect', say)
  const handshake = (path: string, headers: string, more = '') =>
    call(
      t.port,
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${t.port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${key}${headers}\r\n${more}`,
    )

  it('without a byte is closed silently; half a request gets a status', async () => {
    const ports = [t.port, t.subPort]
    const said = await Promise.all([
      ...ports.map((port) => call(port, '')),
      ...ports.map((port) => plainly(port, '')),
      ...ports.map((port) => call(port, half)),
      ...ports.map((port) => call(port, 'nonsense\r\n\r\n')),
    ])
    expect(said.map((text) => text.slice(0, 13))).toEqual([
      ...['', '', '', ''],
      ...['HTTP/1.1 408 ', 'HTTP/1.1 408 '],
      ...['HTTP/1.1 400 ', 'HTTP/1.1 400 '],
    ])
  })

  it('is one of 256 that an address may hold on both ports, and others are served', async () => {
    const from = { host: '127.0.0.1', localAddress: '127.0.0.9' }
    const sockets: Socket[] = []
    const held = (port: number, say: string) => {
      const isPlain = kind === 'plain'
      const socket = isPlain
        ? connect({ ...from, port })
        : connectTls({ ...from, port, rejectUnauthorized: false })
      sockets.push(socket)
      return heard(socket, isPlain ? 'connect' : 'secureConnect', say)
    }
    // The body never comes: each of them is at work, so none makes room for another.
    const waiting = 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'
    for (let n = 0; n < 300; n++) held(t.port, waiting)
    try {
      const isRefused = async () => {
        if (withoutReset(await held(t.subPort, lastAsk)) === '') return true
        held(t.port, waiting) // one that had not asked yet made room
        return false
      }
      await until('there is no room for one more', isRefused)
      await until('256 are open', () => sockets.filter(({ destroyed }) => !destroyed).length <= 256)
      expect((await call(t.subPort, lastAsk)).slice(0, 13)).toBe('HTTP/1.1 404 ')
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  it('is closed a few seconds after its answer, unless somebody is logged in', async () => {
    const login = JSON.stringify(admin)
    const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${login.length}`
    const mine = [
      `GET /panel/api/server/status HTTP/1.1\r\nhost: x\r\ncookie: ${me.cookie}\r\n\r\n`,
      `POST /login HTTP/1.1\r\n${head}\r\n\r\n${login}`,
    ]
    const closed: string[] = []
    for (const asked of mine) void call(t.port, asked).then((text) => closed.push(text))
    await t.login() // those below ask later, and are closed later
    const told = await Promise.all([call(t.port, ask), call(t.subPort, ask)])
    expect(told.map((text) => text.slice(0, 9))).toEqual(['HTTP/1.1 ', 'HTTP/1.1 '])
    expect(closed).toEqual([])
  })

  it('that asks for a socket without permission gets a complete status and is closed', async () => {
    const cookie = `cookie: ${me.cookie}\r\n`
    const foreign = 'origin: https://elsewhere.example\r\n'
    const eager = 'x'.repeat(100_000) // a caller that does not wait for the answer
    const answers = {
      'from another site': await handshake('/ws', cookie + foreign),
      'from another site, and speaks at once': await handshake('/ws', cookie + foreign, eager),
      'a route without sockets': await handshake('/csrf-token', foreign),
      'the login page': await handshake('/', ''),
      'the API': await handshake('/panel/api/server/status', cookie),
    }
    for (const [what, text] of Object.entries(answers)) {
      expect(text, what).toMatch(/^HTTP\/1\.1 403 .*\r\n\r\n$/s)
      expect(text.toLowerCase(), what).toContain('\r\nconnection: close\r\n')
    }
    expect(await handshake('/ws', '')).toMatch(/^HTTP\/1\.1 401 /)
    expect(await handshake('/panel/api/server/status', '')).toMatch(/^HTTP\/1\.1 404 /)
    expect(await handshake('/nowhere', '')).toMatch(/^HTTP\/1\.1 404 /)
  })
})
