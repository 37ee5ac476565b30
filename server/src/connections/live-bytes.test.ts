import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InboundPort } from '../core/process/held-claim.ts'
import { createPeers, type Peer } from './cut/peers.ts'
import type { TcpReading } from './kernel/inet-diag.ts'
import { createLiveAccount, type OwnedReading } from './live-account.ts'
import { createLiveBytes, ownedReadings } from './live-bytes.ts'

const MB = 1_000_000
const idle = { unsent: 0, unread: 0, rtt: 40_000, retransmissions: 0 }
const socket = (inode: number, more: Partial<OwnedReading> = {}): OwnedReading => ({
  ...idle,
  localPort: 443,
  peer: `192.0.2.7:${40_000 + inode}`,
  inode,
  bytesAcked: 0,
  bytesReceived: 0,
  segments: Math.ceil(((more.bytesAcked ?? 0) + (more.bytesReceived ?? 0)) / 1_448),
  email: 'ann',
  ...more,
})

/** A client's ledger that the test controls. */
function stage() {
  let ledger = 0
  const account = createLiveAccount(() => ledger)
  let at = 0
  account.read([], at)
  account.onLine('ann', at)
  return {
    account,
    tick(readings: OwnedReading[], counted = 0) {
      at += 5_000
      ledger += counted
      account.read(readings, at)
      return account.uncounted().get('ann') ?? 0
    },
  }
}

