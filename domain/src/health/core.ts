import type { Coded } from '#contract/coded.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, fix, inboundSubject, page } from './check.ts'

export interface CoreFacts {
  state: 'running' | 'stop' | 'error'
  version: string
  /** Why it does not run, or what is wrong with it. */
  reason: Coded | undefined
  program: 'installed' | 'installing' | 'none'
  /** Its program was compared with the hash of its release or build. */
  isVerified: boolean
  /** The operator wants none. */
  isUnwanted: boolean
  /** Changes that wait for a restart of the core. */
  waiting: number
  /** Inbounds that it could not open. */
  notOpen: readonly { id: number; name: string; reason: Coded }[]
}

function downCheck({ reason, program }: CoreFacts): Check {
  if (program === 'installing') return check('core', 'note', coded('health.core-installing'))
  if (reason) return check('core', 'bad', coded('health.core-fails', { reason }), page('panel/'))
  if (program === 'none') return check('core', 'bad', coded('health.core-none'), page('panel/'))
  return check('core', 'bad', coded('health.core-stopped'), fix('core', page('panel/')))
}

export function judgeCore(facts: CoreFacts): Check[] {
  const { state, version, isVerified, isUnwanted, waiting, notOpen } = facts
  if (isUnwanted) return [check('core', 'note', coded('health.core-unwanted'))]
  if (state !== 'running') return [downCheck(facts)]
  const closed = notOpen.map(({ id, name, reason: why }) =>
    check(
      `core.inbound-${id}`,
      'bad',
      coded('health.inbound-closed', { name, reason: why }),
      page(`panel/inbounds?i=${id}`),
      inboundSubject(id, name),
    ),
  )
  const running =
    waiting > 0
      ? check(
          'core',
          'note',
          coded('health.core-waits', { version, count: waiting }),
          page('panel/network?review=1'),
        )
      : check(
          'core',
          'ok',
          coded(isVerified ? 'health.core-runs' : 'health.core-runs-unverified', { version }),
        )
  return [running, ...closed]
}

/** A core that names no version, as that of a demo, is not judged. */
export function judgeCoreVersion(version: string, oldest: string, newest: string): Check[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return []
  const id = 'core.version'
  const to = page('panel/?core=version')
  if (compareVersions(version, oldest) < 0)
    return [check(id, 'warn', coded('health.core-version-old', { version, oldest }), to)]
  if (compareVersions(version, newest) > 0)
    return [check(id, 'note', coded('health.core-version-new', { version, newest }), to)]
  return [check(id, 'ok', coded('health.core-version-known', { version }))]
}

export interface GeoFact {
  name: string
  /** Milliseconds; 0 = it is missing. */
  changedAt: number
  /** The panel knows where to get it. */
  isKnown: boolean
}

const DAY = 86_400_000
const oldDays = 60

/** Only the files that the configuration names. */
export function judgeGeo(facts: readonly GeoFact[], now: number): Check[] {
  const to = page('panel/network?tab=geo')
  const update = ({ isKnown }: GeoFact, on?: string) => (isKnown ? fix('geo', to, on) : to)
  const missing = facts.filter(({ changedAt }) => changedAt === 0)
  if (missing.length > 0)
    return missing.map((fact) => {
      const { name } = fact
      return check(`geo.${name}`, 'bad', coded('health.geo-missing', { name }), update(fact, name))
    })
  const [oldest] = facts.toSorted((a, b) => a.changedAt - b.changedAt)
  if (!oldest) return [check('geo', 'ok', coded('health.geo-unused'))]
  const days = Math.max(0, Math.floor((now - oldest.changedAt) / DAY))
  return days > oldDays
    ? [check('geo', 'note', coded('health.geo-old', { name: oldest.name, days }), update(oldest))]
    : [check('geo', 'ok', coded('health.geo-good', { days }))]
}

/** How the open connections of one client can be ended here. */
export function judgeCutting(way: 'pidfd' | 'ss' | 'rule' | 'none'): Check[] {
  if (way === 'none') return []
  if (way === 'rule') return [check('cutting', 'warn', coded('health.cut-not'))]
  return [check('cutting', 'ok', coded('health.cut-good'))]
}
