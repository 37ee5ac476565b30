import { expect, it } from 'vitest'
import type { CoreApi } from '../../core/api/client.ts'
import type { InboundPort } from '../../core/process/held-claim.ts'
import { indexByPeer } from '../kernel/core-sockets.ts'
import type { SocketRow } from '../kernel/proc-sockets.ts'
import type { CutWay } from '../kernel/self-test.ts'
import { createCutter, resultOf } from './cut.ts'
import { createPeers } from './peers.ts'

const inbounds: InboundPort[] = [
  { tag: 'tcp', port: 443, network: 'tcp' },
  { tag: 'quic', port: 444, network: 'udp' },
  { tag: 'wg', port: 445, network: 'tunnel' },
]

/** A core in memory: its sockets, who is online, and what was ended. */
function fakeCore(way: CutWay = 'pidfd') {
  const peers = createPeers()
  const rows: SocketRow[] = []
  const ended: string[] = []
  const silenced: string[] = []
  let online: string[] = []
  const who = ['ann']
  const waits: (() => void)[] = []
  const asked = { one: 0, everybody: 0, tables: 0 }
  const remove = (peer: string) => {
    ended.push(peer)
    const at = rows.findIndex((row) => row.peer === peer)
    if (at >= 0) rows.splice(at, 1)
  }
  const api: Partial<CoreApi> = {
    online: async () => {
      asked.everybody++
      return who.flatMap((email) => online.map((ip) => ({ email, ips: [{ ip, lastSeen: 0 }] })))
    },
    onlineIps: async (email) => {
      asked.one++
      return who.includes(email) ? online : []
    },
  }
  const { cut } = createCutter({
    core: { api: () => api as CoreApi, inboundPorts: () => inbounds },
    support: { current: () => ({ way, sentence: 'because' }) },
    peers,
    sockets: {
      tcp: async () => {
        asked.tables++
        return indexByPeer([...rows])
      },
      udp: async () => [],
      descriptors: async () => new Map(),
    },
    ends: {
      endTcp: async (those) => {
        if (way === 'rule') return []
        for (const { peer } of those) remove(peer)
        return those.map(({ inode }) => inode)
      },
      silenceUdp: async (_, those) => {
        for (const peer of those) remove(peer)
        return [...those]
      },
    },
    portHopGuard: {
      guard: (email, inbound, those) => void silenced.push(`${email} ${inbound.tag} ${those}`),
    },
    now: () => 0,
    timers: {
      after: (_, run) => {
        waits.shift()?.()
        queueMicrotask(run)
        return () => {}
      },
    },
  })
  return {
    cut,
    asked,
    who,
    ended,
    silenced,
    rows,
    peers,
    waits,
    setOnline: (...ips: string[]) => {
      online = ips
    },
    connect(email: string, peer: string, tag = 'tcp', heard = true) {
      if (tag === 'tcp')
        rows.push({
          protocol: 'tcp',
          family: 4,
          localIp: '0.0.0.0',
          localPort: 443,
          peer,
          peerIp: peer.split(':')[0] ?? '',
          inode: rows.length + 1,
        })
      if (heard) peers.note({ peer, inbound: tag, email }, 0)
    },
  }
}

it('ends every connection of the client and no other', async () => {
  const core = fakeCore()
  core.connect('ann', '192.0.2.1:1')
  core.connect('bob', '192.0.2.1:2')
  core.connect('ann', '192.0.2.1:3', 'quic')
  expect(await core.cut('ann')).toEqual({ ended: 2, remaining: 0, how: 'pidfd' })
  expect(core.ended).toEqual(['192.0.2.1:1', '192.0.2.1:3'])
  expect(core.silenced).toEqual(['ann quic 192.0.2.1:3'])
  expect(await core.cut('ann')).toEqual({ ended: 0, remaining: 0, how: 'none' })
})

it('with tags only on these inbounds', async () => {
  const core = fakeCore()
  core.connect('ann', '192.0.2.1:1')
  core.connect('ann', '192.0.2.1:3', 'quic')
  expect(await core.cut('ann', ['quic'])).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  expect(core.ended).toEqual(['192.0.2.1:3'])
})

it('a line that arrives during the cut is handled', async () => {
  const core = fakeCore()
  core.connect('ann', '192.0.2.1:1', 'tcp', false)
  core.setOnline('192.0.2.1')
  core.waits.push(() => {
    core.peers.note({ peer: '192.0.2.1:1', inbound: 'tcp', email: 'ann' }, 0)
    core.setOnline()
  })
  expect(await core.cut('ann')).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
})