describe('bytes that a ledger does not have yet', () => {
  // Recorded with a real core (C5): 13.72 MB delivered, 1,289 bytes counted, 14.02 MB at the end.
  it('a spliced download: grows while the counter stays, and goes when it is counted', () => {
    const { tick } = stage()
    expect(tick([socket(1, { bytesAcked: 4_570_000, bytesReceived: 2_100 })], 1_289)).toBeGreaterThan(
      4.4 * MB,
    )
    expect(tick([socket(1, { bytesAcked: 13_710_000, bytesReceived: 2_400 })])).toBeGreaterThan(13.2 * MB)
    expect(tick([], 14_020_000 - 1_289)).toBe(0)
  })

  it('includes bytes that the core has written and the peer has not acknowledged', () => {
    const { tick } = stage()
    expect(tick([socket(1, { bytesAcked: 2 * MB, unsent: 2 * MB })])).toBeGreaterThan(3.8 * MB)
  })

  it('never includes a download that the core counts while it runs', () => {
    const { tick } = stage()
    for (let i = 1; i <= 1_000; i++)
      expect(tick([socket(1, { bytesAcked: i * 10.2 * MB, bytesReceived: i * 20_000 })], 10 * MB)).toBe(0)
  })

  it('includes a spliced one beside it, from its first megabyte on', () => {
    const { tick } = stage()
    for (let i = 1; i <= 100; i++) tick([socket(1, { bytesAcked: i * 10 * MB })], 10 * MB)
    const both = (i: number) => [
      socket(1, { bytesAcked: (100 + i) * 10 * MB }),
      socket(2, { bytesAcked: i * 5 * MB }),
    ]
    tick(both(1), 10 * MB)
    expect(tick(both(2), 10 * MB)).toBeGreaterThan(8.5 * MB)
  })

  it('the end of one does not hide another', () => {
    const { tick } = stage()
    tick([socket(1, { bytesAcked: 10 * MB }), socket(2, { bytesAcked: 20 * MB })])
    expect(tick([socket(2, { bytesAcked: 21 * MB })])).toBeGreaterThan(30 * MB) // closed and not yet counted
    expect(tick([socket(2, { bytesAcked: 22 * MB })], 10 * MB)).toBeGreaterThan(20 * MB)
  })

  it('bytes that were never counted are dropped a while after their socket closed', () => {
    const { tick } = stage()
    tick([socket(1, { bytesAcked: 10 * MB })])
    expect([tick([]), tick([]), tick([]), tick([])].at(-1)).toBe(0)
  })

  it('excludes a new connection that the core counted within its first tick', () => {
    const { account, tick } = stage()
    account.onLine('ann', 0)
    expect(tick([socket(1, { bytesAcked: 250 * MB })], 249 * MB)).toBe(0)
  })

  it('excludes connections from before the first dump', () => {
    const account = createLiveAccount(() => 0)
    account.read([socket(1, { bytesAcked: 900 * MB })], 0)
    account.read([socket(1, { bytesAcked: 903 * MB })], 5_000)
    expect(account.uncounted().get('ann')).toBeLessThan(3 * MB)
  })

  it('a connection whose first line was lost counts from when it became known', () => {
    const { account, tick } = stage()
    for (let i = 1; i <= 10; i++)
      expect(tick([socket(1, { bytesAcked: i * 10 * MB, email: undefined })], 9.9 * MB)).toBe(0)
    account.onLine('ann', 50_000)
    expect(tick([socket(1, { bytesAcked: 110 * MB })], 9.9 * MB)).toBe(0)
  })

  it('a socket that changes its owner starts at zero', () => {
    const { account, tick } = stage()
    tick([socket(1, { bytesAcked: 50 * MB, email: 'bob' })])
    expect(tick([socket(1, { bytesAcked: 50 * MB })])).toBe(0)
    expect(account.uncounted().get('bob') ?? 0).toBeLessThan(50 * MB)
  })

  it("overhead never accumulates: days of small and bulk transfers stay within one pipe's size", () => {
    const talk = fc.array(
      fc.record({
        packets: fc.integer({ min: 0, max: 400 }),
        payload: fc.integer({ min: 1, max: 1_300 }),
        head: fc.integer({ min: 22, max: 60 }),
        inPipe: fc.integer({ min: 0, max: 500_000 }),
      }),
      { minLength: 50, maxLength: 400 },
    )
    fc.assert(
      fc.property(talk, (steps) => {
        const { tick } = stage()
        let wire = 5_000
        let segments = 10
        let pipe = 0
        for (const { packets, payload, head, inPipe } of steps) {
          const held = packets > 0 ? Math.min(inPipe, packets * payload) : 0
          wire += packets * (payload + head) + pipe - held
          segments += packets
          const counted = packets * payload
          pipe = held
          expect(tick([socket(1, { bytesAcked: Math.max(0, wire), segments })], counted)).toBeLessThan(
            530_000,
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  it('speeds are those of the last two dumps', () => {
    const { account, tick } = stage()
    tick([socket(1, { bytesAcked: 5 * MB, bytesReceived: MB })])
    expect(account.speeds().get('ann')).toEqual({ up: 200_000, down: 1_000_000 })
    tick([socket(1, { bytesAcked: 5 * MB, bytesReceived: MB })])
    expect(account.speeds().size).toBe(0)
  })
})

it('an address is active when it carries more than pings', () => {
  const { account, tick } = stage()
  const two = (a: number, b: number) => [
    socket(1, { bytesAcked: a, peer: '192.0.2.1:5' }),
    socket(2, { bytesAcked: b, peer: '[2001:db8::1]:6' }),
  ]
  tick(two(5_000, 5_000))
  tick(two(9_000, 5_100))
  tick(two(9_100, 5_200))
  expect([...(account.activity('ANN').at ?? [])]).toEqual([
    ['192.0.2.1', 10_000],
    ['2001:db8::1', 5_000],
  ])
  tick([])
  expect(account.activity('ann').at).toBeUndefined()
})

describe('socket owners', () => {
  const inbounds: InboundPort[] = [
    { tag: 'master', port: 443, network: 'tcp' },
    { tag: 'child', port: 8_443, network: 'tcp' },
  ]
  const reading = (localPort: number, peer: string, inode = 1): TcpReading => ({
    ...socket(inode),
    localPort,
    peer,
  })
  const heard = (peer: string, inbound: string, email: string, shared = false): Peer => ({
    peer,
    inbound,
    email,
    shared,
    since: 0,
    user: email,
    seen: 0,
  })
  const whose = (readings: TcpReading[], peers: Peer[]) =>
    ownedReadings(readings, inbounds, peers).map(({ email }) => email)

  it('the client seen on that connection, on no other port and behind no other socket', () => {
    const peers = [heard('192.0.2.7:1', 'master', 'ann'), heard('192.0.2.7:2', 'master', 'bob')]
    expect(whose([reading(443, '192.0.2.7:1'), reading(443, '192.0.2.7:2', 2)], peers)).toEqual([
      'ann',
      'bob',
    ])
    expect(whose([reading(22, '192.0.2.7:1')], peers)).toEqual([])
    expect(whose([reading(443, '192.0.2.7:3')], peers)).toEqual([undefined])
    expect(whose([reading(443, '192.0.2.7:1'), reading(443, '192.0.2.7:1', 2)], peers)).toEqual([
      undefined,
      undefined,
    ])
    expect(whose([reading(443, '192.0.2.7:1', 0)], peers)).toEqual([])
  })

  it('a connection with several clients has no owner', () => {
    expect(whose([reading(443, '192.0.2.7:1')], [heard('192.0.2.7:1', 'master', 'ann', true)])).toEqual([
      undefined,
    ])
  })

  it('behind a master: the master’s socket if it passes the address on, else its loopback socket', () => {
    expect(whose([reading(443, '192.0.2.7:1')], [heard('192.0.2.7:1', 'child', 'ann')])).toEqual(['ann'])
    const peers = [heard('127.0.0.1:9', 'child', 'ann')]
    expect(whose([reading(443, '192.0.2.7:1'), reading(8_443, '127.0.0.1:9', 2)], peers)).toEqual([
      undefined,
      'ann',
    ])
    const both = [heard('192.0.2.7:1', 'child', 'ann'), heard('192.0.2.7:1', 'master', 'bob')]
    expect(whose([reading(443, '192.0.2.7:1'), reading(8_443, '192.0.2.7:1', 2)], both)).toEqual([
      'bob',
      'ann',
    ])
  })
})

it('knows nothing without a core or kernel support, and starts over with another core', async () => {
  let core: number | undefined
  let bytes = 0
  let works = true
  const peers = createPeers()
  const live = createLiveBytes({
    core: { pid: () => core, inboundPorts: () => [{ tag: 'in', port: 443, network: 'tcp' }] },
    peers,
    ledger: { counted: () => 0 },
    now: () => bytes,
    read: async () => (works ? [socket(1, { bytesAcked: bytes, email: undefined })] : undefined),
  })
  expect([...(await live.uncounted())]).toEqual([])
  core = 1
  live.onLine('ann')
  peers.note({ peer: socket(1).peer, inbound: 'in', email: 'ann' }, 0)
  await live.uncounted()
  bytes = 10 * MB
  expect((await live.uncounted()).get('ann')).toBeGreaterThan(9 * MB)
  core = 2
  expect([...(await live.uncounted())]).toEqual([])
  works = false
  expect([...(await live.uncounted())]).toEqual([])
})
