import { expect, it } from 'vitest'
import { blankHost, type Host } from '#contract/host.ts'
import { inboundSection, type SectionSource } from '#domain/core-config/inbound-section.ts'
import { routesTo } from '#domain/links/routes-to-inbound.ts'
import { isBlockedForAnEye, isOldBlocked, isOldEntry, isReached, plannedAt, type Seen } from './progress.ts'
import { candidates, checkedRules, kindRefusal, noRules, type Place, plannedRotation } from './rules.ts'
import { changesOf, pooledValue, servedPorts, valuesOf, withValues } from './values.ts'

const reality = {
  network: 'tcp',
  security: 'reality',
  realitySettings: {
    serverNames: ['a.test', 'b.test'],
    shortIds: ['aa', 'bb'],
    settings: { publicKey: 'key', serverName: 'a.test' },
  },
}
const inbound = {
  ...{ id: 1, remark: 'one', protocol: 'vless', listen: '', port: 443, nodeId: null, settings: {} },
  ...{ shareAddrStrategy: 'node', shareAddr: '', streamSettings: reality },
} as unknown as Place
const around = { inbound, master: undefined, children: [], hosts: [] }
const none = () => new Set<string>()
const pools = { port: ['443', '8443'], address: ['203.0.113.7'], sni: ['c.test'], shortId: ['cc'] }

it('the next value of each pool comes into service, and the former ones can be put back', () => {
  const { from, to, ports } = plannedRotation(around, pools, none)
  expect(changesOf(from, to)).toEqual([
    { kind: 'port', from: ['443'], to: ['8443'] },
    { kind: 'address', from: [], to: ['203.0.113.7'] },
    { kind: 'sni', from: ['a.test', 'b.test'], to: ['c.test'] },
    { kind: 'shortId', from: ['aa', 'bb'], to: ['cc'] },
  ])
  expect(ports).toEqual([8443])
  const after = withValues(inbound, to)
  expect(after).toMatchObject({ port: 8443, shareAddrStrategy: 'custom', shareAddr: '203.0.113.7' })
  expect(after.streamSettings.realitySettings).toMatchObject({
    ...{ serverNames: ['c.test'], shortIds: ['cc'], settings: { publicKey: 'key', serverName: '' } },
  })
  expect(withValues(after, from)).toEqual(inbound)
})

it('a pool is a circle; what is in service or was blocked is left out', () => {
  expect(candidates(['1', '2', '3'], ['2'], new Set())).toEqual(['3', '1'])
  expect(candidates(['1', '2', '3'], ['2'], new Set(['3']))).toEqual(['1'])
  expect(candidates(['1', '2'], ['9'], new Set())).toEqual(['1', '2'])
  const only = { ...pools, port: ['443'], address: [], sni: [], shortId: [] }
  expect(() => plannedRotation(around, only, none)).toThrow('no unused value')
})

it('what links would go on naming after its end does not rotate', () => {
  const proxied = {
    ...inbound,
    streamSettings: { ...reality, externalProxy: [{ dest: 'cdn.test', port: 443 }] },
  }
  const there = { ...around, inbound: proxied }
  expect(kindRefusal('port', there)?.code).toBe('rotation.fixed-port')
  expect(kindRefusal('address', there)?.code).toBe('rotation.fixed-address')
  expect(kindRefusal('sni', there)).toBeUndefined()
  const plain = { ...inbound, streamSettings: { network: 'ws' } }
  expect(kindRefusal('shortId', { ...around, inbound: plain })?.code).toBe('rotation.no-reality')
  expect(kindRefusal('port', { ...around, inbound: { ...inbound, listen: '/run/x' } })?.code).toBe(
    'rotation.no-port',
  )
  expect(() => plannedRotation({ ...around, master: 'two' }, pools, none)).toThrow('two')
  expect(() => plannedRotation({ ...around, inbound: { ...inbound, nodeId: 1 } }, pools, none)).toThrow(
    'nodes',
  )
})

it('rules are checked value by value', () => {
  const save = (more: object) => checkedRules({ ...noRules, pools: { ...noRules.pools, ...more } })
  expect(save({ port: [' 443', '443', ''] }).pools.port).toEqual(['443'])
  expect(() => save({ port: ['0'] })).toThrow('not a port')
  expect(() => save({ port: ['65536'] })).toThrow('not a port')
  expect(() => save({ address: ['a b'] })).toThrow('not a domain')
  expect(save({ address: ['2001:db8::1', 'a.test'] }).pools.address).toHaveLength(2)
  expect(() => save({ sni: ['a.test/x'] })).toThrow('server name')
  expect(() => save({ shortId: ['abc'] })).toThrow('short ID')
})

