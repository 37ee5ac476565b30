import { emailKey } from '#domain/clients/names.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Pace } from './pace.ts'

/** What a committed write changes for connected clients. */
export function followChange(pace: Pick<Pace, 'changed'>, change: Change): void {
  if (change.kind === 'plans-changed') pace.changed((_, { planId }) => planId > 0)
  if (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed') return
  const emails = new Set<string>()
  for (const { email, formerEmail } of change.clients) {
    emails.add(emailKey(email))
    if (formerEmail !== null) emails.add(emailKey(formerEmail))
  }
  const groups = new Set(change.kind === 'clients-changed' ? change.groups : [])
  const concerns = (email: string, group: string) => emails.has(emailKey(email)) || groups.has(group)
  pace.changed((email, { group }) => concerns(email, group), change.kind === 'inbounds-changed')
}
