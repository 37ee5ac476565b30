import { describe, expect, it } from 'vitest'
import { inEnglish } from '#domain/refusal.ts'
import { type CertificateFact, judgeCertificates } from './certificates.ts'
import { type Check, check, quoted, reportOf } from './check.ts'
import { type CoreFacts, judgeCore, judgeCutting, judgeGeo } from './core.ts'
import {
  type BackupFacts,
  type DatabaseFacts,
  judgeBackups,
  judgeDatabase,
  judgePermissions,
} from './data.ts'
import { judgeClock, judgeCongestion, judgeDisk, judgeLimits, judgeMemory, judgeUpdates } from './machine.ts'
import { judgeNames } from './names.ts'
import { judgeAddresses, judgeFirewall, judgePorts, type PortFact } from './ports.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const GB = 1024 ** 3
const now = 1_800_000_000_000
const brief = (checks: readonly Check[]) => checks.map(({ state, sentence }) => `${state} ${sentence.code}`)

const port: PortFact = {
  of: 'inbound',
  inboundId: 3,
  name: 'door',
  listen: '',
  port: 443,
  layer: 'tcp',
  isHeld: true,
}
const runs = { panel: true, core: true }

describe('ports', () => {
  it('that are as they should be are one line', () => {
    expect(brief(judgePorts([port, { ...port, layer: 'udp' }], runs))).toEqual(['ok health.ports-open'])
    const [open] = judgePorts(
      [
        { ...port, of: 'panel' },
        { ...port, isHeld: false },
      ],
      { ...runs, core: false },
    )
    expect(open?.sentence.params).toEqual({ count: 1 }) // the core does not run, so its port is closed
    expect(brief(judgePorts([{ ...port, isHeld: false }], { panel: false, core: false }))).toEqual([
      'ok health.ports-free',
    ])
  })
  it('that are closed or held by others are a line each, with the place to change them', () => {
    const otherProgram = { name: 'nginx', pid: 7 }
    const [taken, closed] = judgePorts(
      [
        { ...port, otherProgram },
        { ...port, of: 'panel', isHeld: false },
      ],
      runs,
    )
    expect(taken && inEnglish(taken.sentence)).toBe(
      'Inbound door: port 443/tcp is used by nginx (process 7). Stop it, or choose another port.',
    )
    expect(taken?.action).toEqual({ kind: 'page', to: 'panel/inbounds?i=3' })
    expect([closed?.state, closed?.sentence.code]).toEqual(['bad', 'health.port-closed'])
  })
})

describe('addresses', () => {
  const facts = {
    own: [{ address: '203.0.113.9', isPublic: true }],
    publicHost: '',
    panel: { listen: '0.0.0.0', port: 2053 },
    subscriptions: { listen: '', port: 2096, hasPublicUrl: false },
  }
  it.each([
    [{}, ['ok health.address-public']],
    [{ own: [] }, ['warn health.address-unknown']],
    [{ own: [], publicHost: 'a.example' }, ['note health.address-behind-nat']],
    [{ panel: { listen: '127.0.0.1', port: 1 } }, ['ok health.address-public', 'note health.panel-inner']],
    [
      { subscriptions: { listen: '::1', port: 1, hasPublicUrl: false } },
      ['ok health.address-public', 'warn health.subscriptions-inner'],
    ],
    [{ subscriptions: { listen: '::1', port: 1, hasPublicUrl: true } }, ['ok health.address-public']],
  ])('%j', (part, expected) => {
    expect(brief(judgeAddresses({ ...facts, ...part }))).toEqual(expected)
  })
})

it('an active firewall is a reminder with the command that opens the ports', () => {
  const needed = [port, { ...port, layer: 'udp' as const }, port]
  expect(judgeFirewall({ found: ['ufw'], needed })[0]?.action).toEqual({
    kind: 'command',
    command: 'ufw allow 443/tcp && ufw allow 443/udp',
  })
  expect(brief(judgeFirewall({ found: [], needed }))).toEqual(['ok health.firewall-none'])
  expect(brief(judgeFirewall({ found: ['nftables'], needed: [] }))).toEqual(['ok health.firewall-no-ports'])
})

it('a name that leads elsewhere may be right; one that is lost is not', () => {
  const fact = { of: 'panel' as const, name: 'a.example', addresses: ['192.0.2.1'], error: '' }
  const lost = { ...fact, addresses: undefined, error: 'no such name' }
  expect(brief(judgeNames([fact], ['192.0.2.1']))).toEqual(['ok health.name-here'])
  expect(brief(judgeNames([fact, { ...fact, of: 'host' }], []))).toEqual([
    'note health.name-elsewhere',
    'ok health.name-elsewhere',
  ])
  expect(brief(judgeNames([lost, { ...lost, of: 'host' }], []))).toEqual([
    'bad health.name-lost',
    'warn health.name-lost',
  ])
})

