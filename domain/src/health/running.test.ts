import { expect, it } from 'vitest'
import { coded, inEnglish } from '#domain/refusal.ts'
import { type Check, hasOwnAlert, only } from './check.ts'
import { type ClientFacts, endingToday, judgeClients, judgeUnenforced } from './clients.ts'
import { judgeCoreVersion } from './core.ts'
import { judgeNodes } from './nodes.ts'
import { judgeOutbounds } from './outbounds.ts'
import { judgeReality, type RealityFact } from './reality.ts'

const brief = (checks: readonly Check[]) => checks.map(({ state, id }) => `${state} ${id}`)
const codes = (checks: readonly Check[]) => checks.map(({ state, sentence }) => `${state} ${sentence.code}`)

it.each([
  ['26.4.25', ['ok health.core-version-known']],
  ['26.7.28', ['ok health.core-version-known']],
  ['26.4.24', ['warn health.core-version-old']],
  ['26.10.10', ['note health.core-version-new']],
  ['Unknown', []],
])('a core of version %s', (version, expected) => {
  expect(codes(judgeCoreVersion(version, '26.4.25', '26.7.28'))).toEqual(expected)
})

const good = { tls13: true, h2: true, x25519: true, names: ['a.example'], missing: [] }
it.each<[RealityFact['found'], string]>([
  [good, 'ok health.reality-good'],
  ['local', 'note health.reality-local'],
  ['unasked', 'note health.reality-unasked'],
  [{ error: coded('other.said', { reason: 'x' }) }, 'bad health.reality-silent'],
  [{ ...good, h2: false, x25519: false }, 'warn health.reality-lacks'],
  [{ ...good, missing: ['b.example'] }, 'warn health.reality-other-name'],
])('a Reality target: %j', (found, expected) => {
  const checks = judgeReality([{ inboundId: 3, name: 'door', target: 'a.example:443', found }])
  expect(codes(checks)).toEqual([expected])
  expect(checks).toMatchObject([
    { id: 'reality.inbound-3', subject: { kind: 'inbound', id: '3', name: 'door' } },
  ])
})

it('a Reality target that lacks something is told with all that it lacks', () => {
  const found = { ...good, tls13: false, x25519: false }
  const [one] = judgeReality([{ inboundId: 3, name: 'door', target: 'a.example:443', found }])
  expect(one && inEnglish(one.sentence)).toContain('lacks TLS 1.3, X25519.')
})

it('a balancer is dead once all of its members are known to be down', () => {
  const balancer = (tag: string, members: string[], fallback = '') => ({ tag, members, fallback })
  const balancers = [
    balancer('dead', ['a', 'b']),
    balancer('half', ['a', 'c']),
    balancer('unwatched', ['a', 'z']),
    balancer('led', ['a'], 'direct'),
    balancer('misled', ['a'], 'b'),
    balancer('empty', []),
  ]
  const found = judgeOutbounds({ watched: ['a', 'b', 'c'], down: ['a', 'b'], balancers })
  expect(brief(found)).toEqual([
    'bad balancers.dead',
    'warn balancers.led',
    'bad balancers.misled',
    'warn outbounds.a',
    'warn outbounds.b',
    'ok outbounds',
  ])
  expect(found[0]).toMatchObject({ subject: { kind: 'outbound', id: 'dead' } })
  expect(judgeOutbounds(undefined)).toEqual([])
})

it('each need of a node is a check with its reason', () => {
  const need = (id: number, code: 'offline' | 'behind' | 'odd') => ({
    id,
    name: 'Oslo',
    coded:
      code === 'behind'
        ? coded('node-need.behind', { name: 'Oslo', count: 2 })
        : coded(`node-need.${code}`, { name: 'Oslo' }),
  })
  const offline = { ...need(1, 'offline'), reasonCoded: coded('other.said', { reason: 'Refused.' }) }
  const found = judgeNodes({ asked: 3, needs: [offline, need(2, 'behind'), need(2, 'odd')] })
  expect(brief(found)).toEqual([
    'bad nodes.node-1-offline',
    'bad nodes.node-2-behind',
    'warn nodes.node-2-odd',
    'ok nodes',
  ])
  expect(found[1]?.action).toEqual({ kind: 'fix', fix: 'node', on: '2', to: 'panel/nodes?n=2' })
  expect(found.map(({ action }) => action?.kind)).toEqual(['page', 'fix', 'page', undefined])
  expect(found[0] && inEnglish(found[0].sentence)).toBe('Node Oslo is offline: Refused.')
  expect(found.at(-1)?.sentence.params).toEqual({ count: 1 })
  expect([judgeNodes(undefined), judgeNodes({ asked: 0, needs: [] })]).toEqual([[], []])
})

it('clients and refused logins are told where there are some', () => {
  const none: ClientFacts = {
    total: 0,
    today: 0,
    entryless: 0,
    expiringCount: 0,
    depletedCount: 0,
    refused: { attempts: 0, lastAt: 0, lastAddress: '' },
    subscriptionsOn: false,
  }
  expect([judgeClients(none), judgeClients(undefined)]).toEqual([[], []])
  expect(judgeClients({ ...none, total: 1, subscriptionsOn: true })).toEqual([])
  const refused = { attempts: 4, lastAt: 1, lastAddress: '' }
  const found = judgeClients({
    ...none,
    total: 9,
    today: 1,
    entryless: 2,
    expiringCount: 2,
    depletedCount: 3,
    refused,
  })
  expect(found.map(({ sentence }) => inEnglish(sentence))).toEqual([
    '1 client expires within 24 hours.',
    '2 clients are about to expire or run out of data.',
    '3 clients have expired or used up their quota.',
    '2 enabled clients have no inbound to connect through.',
    'Subscriptions are turned off, so apps of clients do not learn about changes.',
    '4 failed logins in the last 24 hours, from many addresses.',
  ])
  expect(endingToday(7_300_000)).toEqual({ expiryFrom: 7_200_000, expiryTo: 93_600_000, autoRenew: false })
})

it('limits that nothing enforces', () => {
  expect(codes(judgeUnenforced({ ip: 2, nodes: 1 }))).toEqual([
    'warn health.limits-ip-off',
    'note health.limits-nodes',
  ])
  expect(codes(judgeUnenforced({ ip: 0, nodes: 0 }))).toEqual(['ok health.limits-good'])
  expect(judgeUnenforced(undefined)).toEqual([])
})

it('what has no alert of its own is told as a finding', () => {
  const own = (id: string) =>
    hasOwnAlert({
      id,
      state: 'bad',
      subject: only('node'),
      sentence: coded('health.cert-none', { owner: '' }),
    })
  expect(['core', 'nodes.node-1-offline', 'outbounds.a', 'backups', 'disk.data'].map(own)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  const untold = ['core.inbound-1', 'nodes.node-1-core-down', 'nodes.node-1-refused', 'nodes.node-1-behind']
  expect([...untold, 'certificates.inbound-1-0'].map(own)).toEqual([false, false, false, false, false])
})
