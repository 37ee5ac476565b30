import { expect, it } from 'vitest'
import { createPeers } from './peers.ts'

const note = (peers: ReturnType<typeof createPeers>, peer: string, email: string, now = 0, inbound = 'in') =>
  peers.note({ peer, inbound, email }, now)

it('remembers since when and until when a client was seen, ignoring letter case', () => {
  const peers = createPeers()
  note(peers, '192.0.2.1:1', 'Ann', 5)
  note(peers, '192.0.2.1:1', 'ann', 9)
  expect(peers.of('ANN')).toMatchObject([
    { peer: '192.0.2.1:1', inbound: 'in', since: 5, seen: 9, shared: false },
  ])
})

it('the latest line wins', () => {
  const peers = createPeers()
  note(peers, '192.0.2.1:1', 'ann')
  note(peers, '192.0.2.1:1', 'bob', 7)
  expect(peers.of('ann')).toEqual([])
  expect(peers.of('bob')).toMatchObject([{ since: 7, shared: false }])
})

it('a connection that two clients alternate on belongs to neither alone', () => {
  const peers = createPeers()
  for (const email of ['ann', 'bob', 'ann']) note(peers, '192.0.2.1:1', email)
  expect(peers.of('ann')).toMatchObject([{ shared: true }])
  note(peers, '192.0.2.1:1', 'bob')
  expect(peers.of('bob')).toMatchObject([{ shared: true }])
})

it('devices are connections of their client, and can be told apart', () => {
  const peers = createPeers()
  for (const [port, user] of ['ann', '7/ann', '7/ann', '8/ann'].entries())
    peers.note({ peer: `192.0.2.1:${port}`, inbound: 'in', email: 'ann', user }, 0)
  const ports = (some: readonly { peer: string }[]) => some.map(({ peer }) => peer.split(':')[1])
  expect(ports(peers.of('Ann'))).toEqual(['0', '1', '2', '3'])
  expect([peers.ofUser('ann'), peers.ofUser('7/ANN'), peers.ofUser('9/ann')].map(ports)).toEqual([
    ['0'],
    ['1', '2'],
    [],
  ])
})

it('the same peer on two inbounds is two connections', () => {
  const peers = createPeers()
  note(peers, '192.0.2.1:1', 'ann', 0, 'a')
  note(peers, '192.0.2.1:1', 'bob', 0, 'b')
  expect([peers.owner('192.0.2.1:1', 'a'), peers.owner('192.0.2.1:1', 'b')]).toEqual(['ann', 'bob'])
  expect([peers.knows('192.0.2.1:1', ['b']), peers.knows('192.0.2.1:1', ['c'])]).toEqual([true, false])
})

it('is bounded: the client that was silent longest is dropped first', () => {
  const peers = createPeers(2)
  note(peers, '192.0.2.1:1', 'ann')
  note(peers, '192.0.2.1:2', 'bob')
  note(peers, '192.0.2.1:1', 'ann')
  note(peers, '192.0.2.1:3', 'eve')
  expect([peers.of('ann').length, peers.of('bob').length, peers.of('eve').length]).toEqual([1, 0, 1])
  expect(peers.size()).toBe(2)
})

it('drops peers that are swept, forgotten or of another core', () => {
  const peers = createPeers()
  for (const port of [1, 2, 3]) note(peers, `192.0.2.1:${port}`, 'ann')
  peers.sweep(({ peer }) => peer !== '192.0.2.1:1')
  peers.forget({ peer: '192.0.2.1:2', inbound: 'in' })
  expect(peers.of('ann').map(({ peer }) => peer)).toEqual(['192.0.2.1:3'])
  peers.clear()
  expect([peers.of('ann'), peers.size()]).toEqual([[], 0])
})