const certificate: CertificateFact = {
  of: 'panel',
  inboundId: 0,
  name: '',
  file: '/a.pem',
  error: '',
  notBefore: now - 30 * DAY,
  notAfter: now + 60 * DAY,
  isSelfSigned: false,
  isComplete: true,
  fitsKey: true,
  missing: [],
}

it.each<[Partial<CertificateFact>, string]>([
  [{}, 'ok health.cert-good'],
  [{ fitsKey: undefined }, 'ok health.cert-good'],
  [{ error: 'no such file' }, 'bad health.cert-unreadable'],
  [{ fitsKey: false }, 'bad health.cert-other-key'],
  [{ notAfter: now - 1 }, 'bad health.cert-expired'],
  [{ notBefore: now + 1 }, 'bad health.cert-early'],
  [{ notAfter: now + 9 * DAY }, 'warn health.cert-soon'],
  [{ notBefore: now - 3 * DAY, notAfter: now + 3 * DAY }, 'ok health.cert-good'], // of six days
  [{ notBefore: now - 5 * DAY, notAfter: now + DAY }, 'warn health.cert-soon'],
  [{ missing: ['b.example'] }, 'warn health.cert-other-name'],
  [{ isSelfSigned: true }, 'note health.cert-self-signed'],
  [{ isComplete: false }, 'warn health.cert-incomplete'],
])('a certificate %j: %s', (part, expected) => {
  expect(brief(judgeCertificates([{ ...certificate, ...part }], now))).toEqual([expected])
})

describe('the machine', () => {
  const clock = { offsetMs: 500, against: 'a.example', service: '', jumpMs: 0 }
  it.each([
    [{}, 'ok health.clock-right'],
    [{ offsetMs: -30_000 }, 'warn health.clock-off'],
    [{ offsetMs: 91_000 }, 'bad health.clock-off'],
    [{ jumpMs: HOUR }, 'bad health.clock-jumped'],
    [{ offsetMs: undefined, service: 'chrony' }, 'ok health.clock-set-by'],
    [{ offsetMs: undefined }, 'note health.clock-unknown'],
  ])('clock %j: %s', (part, expected) => {
    expect(brief(judgeClock({ ...clock, ...part }))).toEqual([expected])
  })
  it.each([
    [50 * GB, 5_000, 'ok health.disk-good'],
    [8 * GB, 5_000, 'warn health.disk-low'],
    [3 * GB, 5_000, 'bad health.disk-full'],
    [50 * GB, 10, 'bad health.disk-full'],
  ])('disk: %d free, %d files: %s', (free, freeFiles, expected) => {
    const fact = { of: 'data' as const, folder: '/d', free, total: 100 * GB, freeFiles, totalFiles: 10_000 }
    expect(brief(judgeDisk([fact]))).toEqual([expected])
  })
  it('memory, files, BBR, updates', () => {
    expect([50, 9, 3].flatMap((percent) => brief(judgeMemory({ total: 100, available: percent })))).toEqual([
      'ok health.memory-good',
      'warn health.memory-low',
      'bad health.memory-out',
    ])
    expect(brief(judgeMemory({ total: 0, available: 0 }))).toEqual(['note health.memory-unknown'])
    const files = (limit: number | undefined, open: number) =>
      brief(judgeLimits([{ of: 'core', limit, open }]))
    expect([files(100_000, 9), files(100_000, 90_000), files(1_024, 9), files(undefined, 9)]).toEqual([
      ['ok health.files-good'],
      ['bad health.files-out'],
      ['warn health.files-few'],
      [],
    ])
    const [off] = judgeCongestion({ used: 'cubic', available: ['cubic'] })
    expect([
      off?.state,
      off?.action?.kind === 'command' && off.action.command.startsWith('modprobe'),
    ]).toEqual(['note', true])
    expect(brief(judgeCongestion({ used: 'bbr', available: [] }))).toEqual(['ok health.bbr-on'])
    expect(judgeCongestion({ used: '', available: [] })).toEqual([])
    expect(brief(judgeUpdates({ current: '1', newer: '2' }))).toEqual(['note health.update-there'])
    expect(brief(judgeUpdates({ current: '1', newer: '' }))).toEqual(['ok health.update-none'])
    expect(judgeUpdates(undefined)).toEqual([])
  })
})

