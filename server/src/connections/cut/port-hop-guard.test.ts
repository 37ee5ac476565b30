import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CoreApi } from '../../core/api/client.ts'
import { silentLog } from '../../platform/log.ts'
import { createPeers } from './peers.ts'
import { createPortHopGuard } from './port-hop-guard.ts'

const quic = { tag: 'q', port: 443, network: 'udp' } as const

function setup() {
  const state = {
    now: 0,
    users: ['bob'],
    bytes: { ann: 100, bob: 5 } as Record<string, number>,
    blocked: [] as string[],
  }
  const asked: string[] = []
  const timers: (() => void)[] = []
  const peers = createPeers()
  peers.note({ peer: '192.0.2.1:2', inbound: 'q', email: 'bob' }, 0)
  peers.note({ peer: '192.0.2.1:3', inbound: 'q', email: 'ann' }, 0)
  peers.note({ peer: '192.0.2.1:4', inbound: 'other', email: 'bob' }, 0)
  const api: Partial<CoreApi> = {
    userEmails: async () => state.users,
    counters: async (pattern = '') => {
      asked.push(pattern)
      return Object.entries(state.bytes)
        .map(([email, value]) => ({ name: `user>>>${email}>>>traffic>>>downlink`, value }))
        .filter(({ name }) => name.includes(pattern))
    },
  }
  const { guard, clear } = createPortHopGuard({
    core: { api: () => api as CoreApi },
    peers,
    ends: {
      blockAddress: async ({ tag }, { ip, except }) => state.blocked.push(`${tag} ${ip} ${except}`) > 0,
    },
    now: () => state.now,
    log: silentLog,
    timers: {
      after: (_, work) => {
        timers.push(work)
        return () => timers.splice(0)
      },
    },
  })
  const look = async (ms = 750) => {
    state.now += ms
    timers.shift()?.()
    await turn()
  }
  return { state, asked, timers, guard, clear, look }
}

const megabyte = 1 << 20

it('a client whose bytes grow past its window is blocked by address, except for its known neighbours', async () => {
  const { state, guard, look, timers } = setup()
  guard('ann', quic, ['192.0.2.1:1'])
  await look(1_000)
  state.bytes.ann = 100 + megabyte
  await look()
  expect(state.blocked).toEqual([])
  state.bytes.ann += 1
  await look()
  expect(state.blocked).toEqual(['q 192.0.2.1 2'])
  expect(timers).toEqual([])
})

it('bytes in flight at the cut are ignored, whenever the next check comes', async () => {
  const { state, guard, look } = setup()
  guard('bob', quic, ['192.0.2.1:9'])
  guard('ann', quic, ['192.0.2.1:1'])
  await look(10)
  state.bytes.ann = 9 * megabyte
  await look(1_000)
  await look()
  expect(state.blocked).toEqual([])
})

it('a silenced client fills its window slowly; one that gets through continues after its connection had to end', async () => {
  const { state, guard, look } = setup()
  guard('ann', quic, ['192.0.2.1:1'])
  for (let i = 0; i < 36; i++) {
    state.bytes.ann = 100 + i * 700
    await look(1_000)
  }
  expect(state.blocked).toEqual([])
  await look(1_000)
  expect(state.blocked).toEqual([])
  state.bytes.ann = 100 + 36 * 700
  await look(1_000)
  expect(state.blocked).toEqual(['q 192.0.2.1 2'])
})

it('a silent client, or one that is a user again, is not blocked', async () => {
  const { state, guard, look, timers } = setup()
  guard('ann', quic, ['192.0.2.1:1'])
  await look(1_000)
  state.users = ['bob', 'Ann']
  state.bytes.ann = 9 * megabyte
  await look()
  guard('ann', quic, ['192.0.2.1:1'])
  await look(60_000)
  expect([state.blocked, timers]).toEqual([[], []])
})

it('many clients take one query; nothing is queried after the end', async () => {
  const { asked, guard, clear, look, timers } = setup()
  for (let i = 0; i < 9; i++) guard(`user${i}`, quic, ['192.0.2.1:1'])
  await look()
  expect(asked).toEqual(['user>>>'])
  clear()
  expect(timers).toEqual([])
})
