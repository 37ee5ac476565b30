import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { loadNative, type Native } from './kernel/native.ts'
import { createConnections } from './room.ts'

/** Without koffi or kernel support, the fallbacks are tested with the real core. */
const native: Native | undefined = await loadNative().catch(() => undefined)

// This process acts as the core: its own server is the inbound.
let server: Server
let accepted: Socket[]
let clients: Socket[]
let pid: number | undefined

beforeEach(async () => {
  pid = process.pid
  accepted = []
  clients = []
  server = createServer((socket) => accepted.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of [...clients, ...accepted]) socket.destroy()
  server.close()
})

const port = () => (server.address() as AddressInfo).port // it listens on TCP
const line = (peer: string, email: string) =>
  `2026/11/15 09:06:14.143427 from ${peer} accepted tcp:a.example:443 [in >> direct] email: ${email}`

async function connectAs(sessions: ReturnType<typeof room>, email: string, from = '127.0.0.1') {
  const client = connect({ port: port(), host: '127.0.0.1', localAddress: from }).on('error', () => {})
  clients.push(client)
  await once(server, 'connection')
  const peer = `${from}:${client.localPort}`
  sessions.onLine(line(peer, email))
  return { client, peer }
}

const room = (network: 'tcp' | 'tunnel' = 'tcp') =>
  createConnections({
    core: {
      pid: () => pid,
      api: () => undefined,
      inboundPorts: () => [{ tag: 'in', port: port(), network }],
    },
    now: () => 1_000,
    log: silentLog,
    probe: async () => ({ way: native ? 'pidfd' : 'rule', sentence: 'tested', ...(native && { native }) }),
  })

it.runIf(native)('lists and ends the connections of one client, and of no other', async () => {
  const sessions = room()
  expect(sessions.verdict().way).toBe('none')
  expect(await sessions.selfTest()).toEqual({ way: 'pidfd', sentence: 'tested' })
  const ann = await connectAs(sessions, 'ann')
  const bob = await connectAs(sessions, 'bob')
  expect(await sessions.list('Ann')).toMatchObject([
    { peer: ann.peer, inbound: 'in', since: 1_000, up: 0, down: 0 },
  ])
  const ended = once(ann.client, 'close')
  ann.client.resume()
  expect(await sessions.cut('ann')).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  await ended
  expect(await sessions.list('ann')).toEqual([])
  expect(await sessions.list('bob')).toMatchObject([{ peer: bob.peer }])
  expect(bob.client.readyState).toBe('open')
})

it.runIf(native)("ends a client's connections from one address, and none from another", async () => {
  const sessions = room()
  await sessions.selfTest()
  const kept = await connectAs(sessions, 'ann')
  const gone = await connectAs(sessions, 'ann', '127.0.0.2')
  const bob = await connectAs(sessions, 'bob', '127.0.0.2')
  const ended = once(gone.client, 'close')
  gone.client.resume()
  expect(await sessions.cutPeers('ann', ['127.0.0.2'])).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  await ended
  expect(await sessions.list('ann')).toMatchObject([{ peer: kept.peer }])
  expect(bob.client.readyState).toBe('open')
})

it('the streams of a tunnel are one connection, by the address of the device', async () => {
  const sessions = room('tunnel')
  for (const peer of ['10.0.0.2:1001', '10.0.0.2:1002', '[fd00::2]:1003']) sessions.onLine(line(peer, 'ann'))
  const listed = await sessions.list('ann')
  expect(listed.map(({ peer }) => peer).sort()).toEqual(['10.0.0.2', 'fd00::2'])
})

it('another core clears the known state', async () => {
  const sessions = room()
  await sessions.selfTest()
  await connectAs(sessions, 'ann')
  pid = undefined
  expect(await sessions.list('ann')).toEqual([])
  expect(await sessions.cut('ann')).toEqual({ ended: 0, remaining: 0, how: 'none' })
  pid = process.pid
  expect(await sessions.list('ann')).toEqual([])
})

it('starts and stops', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sessions = room()
  sessions.start()
  sessions.start()
  expect(vi.getTimerCount()).toBe(1)
  sessions.stop()
  expect(vi.getTimerCount()).toBe(0)
})
