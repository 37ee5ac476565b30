import type { PlainKey } from '../../i18n/translation.tsx'

export const clientFilterNames = ['online', 'active', 'expiring', 'depleted', 'deactive'] as const
export type ClientFilterName = (typeof clientFilterNames)[number]

/** A word and a tone for each: never colour alone (WCAG 1.4.1). */
export const statuses = {
  online: { label: 'clients.online', tone: 'good' },
  active: { label: 'clients.active', tone: 'calm' },
  expiring: { label: 'clients.expiring', tone: 'warn' },
  depleted: { label: 'clients.depleted', tone: 'bad' },
  deactive: { label: 'clients.disabled', tone: 'none' },
} as const satisfies Record<ClientFilterName, { label: PlainKey; tone: string }>
