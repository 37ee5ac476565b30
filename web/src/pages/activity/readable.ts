import type { AuditEntry } from '#contract/audit-api.ts'
import type { TemplateChange } from '#domain/core-config/template-changes.ts'
import { isolated } from '../../i18n/measures.ts'
import type { PlainKey, Translate } from '../../i18n/translation.tsx'
import { wordFor } from '../../i18n/word-for.ts'
import { fields, silent, type ValueKind, wishes } from './field-words.ts'
import { isRecord, isSayable, type Reading, sayValue } from './values.ts'

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** "Port 443 → 8443"; undefined for a field that has no name. */
function sayChange(reading: Reading, objectKind: string, change: FieldChange): string | undefined {
  const { key, path, before, after } = change
  const { t, measures } = reading
  const known = own(fields, key)
  const field = reading.labelOf?.(objectKind, path) ?? (known && t(known[0]))
  if (field === undefined) return undefined
  const kind: ValueKind = known?.[1] ?? 'text'
  if (kind === 'unsaid' || !isSayable(before) || !isSayable(after)) return t('past.fieldChanged', { field })
  const value = (one: unknown) => {
    const word = reading.wordOf?.(objectKind, path, one)
    if (word !== undefined) return word
    // A counter that is zero is not unlimited.
    return (key === 'up' || key === 'down') && one === 0 ? measures.bytes(0) : sayValue(one, kind, reading)
  }
  return t('past.change', { field, before: value(before), after: value(after) })
}

const parts: Record<TemplateChange['part'], Partial<Record<TemplateChange['did'], PlainKey>>> = {
  rule: { added: 'past.ruleAdded', removed: 'past.ruleRemoved', changed: 'past.ruleChanged' },
  rules: { moved: 'past.rulesMoved' },
  outbound: { added: 'past.outboundAdded', removed: 'past.outboundRemoved', changed: 'past.outboundChanged' },
  balancer: { added: 'past.balancerAdded', removed: 'past.balancerRemoved', changed: 'past.balancerChanged' },
  section: { changed: 'past.sectionChanged' },
}

/** Sections of the core's configuration, as the Network page calls them. */
const sections: Readonly<Record<string, PlainKey>> = {
  log: 'past.partLog',
  dns: 'past.partDns',
  fakedns: 'past.partDns',
  policy: 'past.partPolicy',
  routing: 'past.partRouting',
  observatory: 'past.partChecks',
  burstObservatory: 'past.partChecks',
  stats: 'past.partStats',
  metrics: 'past.partStats',
  outbounds: 'past.partOutbounds',
  inbounds: 'past.inbounds',
}
const sectionWord = (t: Translate, name: string): string => t(own(sections, name) ?? 'past.partOther')

/** "Rule added: netflix → WARP". */
function sayTemplateChange(t: Translate, { part, did, name, to }: TemplateChange): string {
  const key = own(parts, part)?.[did]
  const said = part === 'section' ? sectionWord(t, name) : isolated(name)
  const what = to ? t('past.leads', { name: said, to: isolated(to) }) : said
  return key ? [t(key), ...(name ? [what] : [])].join(' ') : what
}

/** What the template's entry says of itself; the template is not in it. */
function templateOf(after: unknown): TemplateChange[] {
  const list = isRecord(after) ? after.template : undefined
  // Written by the panel's own `templateChanges`.
  return Array.isArray(list) ? (list.filter(isRecord) as unknown as TemplateChange[]) : []
}

/** What a bulk act did to all of its clients: "Quota set to 50 GB". */
function wishLines(reading: Reading, after: unknown): string[] {
  const change = isRecord(after) && Array.isArray(after.emails) ? after.change : undefined
  if (!isRecord(change)) return []
  return Object.entries(change).flatMap(([key, value]) => {
    const known = own(wishes, key)
    const isNothing = (key.startsWith('add') || key === 'days') && value === 0
    if (!known || isNothing || (key === 'flow' && value === '')) return []
    const field = reading.t(known[0])
    if (known[1] === 'unsaid') return reading.t('past.fieldChanged', { field })
    // Inbounds are those that were added or removed, as the sentence says, not all that are left.
    const isMore = key.startsWith('add') || key === 'days' || key === 'inboundIds'
    return reading.t(isMore ? 'past.with' : 'past.set', { field, value: sayValue(value, known[1], reading) })
  })
}

