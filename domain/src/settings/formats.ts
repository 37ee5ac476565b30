import type { Coded } from '#contract/coded.ts'
import type { Format } from '#contract/settings/row.ts'
import { isIp } from '#domain/net/address.ts'
import { parseCidr } from '#domain/net/cidr.ts'
import { coded } from '../refusal.ts'
import { isHost } from './address.ts'
import { isCron } from './cron.ts'
import { compilePattern } from './pattern.ts'

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
