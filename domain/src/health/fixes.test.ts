import { expect, it } from 'vitest'
import { type CertificateFact, judgeCertificates } from './certificates.ts'
import { type CoreFacts, judgeCore, judgeGeo } from './core.ts'
import { judgeBackups, judgePermissions } from './data.ts'

// Which findings the panel can mend itself, and how an operator can do it otherwise.

const day = 86_400_000
const now = 1_800_000_000_000

it('a core that was stopped is started; one that fails is tried again anyway, and one that is missing is installed', () => {
  const core: CoreFacts = {
    ...{ state: 'stop', version: '', reason: undefined, program: 'installed', isVerified: true },
    ...{ isUnwanted: false, waiting: 0, notOpen: [] },
  }
  const reason = { code: 'core.said', params: { reason: 'x' } }
  const actions = [core, { ...core, reason }, { ...core, program: 'none' as const }].map(
    (facts) => judgeCore(facts)[0]?.action,
  )
  const to = 'panel/'
  expect(actions).toEqual([
    { kind: 'fix', fix: 'core', to },
    { kind: 'page', to },
    { kind: 'page', to },
  ])
})

it('a geo file is fetched if it is known where from; old ones together', () => {
  const geo = (name: string, changedAt = 0) => ({ name, changedAt, isKnown: name !== 'own' })
  const to = 'panel/network?tab=geo'
  const old = now - 90 * day
  const actions = [
    ...judgeGeo([geo('b'), geo('own')], now),
    ...judgeGeo([geo('b', old)], now),
    ...judgeGeo([geo('own', old)], now),
  ].map(({ action }) => action)
  expect(actions).toEqual([
    { kind: 'fix', fix: 'geo', on: 'b', to },
    { kind: 'page', to },
    { kind: 'fix', fix: 'geo', to },
    { kind: 'page', to },
  ])
})

it('only files of the data folder that the panel may change are closed', () => {
  const own = { path: '/d', mode: 0o755, isFolder: true, isOwn: true, isInside: true }
  const outside = { ...own, path: '/etc/x.key', isInside: false }
  const [inside, ...others] = judgePermissions([own, { ...own, path: '/d/x', isOwn: false }, outside])
  expect(inside?.action).toEqual({ kind: 'fix', fix: 'permissions', on: '/d', command: 'chmod 700 /d' })
  expect(others.map(({ action }) => action?.kind)).toEqual(['command', 'command', undefined])
})

it('every flaw of backups is mended by making one', () => {
  const good = { isScheduled: true, lastGoodAt: now - day, isOverdue: false, error: '' }
  const flaws = [{ error: 'disk full' }, { isOverdue: true }, { isScheduled: false, lastGoodAt: 0 }]
  const kinds = [{}, ...flaws, { isScheduled: false, lastGoodAt: now - 9 * day }].map(
    (flaw) => judgeBackups({ ...good, ...flaw }, now)[0]?.action?.kind,
  )
  expect(kinds).toEqual([undefined, 'fix', 'fix', 'fix', 'fix'])
})

it('the panel renews its own certificate when asked; for another file, and another flaw, a page is named', () => {
  const late: CertificateFact = {
    ...{ of: 'panel', inboundId: 0, name: '', file: '/a.pem', error: '', missing: [], managedId: 7 },
    ...{ notBefore: now - 80 * day, notAfter: now + 9 * day },
    ...{ isSelfSigned: false, isComplete: true, fitsKey: true },
  }
  const actions = [late, { ...late, managedId: undefined }, { ...late, fitsKey: false }].map(
    (fact) => judgeCertificates([fact], now)[0]?.action,
  )
  expect(actions).toEqual([
    { kind: 'fix', fix: 'certificate', on: '7', to: 'panel/settings?section=certificates' },
    ...[1, 2].map(() => ({ kind: 'page', to: 'panel/settings?section=panel&at=webCertFile' })),
  ])
})