it('a connection whose line was lost is found by its address; a newer one from there is kept', async () => {
  const core = fakeCore()
  core.connect('ann', '192.0.2.1:1', 'tcp', false)
  core.connect('bob', '192.0.2.1:2')
  core.setOnline('192.0.2.1')
  core.waits.push(() => core.connect('eve', '192.0.2.1:9', 'tcp', false))
  expect(await core.cut('ann')).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  expect(core.ended).toEqual(['192.0.2.1:1'])
})

it('a neighbour whose line is late is kept', async () => {
  const core = fakeCore()
  core.connect('ann', '192.0.2.1:1')
  core.connect('bob', '192.0.2.1:2')
  core.connect('bob', '192.0.2.1:3', 'tcp', false)
  core.setOnline('192.0.2.1')
  const late = () => core.peers.note({ peer: '192.0.2.1:3', inbound: 'tcp', email: 'bob' }, 0)
  core.waits.push(
    () => {},
    () => {},
    () => {},
    late,
  )
  expect(await core.cut('ann')).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  expect(core.ended).toEqual(['192.0.2.1:1'])
})

it('a stray that may be a neighbour’s is kept', async () => {
  const core = fakeCore()
  core.connect('ann', '192.0.2.1:1', 'tcp', false)
  core.connect('bob', '192.0.2.1:2', 'tcp', false)
  core.who.push('bob')
  core.setOnline('192.0.2.1')
  expect((await core.cut('ann')).ended).toBe(0)
  expect(core.ended).toEqual([])
})

it('a connection that a proxy shares between clients is kept, and reported', async () => {
  const core = fakeCore()
  for (const email of ['ann', 'bob', 'ann']) core.connect(email, '192.0.2.1:1')
  const result = await core.cut('ann')
  expect(result).toMatchObject({
    ended: 0,
    remaining: 1,
    how: 'rule',
    note: expect.stringContaining('several clients'),
  })
  expect(core.ended).toEqual([])
})

it('if nothing can be ended, reports why and how many', async () => {
  const core = fakeCore('rule')
  core.connect('ann', '192.0.2.1:1')
  expect(await core.cut('ann')).toEqual({ ended: 0, remaining: 1, how: 'rule', note: 'because' })
})

it('a tunnel ends with its peer: nothing is silenced, and nobody waits for its streams', async () => {
  const core = fakeCore()
  core.connect('ann', '10.0.0.2:0', 'wg')
  core.setOnline('10.0.0.2')
  expect(await core.cut('ann')).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  expect([core.ended, core.silenced]).toEqual([[], []])
  expect(core.peers.of('ann')).toEqual([])
})

it('a client that stays in its tunnel has nothing that could be ended', async () => {
  const core = fakeCore()
  core.connect('ann', '10.0.0.2:0', 'wg')
  const note = expect.stringContaining('no connections to end')
  expect(await core.cut('ann', undefined, undefined, 'once')).toEqual({
    ended: 0,
    remaining: 1,
    how: 'rule',
    note,
  })
  expect(core.peers.of('ann')).toHaveLength(1)
})

it('names the method that was used', () => {
  const tally = (tcp: number, silenced: number) => ({
    inodes: new Set(Array(tcp).keys()),
    silenced,
    refused: 0,
    tunnels: 0,
    inside: new Set<string>(),
  })
  const how = (way: CutWay, tcp: number, silenced: number) =>
    resultOf(tally(tcp, silenced), 0, { way, sentence: '' }).how
  expect([
    how('pidfd', 0, 1),
    how('ss', 1, 1),
    how('ss', 0, 1),
    how('rule', 0, 1),
    how('rule', 0, 0),
  ]).toEqual(['pidfd', 'ss', 'twin', 'twin', 'none'])
})

it('makes one short query for a client that is not connected, and reads no table', async () => {
  const core = fakeCore()
  expect(await core.cut('ann')).toEqual({ ended: 0, remaining: 0, how: 'none' })
  expect(core.asked).toEqual({ one: 1, everybody: 0, tables: 0 })
})

it('makes one query for everybody if many are cut together', async () => {
  const core = fakeCore()
  await Promise.all(Array.from({ length: 50 }, (_, i) => core.cut(`client-${i}`)))
  expect(core.asked.one).toBeLessThanOrEqual(8)
  expect(core.asked.everybody).toBeLessThan(42)
})