it('the core serves both, on one tag', () => {
  const { to } = plannedRotation(around, pools, none)
  const source = { ...withValues(inbound, to), tag: 'in', enable: true, sniffing: {} }
  const world = { fallbacks: [], childOf: () => undefined, hidden: () => new Uint8Array(16) }
  const also = valuesOf(inbound, ['port', 'address', 'sni', 'shortId'])
  const section = inboundSection({ ...source, also } as unknown as SectionSource, [], world)
  expect(section).toMatchObject({ tag: 'in', port: '8443,443' })
  expect(section.streamSettings?.realitySettings).toMatchObject({
    ...{ serverNames: ['c.test', 'a.test', 'b.test'], shortIds: ['cc', 'aa', 'bb'] },
  })
  expect(inboundSection(source as unknown as SectionSource, [], world).port).toBe(8443)
  expect(servedPorts({ port: 8443, also: { port: 8443 } })).toEqual([8443])
})

it('links list both ports, the new one first, also those of a fallback child, but not where an address has its own', () => {
  const master = { ...inbound, port: 8443, also: { port: 443 } }
  const child = { ...inbound, id: 2, listen: '127.0.0.1', port: 9000, streamSettings: { network: 'tcp' } }
  const portsOf = (...[one, lender, hosts = []]: Parameters<typeof routesTo>) =>
    routesTo(one, lender, hosts).map(({ port }) => port)
  expect(portsOf(master, undefined, [])).toEqual([8443, 443])
  expect(portsOf(child, master, [])).toEqual([8443, 443])
  const host = { ...blankHost, id: 1, inboundId: 1, address: 'cdn.test', sortOrder: 0 } as unknown as Host
  const hosts = [host, { ...host, address: 'own.test', port: 2083 }]
  expect(portsOf(master, undefined, hosts)).toEqual([8443, 2083, 443])
  const moved = { ...master, ...{ shareAddrStrategy: 'custom', shareAddr: 'new.test' } }
  const also = { port: 443, address: { strategy: 'custom', shareAddr: 'old.test' } }
  const routes = routesTo({ ...moved, also }, undefined, [])
  expect(routes.map(({ host, port }) => `${host('public.test', '')}:${port}`)).toEqual([
    'new.test:8443',
    'old.test:443',
  ])
})

const seen = (more: Partial<Seen>): Seen => ({
  ...{ eye: '', address: '192.0.2.1', port: 443, state: 'failed', stage: 'silent' },
  ...{ fails: 2, lastOkAt: 1, checkedAt: 2 },
  ...more,
})

it('blocked is what worked before and failed twice, for one eye everywhere', () => {
  expect(isBlockedForAnEye([seen({})], true)).toBe(true)
  for (const more of [{ fails: 1 }, { lastOkAt: 0 }, { stage: 'login' as const }, { stage: 'core' as const }])
    expect(isBlockedForAnEye([seen(more)], true)).toBe(false)
  expect(isBlockedForAnEye([seen({}), seen({ port: 8443, state: 'good' })], true)).toBe(false)
  expect(isBlockedForAnEye([seen({ state: 'good' }), seen({ eye: 'home' })], true)).toBe(true)
  expect(isBlockedForAnEye([seen({ stage: 'port' })], false)).toBe(false)
  expect(isBlockedForAnEye([seen({ stage: 'port', eye: 'home' })], false)).toBe(true)
  expect(isBlockedForAnEye([], true)).toBe(false)
})

it('the old value ends at once only if nobody gets through it and a new one works', () => {
  const isOld = isOldEntry(pooledValue('port', '8443'))
  const fresh = seen({ port: 8443, state: 'good' })
  expect(isOldBlocked([seen({}), fresh], isOld)).toBe(true)
  expect(isOldBlocked([seen({}), seen({ eye: 'home', state: 'good' }), fresh], isOld)).toBe(false)
  expect(isOldBlocked([seen({}), seen({ port: 8443 })], isOld)).toBe(false)
  expect(isOldBlocked([fresh], isOld)).toBe(false)
  expect(isOldBlocked([seen({}), fresh], isOldEntry(pooledValue('sni', 'c.test')))).toBe(false)
  expect(isOldEntry(pooledValue('address', '[2001:db8::1]'))({ address: '2001:db8::1', port: 1 })).toBe(false)
})

it('enough is a part of the active clients; a schedule counts days', () => {
  expect(isReached({ active: 1_000, fetched: 899, linkOnly: 0 }, 90)).toBe(false)
  expect(isReached({ active: 1_000, fetched: 900, linkOnly: 0 }, 90)).toBe(true)
  expect(isReached({ active: 0, fetched: 0, linkOnly: 0 }, 90)).toBe(true)
  expect(plannedAt(0, 5)).toBe(0)
  expect(plannedAt(30, 5)).toBe(30 * 86_400_000 + 5)
})
