import { describe, expect, it } from 'vitest'
import type { HealthState, HealthSubject } from '#contract/health-api.ts'
import type { Judged } from '#domain/health/subject.ts'
import { type Case, diagnose } from './diagnose.ts'
import { reasonOf } from './reason.ts'

const now = 1_000_000
const here = { id: 1, enable: true }
const other = { id: 2, enable: true, nodeId: null }
const onBergen = { id: 3, enable: true, nodeId: 7 }
const onLyon = { id: 4, enable: true, nodeId: 8 }
const well: Case = {
  enable: true,
  ended: false,
  slowed: '',
  expiryTime: 0,
  quota: 0,
  used: 5,
  online: true,
  lastOnline: 1,
  inbounds: [here],
  coreRuns: true,
  keyless: [],
  handshake: undefined,
  devices: { all: 0, blocked: 0, refused: undefined },
  refused: undefined,
  findings: [],
  checkedAt: now,
}

const finding = (
  id: string,
  kind: HealthSubject['kind'],
  of: number | '',
  state: HealthState = 'bad',
): Judged => ({
  id,
  state,
  subject: { kind, id: String(of), name: '' },
})
const closed = finding('core.inbound-1', 'inbound', 1)
const noCertificate = finding('certificates.inbound-1', 'inbound', 1)
const secondClosed = finding('ports.inbound-2-tcp', 'inbound', 2)
const bergenOffline = finding('node.7', 'node', 7)
const lyonOffline = finding('node.8', 'node', 8)
const stopped = finding('core', 'core', '')

const faults = (more: Partial<Case>) =>
  diagnose({ ...well, ...more }, now)
    .filter(({ answer }) => answer !== 'good')
    .map(({ question, answer, what, causes }) =>
      [question, answer, what, ...causes.map(({ id }) => id)].join(' '),
    )

it('has nothing to say about a client that is well', () => {
  expect(faults({})).toEqual([])
  expect(faults({ expiryTime: -86_400_000, quota: 10 })).toEqual([])
})

describe('its own state', () => {
  it.each<[Partial<Case>, string]>([
    [{ enable: false }, 'enabled bad off'],
    [{ enable: false, ended: true, quota: 5 }, 'quota bad used'],
    [{ enable: false, ended: true, expiryTime: now }, 'time bad over'],
    [{ enable: false, ended: true }, 'enabled bad group'],
    [{ quota: 5 }, 'quota bad used'],
    [{ quota: 5.5 }, 'quota warn nearly'],
    [{ expiryTime: now }, 'time bad over'],
    [{ inbounds: [] }, 'inbounds bad none'],
    [{ inbounds: [{ ...here, enable: false }] }, 'inbounds bad off'],
    [{ inbounds: [here, { ...other, enable: false }] }, 'inbounds warn some'],
    [{ inbounds: [{ ...here, closed: true }] }, 'inbounds bad closed'],
    [{ inbounds: [here, { ...other, closed: true }] }, 'inbounds warn someClosed'],
    [{ online: false, lastOnline: 0 }, 'seen warn never'],
    [{ slowed: 'ended', ended: true, quota: 5 }, 'quota warn used,speed warn ended'],
    [{ slowed: 'ended', ended: true, expiryTime: now }, 'time warn over,speed warn ended'],
    [{ slowed: 'ended', ended: true }, 'speed warn ended'],
    [{ slowed: 'day' }, 'speed warn day'],
    [{ keyless: [1] }, 'key bad unknown'],
    [{ keyless: [1], inbounds: [here, other] }, 'key warn some'],
    [{ devices: { all: 2, blocked: 1, refused: undefined } }, 'devices warn some'],
    [{ devices: { all: 2, blocked: 2, refused: undefined } }, 'devices warn blocked'],
    [{ devices: { all: 2, blocked: 2, refused: { at: 5, limit: 1 } } }, 'devices warn refused'],
    [{ refused: { at: 5, address: '203.0.113.7', limit: 1 } }, 'addresses warn refused'],
    [{ handshake: { at: 5, address: '203.0.113.7', why: 'name', name: 'x' } }, 'handshake warn name'],
    [{ findings: [finding('subscriptions.off', 'subscriptions', '', 'note')] }, 'subscription warn off'],
  ])('%j: %s', (more, fault) => {
    expect(faults(more).join()).toBe(fault)
  })
})

