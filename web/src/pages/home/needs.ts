import type { ClientSummary } from '#contract/client-bodies.ts'
import type { RefusedLogins } from '#contract/session-api.ts'
import type { Status } from '#contract/status.ts'
import type { CertificateDate } from '#contract/tls-tools-api.ts'
import type { CodedText } from '../../i18n/coded.ts'

export type NeedKind =
  | 'coreNone'
  | 'coreStopped'
  | 'coreFailed'
  | 'notOpen'
  | 'disk'
  | 'certEnded'
  | 'certSoon'
  | 'logins'
  | 'today'
  | 'expiring'
  | 'depleted'

export interface Need {
  kind: NeedKind
  /** How many clients or logins it is about; the disk's share in percent; the days that are left. */
  count: number
  /** Whose certificate it is. */
  owner?: Pick<CertificateDate, 'of' | 'name'>
  /** Which inbound it is about. */
  name?: string
  /** Where the last one came from; blank where there are too many. */
  address?: string
  /** The panel's or the core's reason, in English. */
  words?: string
  /** The same in data, where the panel knows it. */
  coded?: readonly CodedText[] | undefined
  /** Where it is dealt with, below the base path. */
  to?: string
}

interface Facts {
  status: Pick<Status, 'xray' | 'disk'>
  /** Absent until it is known: nobody is told of what nobody looked at. */
  summary: ClientSummary | undefined
  today: number
  certificates?: readonly CertificateDate[] | undefined
  refused?: RefusedLogins | undefined
  now: number
  /** A core is being installed: that is no trouble. */
  isInstalling: boolean
}

const FULL_PERCENT = 90
const DAY = 86_400_000
/** Whoever renews by hand has two weeks for it; who renews by program did so long before. */
const SOON_DAYS = 14

export const clientsWith = (q: string) => `panel/clients?${new URLSearchParams({ q })}`

/** Ends within a day and does not renew itself: somebody has to be asked today. */
export const TODAY = 'expires<1d renew:no'

/** "Unknown" is what a core that never ran has for a version. */
export const neverRan = ({ state, version }: Status['xray']) => state === 'stop' && version === 'Unknown'

/** Inbounds that the core runs without, each with its reason. */
const closedNeeds = ({ notOpen = [] }: Status['xray']): Need[] =>
  notOpen.map(({ id, tag, remark, reason, reasonCoded }) => ({
    kind: 'notOpen',
    count: 1,
    name: remark || tag,
    words: reason,
    coded: reasonCoded && [reasonCoded],
    to: `panel/inbounds?i=${id}`,
  }))

function coreNeed(core: Status['xray']): Need[] {
  if (core.state === 'running') return closedNeeds(core)
  if (neverRan(core)) return [{ kind: 'coreNone', count: 0 }]
  if (core.state === 'stop') return [{ kind: 'coreStopped', count: 0 }]
  return [
    { kind: 'coreFailed', count: 0, ...(core.errorMsg && { words: core.errorMsg, coded: core.errorCoded }) },
  ]
}

/** Where another certificate is given. */
const certificateAt = ({ of, inboundId }: CertificateDate): string => {
  if (of === 'inbound') return `panel/inbounds?i=${inboundId}`
  return of === 'panel'
    ? 'panel/settings?section=panel&at=webCertFile'
    : 'panel/settings?section=subscription&at=subCertFile'
}

/** One for each that shows it, the soonest first: two certificates of an inbound are one thing to do. */
function certificateNeeds(certificates: readonly CertificateDate[], now: number): Need[] {
  const found = new Map<string, Need>()
  for (const certificate of certificates.toSorted((a, b) => a.notAfter - b.notAfter)) {
    const left = certificate.notAfter - now
    const to = certificateAt(certificate)
    if (left >= SOON_DAYS * DAY || found.has(to)) continue
    const kind = left <= 0 ? 'certEnded' : 'certSoon'
    found.set(to, { kind, count: Math.max(0, Math.floor(left / DAY)), owner: certificate, to })
  }
  return [...found.values()]
}

function loginNeed({ attempts, lastAddress }: RefusedLogins): Need[] {
  if (attempts === 0) return []
  return [
    { kind: 'logins', count: attempts, address: lastAddress, to: 'panel/activity?verb=refused&range=day' },
  ]
}

/** Only what needs somebody, the worst first. */
export function needsOf(facts: Facts): Need[] {
  const { status, summary, today, certificates = [], refused, now, isInstalling } = facts
  const { current, total } = status.disk
  const percent = total > 0 ? (current * 100) / total : 0
  const clients: Need[] = [
    { kind: 'today', count: today, to: clientsWith(TODAY) },
    { kind: 'expiring', count: summary?.expiringCount ?? 0, to: clientsWith('status:expiring') },
    { kind: 'depleted', count: summary?.depletedCount ?? 0, to: clientsWith('status:depleted') },
  ]
  return [
    ...(isInstalling ? [] : coreNeed(status.xray)),
    ...(percent > FULL_PERCENT ? [{ kind: 'disk' as const, count: percent }] : []),
    ...certificateNeeds(certificates, now),
    ...(refused ? loginNeed(refused) : []),
    ...clients.filter(({ count }) => count > 0),
  ]
}
