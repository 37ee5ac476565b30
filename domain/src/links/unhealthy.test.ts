import { describe, expect, it } from 'vitest'
import { blankHost } from '#contract/host.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { type AdvertiseInput, advertise } from './advertise.ts'
import type { Advertised } from './advertised.ts'
import { type Unhealthy, unhealthyIn } from './unhealthy.ts'

const tls: Cell = { protocol: 'vless', network: 'tcp', security: 'tls' }
const host = (id: number, address: string) => ({
  ...blankHost,
  ...{ id, groupId: 'g', inboundId: 1, address, createdAt: 0, updatedAt: 0 },
})

describe('entries that nobody gets through', () => {
  const source = cellInbound(tls)
  const input = setup(placed(source), cellClient(source))
  const checkedAt = 1_000
  const at = (id: number, sunk: readonly string[] = []) => ({
    inbound: placed(source, { id, port: 440 + id, remark: 'same' }),
    flowOverride: '',
    sunk: new Map(sunk.map((name) => [name, checkedAt])),
  })
  const unhealthy = (own: 'sink' | 'hide', more: Partial<Unhealthy> = {}): Unhealthy => ({
    ...{ own, blocked: undefined, asn: 0, since: checkedAt, fits: () => true },
    ...more,
  })
  // Without a public host a link has the name that the client asked; a check asked this one.
  const bare = { publicHost: '', requestHost: 'asked.example' }
  const listed = (more: Partial<AdvertiseInput>) =>
    advertise({ ...input, ...bare, ...more }).entries.map(({ inboundId, remark }) => [inboundId, remark])
  const attachments = [at(1, ['127.0.0.1:441']), at(2, ['127.0.0.1:441']), at(3)]
  const [first, second, third] = listed({ attachments })

  it('are listed last or left out if asked, and all keep their names', () => {
    expect([first?.[0], second?.[0], third?.[0]]).toEqual([1, 2, 3])
    expect(listed({ attachments, unhealthy: unhealthy('sink') })).toEqual([second, third, first])
    expect(listed({ attachments, unhealthy: unhealthy('hide') })).toEqual([second, third])
  })

  it('stay if nothing else is left, or nothing that the format can have', () => {
    const all = [at(1, ['127.0.0.1:441']), at(2, ['127.0.0.1:442'])]
    for (const how of ['sink', 'hide'] as const)
      expect(listed({ attachments: all, unhealthy: unhealthy(how) })).toEqual([first, second])
    const fits = ({ inboundId }: Advertised) => inboundId === 1
    expect(listed({ attachments, unhealthy: unhealthy('hide', { fits }) })).toEqual([second, third, first])
  })

  it('keep their place once the check is too old', () => {
    const old = unhealthy('hide', { since: checkedAt + 1 })
    expect(listed({ attachments, unhealthy: old })).toEqual([first, second, third])
    const settings = { subUnhealthyEntries: 'hide', subBlockedEntries: 'sink', entryCheckMinutes: 5 }
    const found = unhealthyIn(settings, 20 * 60_000, () => true)
    expect(found).toMatchObject({ own: 'hide', blocked: undefined, since: 5 * 60_000 })
    for (const off of [{ entryCheckMinutes: 0 }, { subUnhealthyEntries: 'advise' }])
      expect(unhealthyIn({ ...settings, ...off }, 0, () => true)).toBeUndefined()
  })

  it('move for callers of one provider, if its probe did not get through', () => {
    const blocked = new Map([[58_224, new Map([['127.0.0.1:442', checkedAt]])]])
    const both = [at(1, ['127.0.0.1:441']), { ...at(2), blocked }, at(3)]
    const list = (more: Partial<Unhealthy>) =>
      listed({ attachments: both, unhealthy: unhealthy('sink', more) })
    expect(list({ own: undefined, blocked: 'sink', asn: 58_224 })).toEqual([first, third, second])
    expect(list({ own: undefined, blocked: 'hide', asn: 58_224 })).toEqual([first, third])
    expect(list({ blocked: 'sink', asn: 58_224 })).toEqual([third, first, second])
    expect(list({ blocked: 'hide', asn: 58_224 })).toEqual([third, first])
    for (const other of [{ blocked: 'hide', asn: 1 }, { asn: 58_224 }] as const)
      expect(list({ own: undefined, ...other })).toEqual([first, second, third])
    const old = { own: undefined, blocked: 'hide', asn: 58_224, since: checkedAt + 1 } as const
    expect(list(old)).toEqual([first, second, third])
    const settings = { subUnhealthyEntries: 'off', subBlockedEntries: 'hide', entryCheckMinutes: 5 }
    expect(unhealthyIn(settings, 0, () => true, 7)).toMatchObject({ own: undefined, blocked: 'hide', asn: 7 })
    expect(unhealthyIn(settings, 0, () => true)).toBeUndefined()
  })

  it('are one address of an inbound, not all of it', () => {
    const hosts = [host(1, 'a.example'), host(2, 'b.example')]
    const one = { ...at(1, ['a.example:441', 'b.example:441 2']), inbound: placed(source, { port: 441 }) }
    const addresses = (more: Partial<AdvertiseInput>) =>
      advertise({ ...input, hosts, attachments: [one], ...more }).entries.map((entry) => entry.host)
    expect(addresses({})).toEqual(['a.example', 'b.example'])
    expect(addresses({ unhealthy: unhealthy('sink') })).toEqual(['b.example', 'a.example'])
  })
})