describe('the core of this panel', () => {
  it.each<[string, Partial<Case>, string[]]>([
    ['stopped', { coreRuns: false }, ['core bad stopped']],
    ['stopped, which a finding says too', { coreRuns: false, findings: [stopped] }, ['core bad stopped']],
    [
      'stopped, and everything is on nodes',
      { coreRuns: false, inbounds: [onBergen], findings: [stopped] },
      [],
    ],
    [
      'stopped, and something is on a node',
      { coreRuns: false, inbounds: [here, onBergen] },
      ['core warn partly'],
    ],
    [
      'stopped, and the node is offline',
      { coreRuns: false, inbounds: [here, onBergen], findings: [stopped, bergenOffline] },
      ['core warn partly', 'entries bad down node.7'],
    ],
    ['did not answer when a check looked', { findings: [stopped] }, ['entries bad down core']],
  ])('%s', (_, more, fault) => {
    expect(faults(more)).toEqual(fault)
  })
})

describe('where it enters', () => {
  it.each<[string, Partial<Case>, string[]]>([
    [
      'a TLS inbound has no certificate',
      { findings: [noCertificate] },
      ['entries bad down certificates.inbound-1'],
    ],
    ['the core could not open its inbound', { findings: [closed] }, ['entries bad down core.inbound-1']],
    [
      'two findings about one inbound',
      { findings: [closed, noCertificate] },
      ['entries bad down core.inbound-1 certificates.inbound-1'],
    ],
    [
      'one of two is closed',
      { inbounds: [here, other], findings: [closed] },
      ['entries warn some core.inbound-1'],
    ],
    [
      'both are closed, each for its own reason',
      { inbounds: [here, other], findings: [closed, secondClosed] },
      ['entries bad down core.inbound-1 ports.inbound-2-tcp'],
    ],
    [
      'one is closed, and the other is off',
      { inbounds: [here, { ...other, enable: false }], findings: [closed] },
      ['inbounds warn some', 'entries bad down core.inbound-1'],
    ],
    [
      'its only node is offline',
      { inbounds: [onBergen], findings: [bergenOffline] },
      ['entries bad down node.7'],
    ],
    [
      'two inbounds on one offline node are one cause',
      { inbounds: [onBergen, { ...onBergen, id: 9 }], findings: [bergenOffline] },
      ['entries bad down node.7'],
    ],
    [
      'one of two nodes is offline',
      { inbounds: [onBergen, onLyon], findings: [bergenOffline] },
      ['entries warn some node.7'],
    ],
    [
      'both nodes are offline',
      { inbounds: [onBergen, onLyon], findings: [bergenOffline, lyonOffline] },
      ['entries bad down node.7 node.8'],
    ],
    ['a node that it does not use is offline', { findings: [bergenOffline] }, []],
    ['an inbound that it does not use is closed', { findings: [secondClosed] }, []],
    ['a warning closes nothing', { findings: [{ ...closed, state: 'warn' }] }, []],
    ['other findings about the core close nothing', { findings: [finding('geo.geoip', 'core', '')] }, []],
    ['what is bad about this server closes nothing', { findings: [finding('disk.data', 'server', '')] }, []],
    [
      'an inbound that is off has no findings that matter',
      { inbounds: [{ ...here, enable: false }], findings: [closed] },
      ['inbounds bad off'],
    ],
    [
      'one of its addresses is dead',
      { findings: [finding('entries.inbound-1-2', 'inbound', 1, 'warn')] },
      ['entries warn some entries.inbound-1-2'],
    ],
    ['not every check has looked', { checkedAt: 0 }, ['entries warn unchecked']],
  ])('%s', (_, more, fault) => {
    expect(faults(more)).toEqual(fault)
  })
})

it('says what a case is about', () => {
  const failed = { at: 5, address: '203.0.113.7', why: 'key', name: '' } as const
  const waiting = { online: false, lastOnline: 0, expiryTime: -3 * 86_400_000 }
  const answers = diagnose({ ...well, ...waiting, quota: 5, handshake: failed }, now)
  expect(answers.filter(({ params }) => Object.keys(params).length > 0)).toMatchObject([
    { question: 'quota', params: { used: 5, total: 5 } },
    { question: 'handshake', params: { at: 5, address: '203.0.113.7', name: '' } },
    { question: 'seen', what: 'waiting', params: { days: 3 } },
  ])
})

it('the reason is what stops it, else what stands in its way', () => {
  const slow: Partial<Case> = { slowed: 'day' }
  const reason = (more: Partial<Case>) => reasonOf(diagnose({ ...well, ...more }, now))?.question
  expect([reason(slow), reason({ ...slow, enable: false })]).toEqual(['speed', 'enabled'])
  expect([reason({}), reason({ online: false, lastOnline: 0 }), reason({ checkedAt: 0 })]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})
