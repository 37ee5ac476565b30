import type { AuditEntry } from '#contract/audit-api.ts'
import type { Translate } from '../../i18n/translation.tsx'
import { isRecord } from './values.ts'

const mostHosts = 3

type Details = Pick<AuditEntry, 'before' | 'after'>

const listAt = ({ before, after }: Details, key: string): string[] => {
  const said = [after, before].find(isRecord)
  const list = said?.[key]
  return Array.isArray(list) ? list.map(String) : []
}

/** The addresses of the one group that an entry is about; empty if it is about several, or is older than their names. */
export const hostsOf = (entry: Details): string[] => listAt(entry, 'hosts')
export const inboundsOf = (entry: Details): string => listAt(entry, 'inbounds').join(', ')

/** The addresses changed; the old name is in a line of the details. */
export const isRenamed = ({ before, after }: Details): boolean =>
  isRecord(before) && isRecord(after) && String(before.hosts) !== String(after.hosts)

/** "cdn.example.com (Fast)", or how many. */
export function addressName(t: Translate, entry: Details): string {
  const [hosts, names] = [hostsOf(entry), listAt(entry, 'names')]
  const said = [entry.after, entry.before].find(isRecord)
  if (hosts.length > 0) {
    const some = [...hosts.slice(0, mostHosts), ...(hosts.length > mostHosts ? ['…'] : [])].join(', ')
    const remark = said?.remark
    return typeof remark === 'string' && remark !== '' ? `${some} (${remark})` : some
  }
  if (names.length === 0) return t('act.someAddresses')
  return t('act.addresses', { count: names.length + Number(said?.more ?? 0) })
}

/** For entries that are not about one named group: the name says what they are about. */
const ofSeveral = {
  'hosts.del': 'act.inboundsDel',
  'hosts.enable': 'act.enabled',
  'hosts.disable': 'act.disabled',
  'hosts.add': 'act.inboundsAdd',
} as const
const isOfSeveral = (action: string): action is keyof typeof ofSeveral => Object.hasOwn(ofSeveral, action)

/** Undefined where the act's own sentence fits. */
export function severalSentence(t: Translate, entry: AuditEntry, name: string): string | undefined {
  if (hostsOf(entry).length > 0) return undefined
  if (entry.action === 'hosts.update') return t('past.fieldChanged', { field: name })
  return isOfSeveral(entry.action) ? t(ofSeveral[entry.action], { name }) : undefined
}
