import type { ClientSummary } from '#contract/client-bodies.ts'
import type { NodeNeed } from '#contract/node.ts'
import type { RefusedLogins } from '#contract/session-api.ts'
import type { Status } from '#contract/status.ts'
import type { CertificateDate } from '#contract/tls-tools-api.ts'
import { warnDays } from '#domain/certificates/warn-days.ts'
import type { CodedText } from '../../i18n/coded.ts'

export type NeedKind =
  | 'coreNone'
  | 'coreStopped'
  | 'coreFailed'
  | 'clock'
  | 'notOpen'
  | 'node'
  | 'nodes'
  | 'disk'
  | 'certEnded'
  | 'certSoon'
  | 'logins'
  | 'today'
  | 'expiring'
  | 'depleted'

export interface Need {
  kind: NeedKind
  /** Number of clients or logins, disk usage in percent, days left, or hours of a jump. */
  count: number
  /** The owner of the certificate. */
  owner?: Pick<CertificateDate, 'of' | 'name'>
  /** The affected inbound. */
  name?: string
  /** The address of the last one; blank if there are too many. */
  address?: string
  /** The panel's or the core's reason, in English. */
  words?: string
  /** The same in data, where the panel knows it. */
  coded?: readonly CodedText[] | undefined
  /** What is wrong, where the panel says that itself: in English and in data. */
  text?: string
  what?: CodedText
  /** Since when, in milliseconds. */
  since?: number
  /** The page that resolves it, relative to the base path. */
  to?: string
}

interface Facts {
  status: Pick<Status, 'xray' | 'disk'>
  /** Absent until it is known: nothing is reported before. */
  summary: ClientSummary | undefined
  today: number
  certificates?: readonly CertificateDate[] | undefined
  refused?: RefusedLogins | undefined
  /** How far the clock jumped, in milliseconds, until an operator accepts it; 0 if it did not. */
  clockJump?: number | undefined
  nodes?: readonly NodeNeed[] | undefined
  now: number
  /** A core is being installed, which is not an error. */
  isInstalling: boolean
}

const FULL_PERCENT = 90
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Two weeks are enough to renew by hand; what lasts less is renewed by a program. */
const SOON_DAYS = 14

export const clientsWith = (q: string) => `panel/clients?${new URLSearchParams({ q })}`

/** Expires within a day and does not auto-renew. */
export const TODAY = 'expires<1d renew:no'
/** The same as a query. Written out: the filters that can be typed are no part of the first load. */
export const todayOf = (now: number) => ({ expiryFrom: now, expiryTo: now + DAY, autoRenew: false })

/** A core that never ran has the version "Unknown". */
export const neverRan = ({ state, version }: Status['xray']) => state === 'stop' && version === 'Unknown'

/** Inbounds that the core could not open, each with its reason. */
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

/** A fleet that lost its network fills the page with one cause: the rest is a number. */
const MOST_NODES = 5

function nodeNeeds(found: readonly NodeNeed[]): Need[] {
  const shown = found.slice(0, found.length > MOST_NODES ? MOST_NODES - 1 : MOST_NODES)
  const rest = new Set(found.slice(shown.length).map(({ id }) => id)).size
  return [
    ...shown.map(
      ({ id, text, coded, reason, reasonCoded, since }): Need => ({
        kind: 'node',
        count: 1,
        text,
        what: coded,
        words: reason,
        coded: reasonCoded && [reasonCoded],
        ...(since > 0 && { since }),
        to: `panel/nodes?n=${id}`,
      }),
    ),
    ...(rest > 0 ? [{ kind: 'nodes' as const, count: rest, to: 'panel/nodes' }] : []),
  ]
}

/** Where the certificate can be replaced. */
const certificateAt = ({ of, inboundId }: CertificateDate): string => {
  if (of === 'inbound') return `panel/inbounds?i=${inboundId}`
  return of === 'panel'
    ? 'panel/settings?section=panel&at=webCertFile'
    : 'panel/settings?section=subscription&at=subCertFile'
}

/** One per owner, the soonest first: two certificates of an inbound are one task. */
function certificateNeeds(certificates: readonly CertificateDate[], now: number): Need[] {
  const found = new Map<string, Need>()
  for (const certificate of certificates.toSorted((a, b) => a.notAfter - b.notAfter)) {
    const left = certificate.notAfter - now
    const to = certificateAt(certificate)
    const { notBefore, notAfter } = certificate
    if (left >= warnDays(notBefore, notAfter, SOON_DAYS) * DAY || found.has(to)) continue
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

/** Only what needs attention, the most severe first. */
export function needsOf(facts: Facts): Need[] {
  const {
    status,
    summary,
    today,
    certificates = [],
    refused,
    clockJump = 0,
    nodes = [],
    now,
    isInstalling,
  } = facts
  const { current, total } = status.disk
  const percent = total > 0 ? (current * 100) / total : 0
  const clients: Need[] = [
    { kind: 'today', count: today, to: clientsWith(TODAY) },
    { kind: 'expiring', count: summary?.expiringCount ?? 0, to: clientsWith('status:expiring') },
    { kind: 'depleted', count: summary?.depletedCount ?? 0, to: clientsWith('status:depleted') },
  ]
  return [
    ...(isInstalling ? [] : coreNeed(status.xray)),
    ...(clockJump > 0 ? [{ kind: 'clock' as const, count: Math.round(clockJump / HOUR) }] : []),
    ...nodeNeeds(nodes),
    ...(percent > FULL_PERCENT ? [{ kind: 'disk' as const, count: percent }] : []),
    ...certificateNeeds(certificates, now),
    ...(refused ? loginNeed(refused) : []),
    ...clients.filter(({ count }) => count > 0),
  ]
}
