import type { Coded } from '#contract/coded.ts'
import type { Format } from '#contract/settings/row.ts'
import { rowOf, type SettingKey } from '#contract/settings.ts'
import { isIp } from '#domain/net/address.ts'
import { parseCidr } from '#domain/net/cidr.ts'
import { coded } from '../refusal.ts'

/** A name (also an international one) or an IP, without port. */
function isHost(text: string): boolean {
  if (isIp(text)) return true
  if (text.length > 253 || /^[\d.]+$/.test(text)) return false
  return text
    .split('.')
    .every((label) => /^[\p{L}\p{N}_]([\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u.test(label))
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
  base32: { fits: (t) => /^[A-Z2-7]{16,128}$/.test(t) },
  cidrs: { fits: everyItem((item) => parseCidr(item) !== undefined), maxLength: 65_536 },
  colour: { fits: (t) => /^#[0-9a-f]{6}$/i.test(t) },
  cron: { fits: isCron, required: true },
  file: { fits: anything },
  host: { fits: isHost },
  hosts: { fits: everyItem(isHost) },
  ids: { fits: everyItem((t) => /^-?\d{1,19}$/.test(t)) },
  ip: { fits: isIp },
  json: { fits: isStructure, multiline: true, maxLength: 8_388_608 },
  language: { fits: (t) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(t), required: true },
  line: { fits: anything },
  link: { fits: isLink },
  path: { fits: isPath, required: true, maxLength: 255 },
  picture: {
    fits: (t) => /^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/.test(t),
    maxLength: 65_536,
  },
  proxy: { fits: isProxy },
  regex: { fits: (t) => compilePattern(t) !== null, maxLength: 4096 },
  'remark model': { fits: isRemarkModel, required: true },
  text: { fits: anything, multiline: true, maxLength: 1_048_576 },
  time: { fits: (t) => /^([01]\d|2[0-3]):[0-5]\d$/.test(t) },
  timezone: { fits: isTimeZone, required: true },
  url: { fits: isWeb },
}

/** What is wrong with a text; null when it is fine. */
export function textComplaint(format: Format, text: string): Coded | null {
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

export type SettingValue = boolean | number | string

const trimmed = (text: string) => text.trim()
/** Brackets around anything but one bare address stay, for the check to refuse. */
const address = (text: string) => text.trim().replace(/^\[([^[\]\s]*)\]$/, '$1')
const list = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter((item) => item !== '')
    .join(',')

/** By hand: a regular expression for trailing slashes takes quadratic time on hostile text. */
function slashed(text: string): string {
  const inner = text.trim()
  let from = 0
  let to = inner.length
  while (from < to && inner[from] === '/') from++
  while (to > from && inner[to - 1] === '/') to--
  return from === to ? '/' : `/${inner.slice(from, to)}/`
}

const normal: Partial<Record<Format, (text: string) => string>> = {
  base32: (text) => text.replace(/[\s=-]/g, '').toUpperCase(),
  cidrs: list,
  cron: (text) => text.trim().replace(/ +/g, ' '),
  host: address,
  ids: list,
  ip: address,
  json: trimmed,
  language: trimmed,
  link: trimmed,
  path: slashed,
  proxy: trimmed,
  timezone: trimmed,
  url: trimmed,
}

/** Canonical spelling, so that the same value typed differently is not a change. */
export function normalise(key: SettingKey, value: SettingValue): SettingValue {
  const row = rowOf(key)
  if (row.type !== 'string' || typeof value !== 'string') return value
  return normal[row.format]?.(value) ?? value
}

/** A regular expression in 3x-ui's syntax, with optional inline flags in front. Null if invalid. */
export function compilePattern(text: string): RegExp | null {
  const flags = /^\(\?([ims]{1,3})\)/.exec(text)
  try {
    return new RegExp(flags ? text.slice(flags[0].length) : text, flags?.[1] ?? '')
  } catch {
    return null
  }
}
