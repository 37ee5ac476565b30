import { type Act, acts } from '#contract/acts.ts'
import type { AuditEntry } from '#contract/audit-api.ts'
import type { Transition } from '#domain/traffic/depletion.ts'
import { isolated } from '../../i18n/measures.ts'
import type { Translate } from '../../i18n/translation.tsx'
import { addressName, inboundsOf, isRenamed, severalSentence } from './address-name.ts'
import { switchedTo } from './readable.ts'
import { isRecord, type Reading } from './values.ts'

type KeyOf<A extends Act> = A extends `${infer Kind}.${infer Verb}` ? `act.${Kind}${Capitalize<Verb>}` : never
/** Every act has a sentence: `client.add` has `act.clientAdd`. An act without one does not compile (ADR 061). */
const keyOf = (act: Act) =>
  `act.${act.replace(/\.(.)/, (_, first: string) => first.toUpperCase())}` as KeyOf<Act>
/** An entry of a newer panel may have another. */
const isAct = (action: string): action is Act =>
  Object.entries(acts).some(([kind, verbs]) => verbs.some((verb) => action === `${kind}.${verb}`))
const textAt = (value: unknown, key: string): string =>
  isRecord(value) && typeof value[key] === 'string' ? value[key] : ''

/** Their object begins with the row's number: `3 gold`. */
const numbered: ReadonlySet<string> = new Set(['plan', 'node', 'certificate', 'webhook'])
const outlets = {
  home: 'act.home',
  mail: 'act.mail',
  email: 'act.mail',
  telegram: 'act.telegram',
} as const

const limits = {
  ended: 'act.clientsLimits',
  slowed: 'act.limitSlowed',
  renewed: 'act.limitRenewed',
  started: 'act.limitStarted',
  quickened: 'act.limitQuickened',
  returned: 'act.limitReturned',
  closed: 'act.limitClosed',
  opened: 'act.limitOpened',
} as const satisfies Record<Transition, string>

const inboundsIn = (object: string) => object.split(/,? /).filter((part) => /^\d+$/.test(part))

function outletName(t: Translate, object: string): string {
  const [outlet = ''] = object.split(' ')
  const known = Object.entries(outlets).find(([name]) => name === outlet)
  return t(known ? known[1] : 'act.webhook')
}

/** What people call the thing that an entry is about; blank for the panel itself. */
export function nameOf({ t, inboundName }: Reading, entry: AuditEntry): string {
  const { object, objectKind, before, after } = entry
  const count = Number(/^(\d+) (clients|inbounds)$/.exec(object)?.[1] ?? Number.NaN)
  if (objectKind === 'clients') return Number.isNaN(count) ? object : t('act.clients', { count })
  if (objectKind === 'inbounds') {
    if (!Number.isNaN(count)) return t('act.inbounds', { count })
    const names = inboundsIn(object).map((id) => inboundName(Number(id)))
    const isKnown = names.length > 0 && names.every((name) => name !== undefined)
    return isKnown ? names.join(', ') : t('act.inbounds', { count: Math.max(names.length, 1) })
  }
  if (objectKind === 'inbound') {
    const [id = '', ...tag] = object.split(' ')
    return inboundName(Number(id)) || textAt(before, 'remark') || tag.join(' ') || object
  }
  if (objectKind === 'hosts') return addressName(t, entry)
  if (objectKind === 'notice') return outletName(t, object)
  if (objectKind === 'outbound' && object === '-alltags-') return t('act.allOutbounds')
  if (objectKind === 'geo' && object === 'all') return t('act.allFiles')
  if (objectKind === 'user' && isRecord(after) && Array.isArray(after.names)) return after.names.join(', ')
  if (objectKind === 'user' && object === '') return t('act.anyName')
  if (objectKind === 'core') return object.replace(/(, SHA-256| to) .*$/, '')
  if (!numbered.has(objectKind)) return object
  return textAt(after, 'name') || textAt(before, 'name') || object.replace(/^\d+ /, '')
}

/** The second thing that a sentence names. */
function secondOf(reading: Reading, entry: AuditEntry, name: string): string {
  const { t } = reading
  const { after, action } = entry
  if (action === 'clients.undo' || action === 'inbounds.undo') {
    const of = textAt(after, 'of')
    return sentenceOf(reading, { ...entry, action: of, after: null }, name)
  }
  if (action === 'hosts.add') return isolated(inboundsOf(entry))
  if (action === 'balancer.override') return targetOf(t, after)
  if (action === 'session.refused')
    return t('act.tries', { count: isRecord(after) ? Number(after.attempts ?? 1) : 1 })
  const change = isRecord(after) ? after.change : undefined
  return isolated(textAt(after, 'device') || textAt(after, 'reason') || textAt(change, 'group'))
}

function targetOf(t: Translate, after: unknown): string {
  const target = textAt(after, 'target')
  return target === '' ? t('act.automatic') : isolated(target)
}

/** What a limit did, where it did one thing to all. */
function limitSentence(after: unknown): (typeof limits)[keyof typeof limits] {
  const change = isRecord(after) && isRecord(after.change) ? after.change : {}
  const [only, second] = Object.keys(change)
  const known = Object.entries(limits).find(([what]) => what === only)
  return known && second === undefined ? known[1] : limits.ended
}

/** "Inbound Frankfurt deleted": the act in one sentence. `name` is written where the sentence names its object. */
export function sentenceOf(reading: Reading, entry: AuditEntry, name: string): string {
  const { t } = reading
  const { action, after } = entry
  if (action === 'session.login' && isRecord(after) && 'recoveryCode' in after)
    return t('act.recoveryLogin', { name })
  const on = switchedTo(entry)
  if (on !== undefined) return t(on ? 'act.enabled' : 'act.disabled', { name })
  if (!isAct(action)) return t('act.unknown', { name })
  if (action === 'clients.limits') return t(limitSentence(after), { name })
  const ofSeveral = severalSentence(t, entry, name)
  if (ofSeveral !== undefined) return ofSeveral
  return t(keyOf(action), { name, value: secondOf(reading, entry, name) })
}

/** More than this is a list below the sentence. */
const MOST_IN_HEADLINE = 2
const changing: ReadonlySet<string> = new Set<Act>([
  'client.update',
  'group.update',
  'hosts.update',
  'inbound.update',
  'node.update',
  'plan.update',
  'settings.update',
  'webhook.update',
])

/** Actions that affect a client or user rather than change an object. */
const people: ReadonlySet<string> = new Set(['client', 'group', 'plan'])

/** "Port 443 → 8443 on Frankfurt", where a change is small enough to be said at once. */
export function headlineOf(
  { t }: Reading,
  entry: AuditEntry,
  lines: readonly string[],
  name: string,
): string | undefined {
  if (!changing.has(entry.action) || switchedTo(entry) !== undefined) return undefined
  if (lines.length === 0 || lines.length > MOST_IN_HEADLINE || isRenamed(entry)) return undefined
  const change = lines.join(' · ')
  if (entry.object === '') return change
  return t(people.has(entry.objectKind) ? 'past.forName' : 'past.onName', { change, name })
}
