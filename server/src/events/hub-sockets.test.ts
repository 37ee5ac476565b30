import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { EventFrame } from '#contract/events.ts'
import { until } from '#test/until.ts'
import { createHub, type Hub } from './hub.ts'
import { socketOptions } from './socket.ts'

const MIB = 1024 * 1024
const note = (message: string) => ({ title: 't', message, level: 'info', code: 't', params: {} }) as const

interface Reader {
  socket: WebSocket
  frames: EventFrame[]
  closed: Promise<number>
}

let hub: Hub
let server: WebSocketServer
let readers: Reader[]

beforeEach(async () => {
  hub = createHub({ now: Date.now, log: { debug: () => {}, warn: () => {} } })
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...socketOptions })
  server.on('connection', (socket, request) => {
    const sessionId = request.url ?? ''
    hub.add(socket, { sessionId, userId: 1, epoch: 0, expiresAt: Date.now() + 3_600_000 })
  })
  readers = []
  await once(server, 'listening')
})

afterEach(async () => {
  await hub.stop()
  for (const { socket } of readers) socket.terminate()
  await new Promise((done) => server.close(done))
})

async function connect(name = 's'): Promise<Reader> {
  // A server on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${name}`)
  const frames: EventFrame[] = []
  // Only the hub writes here, and it writes text frames.
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as EventFrame))
  socket.on('error', () => {})
  const closed = new Promise<number>((done) => socket.on('close', done))
  const reader = { socket, frames, closed }
  readers.push(reader)
  await once(socket, 'open')
  return reader
}

const messages = ({ frames }: Reader) =>
  frames.flatMap((f) => (f.type === 'notification' ? [f.payload.message] : []))

describe('the hub with real sockets', () => {
  it('200 sockets join and leave while messages flow: those that stay miss nothing', async () => {
    const stayers = await Promise.all(Array.from({ length: 20 }, () => connect()))
    await until('20 sockets are open', () => hub.count() === 20)
    let flowing = true
    const sent: string[] = []
    const flow = (async () => {
      while (flowing) {
        const message = `m${sent.length}`
        sent.push(message)
        hub.publish('notification', note(message))
        await breathe()
      }
    })()
    const comeAndGo = async (i: number) => {
      const { socket, closed } = await connect(`guest${i}`)
      if (i % 3 === 0) socket.terminate()
      else if (i % 3 === 1) socket.close()
      else {
        await until(
          'the session is there',
          () => hub.closeSessions((who) => who.sessionId === `/guest${i}`) > 0,
        )
      }
      await closed
    }
    await Promise.all(Array.from({ length: 180 }, (_, i) => comeAndGo(i)))
    flowing = false
    await flow
    await until('all messages came', () => stayers.every(({ frames }) => frames.length === sent.length))
    for (const reader of stayers) expect(messages(reader)).toEqual(sent)
    await until('20 sockets are open', () => hub.count() === 20)
    expect(hub.count()).toBe(20)
  })

  it('a consumer that stops reading is evicted while the others keep receiving', async () => {
    const good = await connect('good')
    const stuck = await connect('stuck')
    await until('two sockets are open', () => hub.count() === 2)
    stuck.socket.pause()
    // Random text, so that compression does not hide the bytes.
    const text = Array.from({ length: MIB / 8 }, () => Math.random().toString(36).slice(2, 10)).join('')
    let sent = 0
    while (hub.count() === 2 && sent < 200) {
      hub.publish('notification', note(text))
      sent++
      await until('the message came', () => good.frames.length === sent)
    }
    expect(hub.count()).toBe(1)
    hub.publish('notification', note('after'))
    await until('the message came', () => good.frames.length === sent + 1)
    expect(messages(good).at(-1)).toBe('after')
    stuck.socket.resume()
    expect(await stuck.closed).toBe(1006)
  }, 20_000)

  it('discards client messages, and closes a socket that sends more than 512 bytes', async () => {
    const talker = await connect('talker')
    const shouter = await connect('shouter')
    await until('two sockets are open', () => hub.count() === 2)
    talker.socket.send('x'.repeat(512))
    shouter.socket.send('x'.repeat(513))
    expect(await shouter.closed).toBe(1009)
    await until('one socket is open', () => hub.count() === 1)
    hub.publish('xray_state', { state: 'running', errorMsg: '' })
    await until('the message came', () => talker.frames.length === 1)
    expect(talker.frames[0]).toMatchObject({
      type: 'xray_state',
      payload: { state: 'running', errorMsg: '' },
    })
  })

  it('tells the browser why: session ended, panel stopping', async () => {
    const ended = await connect('ended')
    const staying = await connect('staying')
    await until('two sockets are open', () => hub.count() === 2)
    hub.closeSessions((who) => who.sessionId === '/ended')
    expect(await ended.closed).toBe(1008)
    await hub.stop()
    expect(await staying.closed).toBe(1001)
  })
})