/** The clients, inbounds or addresses that an act on many names. */
function whoLine({ t, measures }: Reading, { before, after }: AuditEntry): string[] {
  const said = [after, before].find(isRecord)
  const list = said?.emails ?? said?.names
  const emails = Array.isArray(list) ? list.map(String) : []
  if (emails.length < 2) return []
  const more = emails.length - mostNamed + Number(said?.more ?? 0)
  const names = emails.slice(0, mostNamed).map(isolated).join(', ')
  return [more > 0 ? t('past.namesAndMore', { names, count: measures.count(more) }) : names]
}

/** Who changed since and was left out of an undo. */
function leftLine({ t }: Reading, after: unknown): string[] {
  const list = isRecord(after) ? after.left : undefined
  const names = Array.isArray(list) ? list.map(String) : []
  if (names.length === 0) return []
  const some = [...names.slice(0, mostNamed).map(isolated), ...(names.length > mostNamed ? ['…'] : [])]
  return [t('past.left', { names: some.join(', ') })]
}

/** Why logins were refused, each reason with its number. */
function whyLines({ t, measures }: Reading, { action, after }: AuditEntry): string[] {
  const reasons = action === 'session.refused' && isRecord(after) ? after.reasons : undefined
  return Object.entries(isRecord(reasons) ? reasons : {}).flatMap(([why, count]) => {
    const key = wordFor('act.why', why)
    return key ? [t('past.with', { field: t(key), value: measures.count(Number(count)) })] : []
  })
}

const mostNamed = 8
/** What a created object says of itself. */
const ofNew = ['protocol', 'port', 'totalGB', 'expiryTime', 'days', 'limitIp', 'group', 'inboundIds', 'url']

function newLines(reading: Reading, { before, after }: AuditEntry): string[] {
  if (isRecord(before) || !isRecord(after)) return []
  return ofNew.flatMap((key) => {
    const [value, known] = [after[key], own(fields, key)]
    if (!known || value === undefined || value === 0 || value === '' || !isSayable(value)) return []
    if (Array.isArray(value) && value.length === 0) return []
    return reading.t('past.with', {
      field: reading.t(known[0]),
      value: sayValue(value, known[1], reading),
    })
  })
}

/** The entry in lines that people read; empty if its sentence says everything. */
export function linesOf(reading: Reading, entry: AuditEntry): string[] {
  const { before, after, objectKind } = entry
  if (switchedTo(entry) !== undefined) return [] // the sentence says it
  const changes = changesOf(before, after).filter(
    ({ path, key }) => !silent.has(path.split('.')[0] ?? '') && !silent.has(key),
  )
  const said = changes.map((change) => sayChange(reading, objectKind, change))
  const unnamed = [...new Set(changes.flatMap(({ key }, i) => (said[i] === undefined ? [key] : [])))]
  return [
    ...new Set(templateOf(after).map((change) => sayTemplateChange(reading.t, change))),
    ...new Set(said.filter((line) => line !== undefined)),
    ...(unnamed.length > 0
      ? [reading.t('past.alsoChanged', { names: unnamed.map(isolated).join(', ') })]
      : []),
    ...wishLines(reading, after),
    ...newLines(reading, entry),
    ...whoLine(reading, entry),
    ...leftLine(reading, after),
    ...whyLines(reading, entry),
  ]
}

/** The enabled state, if it is all that an entry changed. */
export function switchedTo({ before, after }: AuditEntry): boolean | undefined {
  const [first, ...others] = changesOf(before, after).filter(({ key }) => !silent.has(key))
  if (!first || others.length > 0 || (first.path !== 'enable' && first.path !== 'enabled')) return undefined
  return typeof first.after === 'boolean' ? first.after : undefined
}

interface FieldChange {
  /** The field, as a path where it is inside another: `streamSettings.realitySettings.dest`. */
  path: string
  /** Its last part, by which it is named. */
  key: string
  before: unknown
  after: unknown
}

/** Changes with every write and carries no information. */
const dull = new Set(['updatedAt', 'updated_at', 'id'])
const MOST = 12

function* leaves(before: unknown, after: unknown, path: readonly string[]): Generator<FieldChange> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const key = path.at(-1) ?? ''
  if ((isRecord(before) && isRecord(after)) || path.length === 0) {
    const [a, b] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
      if (!dull.has(name)) yield* leaves(a[name], b[name], [...path, name])
  } else yield { path: path.join('.'), key, before, after }
}

/** The changes of an audit entry, field by field; creations and deletions have none. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  if (!isRecord(before) || !isRecord(after)) return []
  const found: FieldChange[] = []
  for (const change of leaves(before, after, [])) {
    found.push(change)
    if (found.length === MOST) break
  }
  return found
}
