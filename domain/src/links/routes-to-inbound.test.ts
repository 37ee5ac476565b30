import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockAt } from '#domain/untyped.ts'
import { linkCells, ways } from '#test/fixtures/link-setups.ts'
import { type AdvertiseInput, advertise } from './advertise.ts'
import { shareLink } from './link.ts'
import { routesTo } from './routes-to-inbound.ts'

/** Several names and short ids that are distributed among clients. */
function withChoices(input: AdvertiseInput): AdvertiseInput {
  const attachments = input.attachments.map((at) => {
    const { streamSettings } = at.inbound
    if (streamSettings.security !== 'reality') return at
    const choices = { serverNames: ['a.example', 'b.example'], shortIds: ['', '01', '0123'] }
    const realitySettings = { ...blockAt(streamSettings, 'realitySettings'), ...choices }
    return { ...at, inbound: { ...at.inbound, streamSettings: { ...streamSettings, realitySettings } } }
  })
  return { ...input, attachments }
}

const inputs = linkCells.flatMap((cell) => Object.values(ways).map((input) => withChoices(input(cell))))

const asking = fc.record({
  input: fc.nat(inputs.length - 1),
  subId: fc.constantFrom('one', 'two', 'three', ''),
  email: fc.constantFrom('ann', 'bób'),
  uuid: fc.uuid(),
  flow: fc.constantFrom('', 'xtls-rprx-vision'),
  flowOverride: fc.constantFrom('', 'xtls-rprx-vision-udp443'),
  publicHost: fc.constantFrom('', 'public.example'),
  requestHost: fc.constantFrom('panel.example', '2001:db8::1'),
})

test('cached routes give the same links as routes built for one client', () => {
  const kept = inputs.map(({ attachments, hosts }) =>
    attachments.map(({ inbound, master }) => routesTo(inbound, master, hosts)),
  )
  fc.assert(
    fc.property(asking, ({ input: n, publicHost, requestHost, flowOverride, ...who }) => {
      const input = inputs[n]
      if (!input) throw new Error('no such cell')
      const asked = { ...input, client: { ...input.client, ...who }, publicHost, requestHost }
      const own = input.attachments.map((at) => ({ ...structuredClone(at), flowOverride }))
      const lent = input.attachments.map((at, i) => ({
        ...at,
        flowOverride,
        routes: () => kept[n]?.[i] ?? [],
      }))
      const fresh = advertise({ ...asked, attachments: own })
      const again = advertise({ ...asked, attachments: lent })
      expect(again).toEqual(fresh)
      expect(again.entries.map(shareLink)).toEqual(fresh.entries.map(shareLink))
      expect(fresh.entries).not.toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
