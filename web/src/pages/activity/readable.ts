import type { AuditEntry } from '#contract/audit-api.ts'
import type { TemplateChange } from '#domain/core-config/template-changes.ts'
import type { PlainKey, Translate, useTranslation } from '../../i18n/translation.tsx'
import { changesOf, type FieldChange } from './changes-of.ts'

type Measures = ReturnType<typeof useTranslation>['measures']
type Kind = 'text' | 'bytes' | 'time' | 'toggle' | 'speed' | 'count'

/** The name of a field and how its value is written. */
const fields: Readonly<Record<string, readonly [PlainKey, Kind]>> = {
  email: ['past.name', 'text'],
  remark: ['past.name', 'text'],
  name: ['past.name', 'text'],
  enable: ['past.enable', 'toggle'],
  port: ['past.port', 'text'],
  listen: ['past.listen', 'text'],
  protocol: ['past.protocol', 'text'],
  tag: ['past.tag', 'text'],
  totalGB: ['past.quota', 'bytes'],
  total: ['past.quota', 'bytes'],
  quota: ['past.quota', 'bytes'],
  expiryTime: ['past.expiry', 'time'],
  limitIp: ['past.ipLimit', 'count'],
  limitHwid: ['past.deviceLimit', 'count'],
  deviceKeys: ['past.deviceKeys', 'toggle'],
  comment: ['past.comment', 'text'],
  group: ['past.group', 'text'],
  reset: ['past.renewDays', 'count'],
  days: ['past.days', 'count'],
  tgId: ['past.telegram', 'text'],
  inboundIds: ['past.inbounds', 'text'],
  flow: ['past.flow', 'text'],
  speedDown: ['past.speedDown', 'speed'],
  speedUp: ['past.speedUp', 'speed'],
  slowSpeed: ['past.slowSpeed', 'speed'],
  fairUse: ['past.fairUse', 'bytes'],
  fairUseSpeed: ['past.fairUseSpeed', 'speed'],
  up: ['past.up', 'bytes'],
  down: ['past.down', 'bytes'],
  network: ['past.network', 'text'],
  security: ['past.security', 'text'],
  dest: ['past.target', 'text'],
  target: ['past.target', 'text'],
  serverName: ['past.sni', 'text'],
  serverNames: ['past.sni', 'text'],
  path: ['past.path', 'text'],
  host: ['past.host', 'text'],
  username: ['past.username', 'text'],
  webPort: ['past.panelPort', 'text'],
  webBasePath: ['past.basePath', 'text'],
  subPort: ['past.subPort', 'text'],
  subPath: ['past.subPath', 'text'],
}

const DAY = 86_400_000
/** Keeps a value's own direction inside the sentence (first strong isolate). */
const isolated = (text: string) => `\u2068${text}\u2069`
const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function written(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function say(t: Translate, measures: Measures, kind: Kind, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'past.on' : 'past.off')
  if (isBlank(value)) return t('past.none')
  if (typeof value !== 'number' || kind === 'text') return isolated(written(value))
  if (kind === 'time') {
    if (value === 0) return t('past.never')
    // Counted from the first connection.
    return value < 0
      ? t('past.fromFirstUse', { days: measures.days(Math.round(-value / DAY)) })
      : measures.date(value)
  }
  if (value === 0 && kind !== 'toggle') return t('past.unlimited')
  if (kind === 'bytes') return measures.bytes(value)
  if (kind === 'speed') return isolated(`${measures.plain(Math.round(value / 10_000) / 100)} Mbit/s`)
  return kind === 'toggle' ? t(value ? 'past.on' : 'past.off') : measures.count(value)
}

/** "Port 443 → 8443". A field without a name of its own is called as on the wire. */
export function sayChange(
  t: Translate,
  measures: Measures,
  { key, path, before, after }: FieldChange,
): string {
  const known = Object.hasOwn(fields, key) ? fields[key] : undefined
  const [label, kind] = known ?? [undefined, 'text' as const]
  const field = label ? t(label) : isolated(path)
  // A counter that is zero is not unlimited.
  const value = (one: unknown) =>
    (key === 'up' || key === 'down') && one === 0 ? measures.bytes(0) : say(t, measures, kind, one)
  return t('past.change', { field, before: value(before), after: value(after) })
}

const parts: Record<TemplateChange['part'], Partial<Record<TemplateChange['did'], PlainKey>>> = {
  rule: { added: 'past.ruleAdded', removed: 'past.ruleRemoved', changed: 'past.ruleChanged' },
  rules: { moved: 'past.rulesMoved' },
  outbound: { added: 'past.outboundAdded', removed: 'past.outboundRemoved', changed: 'past.outboundChanged' },
  balancer: { added: 'past.balancerAdded', removed: 'past.balancerRemoved', changed: 'past.balancerChanged' },
  section: { changed: 'past.sectionChanged' },
}

/** "Rule added: netflix → WARP". */
function sayTemplateChange(t: Translate, { part, did, name, to }: TemplateChange): string {
  const key = Object.hasOwn(parts, part) ? parts[part][did] : undefined
  const what = to ? t('past.leads', { name: isolated(name), to: isolated(to) }) : isolated(name)
  return key ? [t(key), ...(name ? [what] : [])].join(' ') : what
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the template's entry says of itself; the template is not in it. */
function templateOf(after: unknown): TemplateChange[] {
  const list = isRecord(after) ? after.template : undefined
  // Written by the panel's own `templateChanges`.
  return Array.isArray(list) ? (list.filter(isRecord) as unknown as TemplateChange[]) : []
}

/** What a bulk act did to all of its clients. */
function bulkChanges(after: unknown): FieldChange[] {
  const change = isRecord(after) && Array.isArray(after.emails) ? after.change : undefined
  return isRecord(change)
    ? Object.entries(change)
        .filter(([, value]) => typeof value !== 'object')
        .map(([key, value]) => ({ key, path: key, before: undefined, after: value }))
    : []
}

const unspoken = new Set(['template', 'xrayTemplateConfig'])

/** The entry in lines that people read; empty if it says everything by its name. */
export function linesOf(t: Translate, measures: Measures, { before, after }: AuditEntry): string[] {
  const bulk = bulkChanges(after)
  return [
    ...templateOf(after).map((change) => sayTemplateChange(t, change)),
    ...changesOf(before, after)
      .filter(({ path }) => !unspoken.has(path.split('.')[0] ?? ''))
      .map((change) => sayChange(t, measures, change)),
    ...bulk.map(({ key, path, after: value }) => {
      const known = Object.hasOwn(fields, key) ? fields[key] : undefined
      return t('past.set', {
        field: known ? t(known[0]) : isolated(path),
        value: say(t, measures, known?.[1] ?? 'text', value),
      })
    }),
  ]
}

/** More than this is a list below the headline. */
const MOST_IN_HEADLINE = 2

/** "Port 443 → 8443 on Frankfurt": the entry in one sentence, where it changes little of one thing. */
export function headlineOf(t: Translate, lines: readonly string[], name: string): string | undefined {
  if (name === '' || lines.length === 0 || lines.length > MOST_IN_HEADLINE) return undefined
  return t('past.onName', { change: lines.join(' · '), name: isolated(name) })
}