describe('the core', () => {
  const core: CoreFacts = {
    state: 'running',
    version: '26.7.28',
    reason: undefined,
    program: 'installed',
    isVerified: true,
    isUnwanted: false,
    waiting: 0,
    notOpen: [],
  }
  const said = { code: 'core.said', params: { reason: 'x' } }
  it.each<[Partial<CoreFacts>, string[]]>([
    [{}, ['ok health.core-runs']],
    [{ isVerified: false }, ['ok health.core-runs-unverified']],
    [{ waiting: 2 }, ['note health.core-waits']],
    [{ notOpen: [{ id: 1, name: 'a', reason: said }] }, ['ok health.core-runs', 'bad health.inbound-closed']],
    [{ state: 'stop' }, ['bad health.core-stopped']],
    [{ state: 'error', reason: said }, ['bad health.core-fails']],
    [{ state: 'stop', program: 'none' }, ['bad health.core-none']],
    [{ state: 'error', reason: said, program: 'installing' }, ['note health.core-installing']],
    [{ state: 'stop', isUnwanted: true }, ['note health.core-unwanted']],
  ])('%j', (part, expected) => {
    expect(brief(judgeCore({ ...core, ...part }))).toEqual(expected)
  })
  it('geo files and cutting', () => {
    const file = (name: string, days: number) => ({ name, isKnown: true, changedAt: now - days * DAY })
    expect(brief(judgeGeo([], now))).toEqual(['ok health.geo-unused'])
    expect(brief(judgeGeo([file('a', 3)], now))).toEqual(['ok health.geo-good'])
    expect(brief(judgeGeo([file('a', 3), file('b', 90)], now))).toEqual(['note health.geo-old'])
    expect(brief(judgeGeo([{ ...file('a', 3), changedAt: 0 }], now))).toEqual(['bad health.geo-missing'])
    expect((['pidfd', 'ss', 'rule', 'none'] as const).map((way) => brief(judgeCutting(way))[0])).toEqual([
      'ok health.cut-good',
      'ok health.cut-good',
      'warn health.cut-not',
      undefined,
    ])
  })
})

describe('the data', () => {
  const database: DatabaseFacts = {
    engine: 'sqlite',
    error: '',
    bytes: GB,
    walBytes: 0,
    flaws: [],
    answerMs: 1,
    longestSeconds: 0,
    isPooled: false,
    isOld: false,
  }
  it.each<[Partial<DatabaseFacts>, string[]]>([
    [{}, ['ok health.db-good']],
    [{ error: 'gone' }, ['bad health.db-unreadable']],
    [{ flaws: ['row 1 missing from index'] }, ['bad health.db-damaged']],
    [{ flaws: undefined }, ['note health.db-being-checked']],
    [{ isOld: true }, ['note health.db-old']],
    [{ walBytes: GB }, ['ok health.db-good', 'warn health.db-wal']],
    [{ answerMs: 900 }, ['ok health.db-good', 'warn health.db-slow']],
    [
      { engine: 'postgres', flaws: undefined, longestSeconds: 90, isPooled: true },
      ['ok health.db-good', 'warn health.db-long-transaction', 'ok health.db-pooled'],
    ],
  ])('database %j', (part, expected) => {
    expect(brief(judgeDatabase({ ...database, ...part }))).toEqual(expected)
  })
  it('permissions name each file with the command that sets it right', () => {
    const own = { path: '/d', mode: 0o700, isFolder: true, isOwn: true, isInside: false }
    expect(brief(judgePermissions([own]))).toEqual(['ok health.permissions-good'])
    const [group, all, foreign] = judgePermissions([
      { ...own, mode: 0o750 },
      { ...own, path: "/d/it's.key", mode: 0o644, isFolder: false },
      { ...own, path: '/e', isOwn: false },
    ])
    expect([group?.state, all?.state, foreign?.sentence.code]).toEqual([
      'warn',
      'bad',
      'health.permissions-foreign',
    ])
    expect(all?.action).toEqual({ kind: 'command', command: String.raw`chmod 600 '/d/it'\''s.key'` })
    expect(quoted('/var/lib/sluice')).toBe('/var/lib/sluice')
  })
  const backup: BackupFacts = { isScheduled: true, lastGoodAt: now - 3 * HOUR, isOverdue: false, error: '' }
  it.each<[Partial<BackupFacts>, string]>([
    [{}, 'ok health.backup-good'],
    [{ lastGoodAt: now - HOUR }, 'ok health.backup-fresh'],
    [{ error: 'disk full' }, 'bad health.backup-failed'],
    [{ lastGoodAt: 0 }, 'note health.backup-first-waits'],
    [{ lastGoodAt: 0, isScheduled: false }, 'warn health.backup-none'],
    [{ isOverdue: true }, 'warn health.backup-overdue'],
    [{ isScheduled: false }, 'ok health.backup-good'],
    [{ isScheduled: false, lastGoodAt: now - 9 * DAY }, 'warn health.backup-by-hand'],
  ])('backups %j: %s', (part, expected) => {
    expect(brief(judgeBackups({ ...backup, ...part }, now))).toEqual([expected])
  })
})

it('a report has the worst first, in words and in data', () => {
  const sentence = { code: 'health.core-stopped', params: {} }
  const checks = [check('a', 'ok', sentence), check('b', 'bad', sentence), check('c', 'note', sentence)]
  const report = reportOf(checks, { at: 1, tookMs: 2, isRunning: true })
  expect(report.checks.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(report).toMatchObject({
    worst: 'bad',
    checks: [{ sentence: 'The core is stopped. No one can connect.' }, {}, {}],
  })
  expect(reportOf([], { at: 1, tookMs: 2, isRunning: true }).worst).toBe('ok')
})
