import { expect, it } from 'vitest'
import type { InboundPort } from '../../core/process/held-claim.ts'
import { indexByPeer } from '../kernel/core-sockets.ts'
import type { SocketRow } from '../kernel/proc-sockets.ts'
import { createPeers, type Peer } from './peers.ts'
import { isKept, likelyLive, straySockets, tcpSocketsOf } from './pick-sockets.ts'

const row = (peer: string, localPort: number, inode: number): SocketRow => ({
  protocol: 'tcp',
  family: 4,
  localIp: '0.0.0.0',
  localPort,
  peer,
  peerIp: peer.split(':')[0] ?? '',
  inode,
})
const inbounds: InboundPort[] = [
  { tag: 'a', port: 443, network: 'tcp' },
  { tag: 'b', port: 8443, network: 'tcp' },
]
const heard = (...words: [peer: string, inbound: string, email: string][]) => {
  const peers = createPeers()
  for (const [peer, inbound, email] of words) peers.note({ peer, inbound, email }, 0)
  return peers
}

it('a NAT that gives one port to two people on two inbounds: only the right one is found', () => {
  const peers = heard(['192.0.2.1:5', 'a', 'ann'], ['192.0.2.1:5', 'b', 'bob'])
  const table = indexByPeer([row('192.0.2.1:5', 443, 1), row('192.0.2.1:5', 8443, 2)])
  const [ann] = peers.of('ann')
  expect(ann && tcpSocketsOf(ann, table, inbounds, peers).map(({ inode }) => inode)).toEqual([1])
})

it('behind a fallback master the socket is the master’s, unless the master has its own client on it', () => {
  const table = indexByPeer([row('192.0.2.1:5', 443, 1)])
  const alone = heard(['192.0.2.1:5', 'b', 'ann'])
  const both = heard(['192.0.2.1:5', 'b', 'ann'], ['192.0.2.1:5', 'a', 'bob'])
  const found = [alone, both].map((peers) =>
    peers.of('ann').flatMap((peer) => tcpSocketsOf(peer, table, inbounds, peers).map(({ inode }) => inode)),
  )
  expect(found).toEqual([[1], []])
})

it('a stray socket is old, on the port, from the address, and without a known client', () => {
  const peers = heard(['192.0.2.1:6', 'a', 'bob'])
  const table = indexByPeer([
    row('192.0.2.1:5', 443, 1),
    row('192.0.2.1:6', 443, 2), // bob's
    row('192.0.2.1:7', 443, 3), // came after the cut
    row('192.0.2.9:5', 443, 4), // another address
    row('192.0.2.1:8', 8443, 5), // another inbound
  ])
  const strays = straySockets(table, new Set([1, 2, 4, 5]), ['192.0.2.1'], inbounds.slice(0, 1), peers, [
    'a',
    'b',
  ])
  expect(strays.map(({ inode }) => inode)).toEqual([1])
})

it('of a QUIC client’s ports the latest and the recent ones count', () => {
  const quic: InboundPort = { tag: 'q', port: 443, network: 'udp' }
  const at = (port: number, seen: number): Peer => ({
    peer: `192.0.2.1:${port}`,
    inbound: 'q',
    email: 'ann',
    since: 0,
    user: 'ann',
    seen,
    shared: false,
  })
  const count = (now: number) => likelyLive(quic, [at(1, 0), at(2, 1_000)], now).map(({ peer }) => peer)
  expect(count(2_000)).toEqual(['192.0.2.1:1', '192.0.2.1:2'])
  expect(count(3_600_000)).toEqual(['192.0.2.1:2'])
  expect(likelyLive({ ...quic, network: 'both' }, [at(1, 0)], 0)).toEqual([])
})

it('a TCP peer is kept while it has a socket or was just seen, a UDP peer for a day', () => {
  const table = indexByPeer([row('192.0.2.1:5', 443, 1)])
  const kept = (network: InboundPort['network'], seen: number, peer = '192.0.2.9:9') =>
    isKept({ peer, seen }, network, table, 100_000_000)
  expect([kept('tcp', 0, '192.0.2.1:5'), kept('tcp', 99_999_999), kept('tcp', 100_000_001)]).toEqual([
    true,
    false,
    true,
  ])
  expect([kept('both', 99_800_000), kept('both', 99_600_000)]).toEqual([true, false])
  expect([kept('udp', 20_000_000), kept('udp', 1_000_000)]).toEqual([true, false])
})
