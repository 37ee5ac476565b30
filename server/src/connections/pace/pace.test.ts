import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Speeds } from '#domain/limits/effective.ts'
import { silentLog } from '../../platform/log.ts'
import { loadNative, type Native } from '../kernel/native.ts'
import { borrowed } from './find-sockets.ts'
import { createPace, type Pace } from './pace.ts'
import { peerOf } from './socket-options.ts'

// This process is its own core: the server's sockets are borrowed from it.
const native: Native | undefined = await loadNative().catch(() => undefined)
if (!native) console.log('Not tested without pidfd and koffi: speeds of sockets.')

const noPacing = 0xffff_ffff
const none: Speeds = { down: 0, up: 0 }
const owned = (own: Speeds) => ({
  own,
  inherits: { down: own.down === 0, up: own.up === 0 },
  group: '',
  planId: 0,
})

describe.skipIf(!native)('the pace of sockets', () => {
  let server: Server
  let port: number
  const sockets = new Map<string, Socket[]>()
  const speeds = new Map<string, Speeds>()
  const onInbounds = new Map<string, Speeds>()
  let reads = 0
  let pace: Pace

  const peersOf = (email: string) =>
    (sockets.get(email) ?? []).map(({ localPort }) => ({
      ...{ peer: `127.0.0.1:${localPort}`, inbound: 'in', email },
      ...{ user: email, since: 0, seen: 0, shared: false },
    }))
  /** The kernel's limit of each of a client's connections, bytes per second. */
  function limits(email: string): number[] {
    if (!native) return []
    const wanted = new Set(peersOf(email).map(({ peer }) => peer))
    const found: number[] = []
    const pidfd = native.pidfdOpen(process.pid)
    for (let fd = 3; fd < 200; fd++)
      borrowed(native, pidfd, fd, (own) => {
        if (!wanted.has(peerOf(native, own))) return
        const info = new Uint8Array(256)
        native.tcpInfo(own, info)
        found.push(Number(new DataView(info.buffer).getBigUint64(112, true)))
      })
    native.close(pidfd)
    return found
  }
  async function open(email: string) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    sockets.set(email, [...(sockets.get(email) ?? []), socket])
    const peer = peersOf(email).at(-1)
    if (peer) pace.onLine(peer)
  }
  const settles = (email: string, expected: number[]) => expect.poll(() => limits(email)).toEqual(expected)

  beforeAll(async () => {
    server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port // it listens on TCP
    pace = createPace({
      core: { pid: () => process.pid, inboundPorts: () => [{ tag: 'in', port, network: 'tcp' }] },
      support: { current: () => ({ way: 'pidfd', sentence: '', ...(native && { native }) }) },
      peers: { of: peersOf },
      limits: {
        async clients(emails) {
          reads++
          return new Map(emails.flatMap((email) => [[email, owned(speeds.get(email) ?? none)] as const]))
        },
        inbounds: async () => onInbounds,
      },
      notify: () => {},
      log: silentLog,
    })
  })
  afterAll(async () => {
    pace.stop()
    for (const socket of [...sockets.values()].flat()) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  it('a limited client has its speed, and another one none', async () => {
    speeds.set('ann', { down: 1_000_000, up: 0 })
    await open('bob')
    await open('ann')
    await settles('ann', [1_000_000])
    expect(limits('bob')[0]).toBeGreaterThanOrEqual(noPacing)
  })

  it('two connections share it, and what is not known to be limited is read once', async () => {
    await open('ann')
    await expect.poll(() => limits('ann').every((rate) => rate < 1_000_000)).toBe(true)
    const before = reads
    await open('bob')
    await open('ann')
    await expect.poll(() => limits('ann').length).toBe(3)
    expect(reads).toBe(before)
  })

  it('a change holds for what is open, and without a limit all are free', async () => {
    speeds.set('bob', { down: 500_000, up: 0 })
    pace.changed((email) => email === 'bob')
    await expect.poll(() => limits('bob').every((rate) => rate <= 500_000)).toBe(true)
    speeds.delete('bob')
    speeds.delete('ann')
    pace.changed(() => true)
    await expect.poll(() => [...limits('ann'), ...limits('bob')].every((rate) => rate >= noPacing)).toBe(true)
  })

  it('the speed of an inbound holds for a client without its own', async () => {
    onInbounds.set('in', { down: 250_000, up: 0 })
    pace.changed(() => false, true)
    await expect.poll(() => limits('bob').every((rate) => rate <= 250_000)).toBe(true)
    expect([...sockets.values()].flat().every((socket) => !socket.destroyed)).toBe(true)
  })
})
