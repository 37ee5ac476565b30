import type { PlainKey } from '../../i18n/translation.tsx'

/** What a client is at the moment, in the order of the tabs. */
export const shownStatuses = ['online', 'active', 'expiring', 'expired', 'spent', 'deactive'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** `depleted` finds both: past the end, and out of data. */
export const clientFilterNames = [...shownStatuses, 'depleted'] as const
export type ClientFilterName = (typeof clientFilterNames)[number]

/** A word and a tone for each: never colour alone (WCAG 1.4.1). */
export const statuses = {
  online: { label: 'kit.clientsOnline', tone: 'good' },
  active: { label: 'kit.clientsActive', tone: 'calm' },
  expiring: { label: 'clients.runningOut', tone: 'warn' },
  expired: { label: 'clients.expired', tone: 'bad' },
  spent: { label: 'clients.spent', tone: 'bad' },
  deactive: { label: 'kit.clientsDisabled', tone: 'none' },
} as const satisfies Record<ShownStatus, { label: PlainKey; tone: string }>
