import { expect, it } from 'vitest'
import type { ClientSummary } from '#contract/client-bodies.ts'
import { tokensOf, wantedOf } from '../clients/filter.ts'
import { needsOf, todayOf } from './needs.ts'

const none = { online: [], depleted: [], expiring: [], deactive: [] }
const summary: ClientSummary = {
  ...none,
  total: 9,
  active: 4,
  onlineCount: 1,
  depletedCount: 2,
  expiredCount: 2,
  spentCount: 0,
  expiringCount: 3,
  deactiveCount: 0,
}
const calm = {
  status: {
    xray: { state: 'running', errorMsg: '', version: '26.7.28' },
    disk: { current: 9, total: 10 },
  } as const,
  summary: { ...summary, depletedCount: 0, expiringCount: 0 },
  today: 0,
  now: 1_000_000_000_000,
  isInstalling: false,
}

it('is empty if nothing needs attention', () => {
  expect(needsOf(calm)).toEqual([])
})

it('lists the core first, with its own message, then the disk, then clients with the filter that shows them', () => {
  const xray = { state: 'error', errorMsg: 'port 443 is taken', version: '26.7.28' } as const
  const needs = needsOf({ ...calm, status: { xray, disk: { current: 19, total: 20 } }, summary, today: 1 })
  expect(needs.map(({ kind, count }) => [kind, count])).toEqual([
    ['coreFailed', 0],
    ['disk', 95],
    ['today', 1],
    ['expiring', 3],
    ['depleted', 2],
  ])
  expect(needs[0]?.words).toBe('port 443 is taken')
  const q = new URL(needs[2]?.to ?? '', 'http://panel/').searchParams.get('q') ?? ''
  expect(wantedOf(tokensOf(q, 1_000))).toEqual(todayOf(1_000))
  expect(needs[4]?.to).toBe('panel/clients?q=status%3Adepleted')
})

it('asks for the clock after a jump, in hours', () => {
  expect(needsOf({ ...calm, clockJump: 26 * 3_600_000 })).toEqual([{ kind: 'clock', count: 26 }])
  expect(needsOf({ ...calm, clockJump: 0 })).toEqual([])
})

it('lists certificates that expire within two weeks, once per user of the certificate, with a link', () => {
  const day = 86_400_000
  const certificate = (
    days: number,
    of: 'panel' | 'subscription' | 'inbound',
    inboundId = 0,
    lifetime = 90,
  ) => ({
    of,
    inboundId,
    name: '',
    file: '',
    notBefore: calm.now + (days - lifetime) * day,
    notAfter: calm.now + days * day,
  })
  const certificates = [
    certificate(14, 'inbound', 3),
    certificate(13.5, 'subscription'),
    certificate(2.2, 'inbound', 7),
    certificate(0.5, 'inbound', 7),
    certificate(-1, 'panel'),
    certificate(2.1, 'inbound', 8, 6), // six days, and renewed when two are left
  ]
  expect(needsOf({ ...calm, certificates }).map(({ kind, count, to }) => [kind, count, to])).toEqual([
    ['certEnded', 0, 'panel/settings?section=panel&at=webCertFile'],
    ['certSoon', 0, 'panel/inbounds?i=7'],
    ['certSoon', 13, 'panel/settings?section=subscription&at=subCertFile'],
  ])
})

it('lists failed logins, with a link', () => {
  const refused = { attempts: 7, lastAt: calm.now - 1, lastAddress: '2001:db8::1' }
  expect(needsOf({ ...calm, refused })).toEqual([
    { kind: 'logins', count: 7, address: '2001:db8::1', to: 'panel/activity?verb=refused&range=day' },
  ])
  expect(needsOf({ ...calm, refused: { attempts: 0, lastAt: 0, lastAddress: '' } })).toEqual([])
})

it.each([
  ['Unknown', 'coreNone'],
  ['26.7.28', 'coreStopped'],
])('tells a core that never ran (%s) from one that was stopped', (version, kind) => {
  const xray = { state: 'stop', errorMsg: '', version } as const
  expect(needsOf({ ...calm, status: { ...calm.status, xray } })).toMatchObject([{ kind }])
  expect(needsOf({ ...calm, status: { ...calm.status, xray }, isInstalling: true })).toEqual([])
})

it('lists each inbound that the running core could not open, with the reason and a link', () => {
  const notOpen = [{ id: 7, tag: 'inbound-443', remark: '', reason: 'Port 443 (tcp) is in use by nginx.' }]
  const xray = { ...calm.status.xray, notOpen }
  expect(needsOf({ ...calm, status: { ...calm.status, xray } })).toEqual([
    {
      kind: 'notOpen',
      count: 1,
      name: 'inbound-443',
      words: 'Port 443 (tcp) is in use by nginx.',
      to: 'panel/inbounds?i=7',
    },
  ])
})

it('names the nodes that need somebody, and counts the rest of many', () => {
  const need = (id: number) => ({
    id,
    name: `n${id}`,
    text: `Node n${id} is offline.`,
    coded: { code: 'node-need.offline', params: { name: `n${id}` } },
    reason: 'no answer',
    since: id * 1000,
  })
  const [one] = needsOf({ ...calm, nodes: [need(3)] })
  expect(one).toMatchObject({ kind: 'node', since: 3000, words: 'no answer', to: 'panel/nodes?n=3' })
  expect(needsOf({ ...calm, nodes: [1, 2, 3, 4, 5].map(need) })).toHaveLength(5)
  const many = needsOf({ ...calm, nodes: Array.from({ length: 40 }, (_, i) => need(i + 1)) })
  expect(many.map(({ kind, count }) => [kind, count]).at(-1)).toEqual(['nodes', 36])
  expect(many).toHaveLength(5)
})
