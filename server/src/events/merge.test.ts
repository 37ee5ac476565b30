import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClientStatsEvent } from '#contract/events.ts'
import { mergers } from './publisher.ts'

const traffic = mergers.traffic!
const stats = mergers.client_stats!

describe('merging what waits', () => {
  it('traffic: keeps the deltas of both and the newer online list', () => {
    const tag = (Tag: string) => ({ IsInbound: true, IsOutbound: false, Tag, Up: 1, Down: 2 })
    const local = {
      traffics: [tag('a')],
      clientTraffics: [{ email: 'ann', up: 1, down: 1 }],
      onlineClients: ['ann'],
      lastOnlineMap: { ann: 1, bob: 1 },
    }
    expect(traffic(local, { onlineClients: ['bob'], lastOnlineMap: { bob: 2 } })).toEqual({
      ...local,
      onlineClients: ['bob'],
      lastOnlineMap: { ann: 1, bob: 2 },
    })
    expect(traffic(local, local).traffics).toEqual([tag('a'), tag('a')])
    const online = { onlineClients: [], lastOnlineMap: {} }
    expect(traffic(online, online)).toEqual(online)
  })

  it('client_stats: the merged frame gives the same state as both frames', () => {
    const row = fc.record({ email: fc.constantFrom('a', 'b', 'c', 'd'), up: fc.nat(), down: fc.nat() })
    const inbound = fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      up: fc.nat(),
      down: fc.nat(),
      total: fc.nat(),
      enable: fc.boolean(),
    })
    const event = fc.record(
      { clients: fc.array(row), inbounds: fc.array(inbound), snapshot: fc.boolean() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(event, event, (older, newer) => {
        const begin = new Map<unknown, unknown>([['z', 'from before']])
        expect(apply(begin, stats(older, newer))).toEqual(apply(apply(begin, older), newer))
      }),
    )
  })
})

/** Applies a frame as a browser does. */
function apply(state: Map<unknown, unknown>, event: ClientStatsEvent): Map<unknown, unknown> {
  const next = new Map(event.snapshot ? [] : state)
  for (const row of event.clients ?? []) next.set(row.email, row)
  for (const row of event.inbounds ?? []) next.set(row.id, row)
  return next
}
