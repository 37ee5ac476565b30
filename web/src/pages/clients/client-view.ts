import type { ClientSlim } from '#contract/client-bodies.ts'
import { clientStatus, isNearlySpent, type Thresholds } from '#domain/clients/status.ts'
import type { PlainKey, useTranslation } from '../../i18n/translation.tsx'
import type { Tone } from '../../ui/status-word.tsx'
import { type ShownStatus, statuses } from './filter.ts'

export interface Seen {
  online: ReadonlySet<string>
  thresholds: Thresholds
  now: number
}

export const usedOf = ({ traffic }: Pick<ClientSlim, 'traffic'>): number => traffic.up + traffic.down

const isExpired = ({ expiryTime }: Pick<ClientSlim, 'expiryTime'>, now: number): boolean =>
  expiryTime > 0 && expiryTime <= now

/** Why a client cannot connect although it is enabled. */
export function endOf(client: ClientSlim, now: number): 'expired' | 'spent' | undefined {
  if (isExpired(client, now)) return 'expired'
  const isSpent = client.ended || (client.totalGB > 0 && usedOf(client) >= client.totalGB)
  return isSpent ? 'spent' : undefined
}

/** The server's rule; an active client that is connected is shown as online, an ended one with its reason. */
export function statusOf(client: ClientSlim, { online, thresholds, now }: Seen): ShownStatus {
  const { enable, ended, expiryTime, totalGB } = client
  const usage = { enable, ended, expiryTime, quota: totalGB, used: usedOf(client) }
  const status = clientStatus(usage, thresholds, now)
  if (status === 'depleted') return isExpired(client, now) ? 'expired' : 'spent'
  return status === 'active' && online.has(client.email) ? 'online' : status
}

/** The status in words. For a client that runs out, also which limit. */
export function statusWord(client: ClientSlim, seen: Seen): { tone: Tone; label: PlainKey } {
  const status = statusOf(client, seen)
  const { tone, label } = statuses[status]
  if (status !== 'expiring') return { tone, label }
  const usage = { expiryTime: client.expiryTime, quota: client.totalGB, used: usedOf(client) }
  return { tone, label: isNearlySpent(usage, seen.thresholds) ? 'clients.lowOnData' : 'kit.clientsExpiring' }
}

type Words = Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>

/** Positive: a time; 0: never; negative: days from first use. */
export function expiryWords(expiryTime: number, now: number, { t, measures }: Words): string {
  if (expiryTime === 0) return t('clients.never')
  if (expiryTime < 0) return t('clients.fromFirstUse', { days: measures.days(-expiryTime / 86_400_000) })
  return measures.fromNow(expiryTime, now)
}

export const quotaWords = (quota: number, { t, measures }: Words): string =>
  quota > 0 ? measures.bytes(quota) : t('clients.unlimited')
