import type { Coded } from '#contract/coded.ts'
import type { Format } from '#contract/settings/row.ts'
import { certificatePairs, rowOf, type SettingKey, type Settings } from '#contract/settings.ts'
import { addressBytes, isIp, plainAddress } from '#domain/net/address.ts'
import { parseCidr } from '#domain/net/cidr.ts'
import { coded, Refusal } from '../refusal.ts'
import { longestRouting, routingValues } from '../subscription/routing.ts'
import type { SettingValue } from './normalise.ts'
import { compilePattern } from './pattern.ts'

/** What is wrong with one value on its own, or null when it is fine. */
export function complaintAbout(key: SettingKey, value: SettingValue): Coded | null {
  const row = rowOf(key)
  if (row.type === 'bool') return typeof value === 'boolean' ? null : coded('input.not-switch')
  if (row.type === 'int') {
    const fits =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= row.min && value <= row.max
    return fits ? null : coded('input.range', { min: row.min, max: row.max })
  }
  if (typeof value !== 'string') return coded('input.not-text')
  if (row.choices && !row.choices.includes(value))
    return coded('input.one-of', { values: row.choices.join(', ') })
  return textComplaint(row.format, value)
}

const listening = ['subPort', 'webPort', 'subListen', 'webListen', 'subEnable'] as const
const subPaths = ['subPath', 'subJsonPath', 'subClashPath', 'subSingboxPath'] as const

function refuseSharedListener(next: Settings, changed: ReadonlySet<SettingKey>): void {
  const culprit = listening.find((key) => changed.has(key))
  if (!culprit || !next.subEnable || next.webPort !== next.subPort) return
  if (!listenersOverlap(next.webListen, next.subListen)) return
  throw new Refusal('setting.ports-equal', { port: next.subPort }, culprit)
}

function refuseSharedPath(next: Settings, changed: ReadonlySet<SettingKey>): void {
  for (const key of subPaths) {
    if (!changed.has(key)) continue
    const twin = subPaths.find((other) => other !== key && next[other] === next[key])
    if (twin) throw new Refusal('setting.must-differ', { key, twin, value: next[key] }, key)
  }
}

function refuseHalfCertificate(next: Settings, changed: ReadonlySet<SettingKey>): void {
  for (const [cert, key] of certificatePairs) {
    if (!changed.has(cert) && !changed.has(key)) continue
    const missing = next[cert] === '' ? cert : key
    if ((next[cert] === '') !== (next[key] === '')) {
      throw new Refusal('setting.pair-incomplete', { missing, cert, key }, missing)
    }
  }
}

const routing = ['subRoutingRules', 'subV2raytunRules', 'subIncyRoutingRules'] as const

function refuseLongRouting(next: Settings, changed: ReadonlySet<SettingKey>): void {
  const culprit = routing.find((key) => changed.has(key))
  if (!culprit || routingValues(next).every((value) => value.length <= longestRouting)) return
  throw new Refusal('setting.routing-too-long', { max: longestRouting }, culprit)
}

/** Checks only changed values: an old value that newer rules refuse never blocks an unrelated edit. */
export function validate(next: Settings, changedKeys: readonly SettingKey[]): void {
  for (const key of changedKeys) {
    const complaint = complaintAbout(key, next[key])
    if (complaint) throw Refusal.of(complaint, key)
  }
  const changed = new Set(changedKeys)
  refuseSharedListener(next, changed)
  refuseSharedPath(next, changed)
  refuseHalfCertificate(next, changed)
  refuseLongRouting(next, changed)
}

/** A name (also an international one) or an IP, without port. */
function isHost(text: string): boolean {
  if (isIp(text)) return true
  if (text.length > 253 || /^[\d.]+$/.test(text)) return false
  return text
    .split('.')
    .every((label) => /^[\p{L}\p{N}_]([\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u.test(label))
}

/** Whether two listeners on one port would conflict; blank is loopback (R7). */
function listenersOverlap(one: string, other: string): boolean {
  const a = canonical(one)
  const b = canonical(other)
  if (a === b || a === '::' || b === '::') return true // the IPv6 wildcard also takes IPv4
  return !`${a}${b}`.includes(':') && (a === '0.0.0.0' || b === '0.0.0.0')
}

function canonical(listen: string): string {
  const bytes = addressBytes(listen || '127.0.0.1')
  return bytes ? plainAddress(bytes) : listen
}

interface Rule {
  fits: (text: string) => boolean
  /** Refuse blank text; most settings use blank for "not set". */
  required?: true
  maxLength?: number
  /** Line breaks and tabs are allowed. */
  multiline?: true
}

function parsedUrl(text: string): URL | null {
  if (/\s/.test(text)) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const isWeb = (text: string) => /^https?:\/\//i.test(text) && !!parsedUrl(text)?.hostname
const isProxy = (text: string) => /^(socks5h?|https?):\/\//i.test(text) && !!parsedUrl(text)?.hostname
const isLink = (text: string) => isWeb(text) || (/^(tg|mailto):/i.test(text) && parsedUrl(text) !== null)
const everyItem = (test: (item: string) => boolean) => (text: string) => text.split(',').every(test)

function isStructure(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

// Path characters that have no special meaning for routers, cookies or HTML attributes.
const isPath = (text: string) =>
  /^\/([\w.~@+=!-]+\/)*$/.test(text) && !text.split('/').some((part) => part === '.' || part === '..')

function isTimeZone(text: string): boolean {
  if (text === 'Local') return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const isRemarkModel = (text: string) =>
  /^[^\p{L}\p{N}][ieo]*$/u.test(text) && new Set(text).size === [...text].length

const anything = () => true

const rules: Record<Format, Rule> = {
  base32: {
    fits: (t) => /^[A-Z2-7]{16,128}$/.test(t),
  },
  cidrs: {
    fits: everyItem((item) => parseCidr(item) !== undefined),
    maxLength: 65_536,
  },
  colour: { fits: (t) => /^#[0-9a-f]{6}$/i.test(t) },
  cron: {
    fits: isCron,
    required: true,
  },
  file: { fits: anything },
  host: { fits: isHost },
  hosts: { fits: everyItem(isHost) },
  ids: {
    fits: everyItem((t) => /^-?\d{1,19}$/.test(t)),
  },
  ip: { fits: isIp },
  json: {
    fits: isStructure,
    multiline: true,
    maxLength: 8_388_608,
  },
  language: {
    fits: (t) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(t),
    required: true,
  },
  line: { fits: anything },
  link: { fits: isLink },
  path: {
    fits: isPath,
    required: true,
    maxLength: 255,
  },
  picture: {
    fits: (t) => /^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/.test(t),
    maxLength: 65_536,
  },
  proxy: { fits: isProxy },
  regex: {
    fits: (t) => compilePattern(t) !== null,
    maxLength: 4096,
  },
  'remark model': {
    fits: isRemarkModel,
    required: true,
  },
  text: { fits: anything, multiline: true, maxLength: 1_048_576 },
  time: { fits: (t) => /^([01]\d|2[0-3]):[0-5]\d$/.test(t) },
  timezone: { fits: isTimeZone, required: true },
  url: { fits: isWeb },
}

/** What is wrong with a text; null when it is fine. */
function textComplaint(format: Format, text: string): Coded | null {
  const rule = rules[format]
  const maxLength = rule.maxLength ?? 16_384
  if (text.length > maxLength) return coded('input.too-long', { max: maxLength })
  if (rule.multiline ? /[^\P{Cc}\t\n\r]/u.test(text) : /\p{Cc}/u.test(text)) {
    return coded('input.control-characters')
  }
  if (/\p{Surrogate}/u.test(text)) return coded('input.broken-character')
  if (text === '' && !rule.required) return null
  return rule.fits(text)
    ? null
    : coded(format === 'remark model' ? 'setting.remark-model' : `setting.${format}`)
}

const word = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+(\.\d+)?(ms|s|m|h))+)$/

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const days = 'sun mon tue wed thu fri sat'.split(' ')

interface Field {
  min: number
  max: number
  names?: readonly string[]
}
const second: Field = { min: 0, max: 59 }
const fields: readonly Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 7, names: days },
]

function numberOf(text: string, { min, names }: Field): number {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const at = names?.indexOf(text.toLowerCase()) ?? -1
  return at < 0 ? Number.NaN : at + min
}

/** `*`, `?`, a value or a range, each perhaps with a step. */
function fits(part: string, field: Field): boolean {
  const [range = '', step, ...more] = part.split('/')
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) return false
  if (step !== undefined && Number(step) > field.max) return false
  if (range === '*' || range === '?') return true
  const ends = range.split('-')
  const [from = Number.NaN, to = from] = ends.map((end) => numberOf(end, field))
  return ends.length <= 2 && from >= field.min && to <= field.max && from <= to
}

/** `@daily`, `@every 90m`, or five fields, or six that begin with the second. */
export function isCron(text: string): boolean {
  if (word.test(text)) return true
  const given = text.split(/ +/)
  if (given.length !== 5 && given.length !== 6) return false
  const wanted = given.length === 6 ? [second, ...fields] : fields
  return wanted.every((field, i) => (given[i] ?? '').split(',').every((part) => fits(part, field)))
}
