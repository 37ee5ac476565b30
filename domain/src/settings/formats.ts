import type { Format } from '#contract/settings/row.ts'
import { isHost, isIp, isIpOrCidr } from './address.ts'
import { compilePattern } from './pattern.ts'

interface Rule {
  /** Completes "<key> must be ...". */
  allowed: string
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
const isSocks = (text: string) => /^socks5:\/\//i.test(text) && !!parsedUrl(text)?.hostname
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

const cronWord = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+(\.\d+)?(ms|s|m|h))+)$/
const cronFields = /^([\d*/,?-]|\b[A-Za-z]{3}\b)+( +([\d*/,?-]|\b[A-Za-z]{3}\b)+){4,5}$/

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
const web = 'a URL that begins with http:// or https:// and names a host, or blank'

const rules: Record<Format, Rule> = {
  base32: {
    allowed: 'a base32 secret of 16 to 128 characters (A-Z, 2-7)',
    fits: (t) => /^[A-Z2-7]{16,128}$/.test(t),
  },
  cidrs: {
    allowed: 'IP addresses or CIDR ranges separated by commas, or blank',
    fits: everyItem(isIpOrCidr),
    maxLength: 65_536,
  },
  cron: {
    allowed: 'a schedule such as @daily, @every 1m or 0 30 8 * * *',
    fits: (t) => cronWord.test(t) || cronFields.test(t),
    required: true,
  },
  file: { allowed: 'the path of a file on the server, or blank', fits: anything },
  host: { allowed: 'a host name or an IP address without a port, or blank', fits: isHost },
  ids: {
    allowed: 'whole numbers separated by commas, or blank',
    fits: everyItem((t) => /^-?\d{1,19}$/.test(t)),
  },
  ip: { allowed: 'an IP address, or blank for this machine only', fits: isIp },
  json: {
    allowed: 'a JSON object or array, or blank',
    fits: isStructure,
    multiline: true,
    maxLength: 8_388_608,
  },
  language: {
    allowed: 'a language such as en-US',
    fits: (t) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(t),
    required: true,
  },
  line: { allowed: 'one line of text', fits: anything },
  link: { allowed: 'a link that begins with http://, https://, tg: or mailto:, or blank', fits: isLink },
  path: {
    allowed: 'a path of letters, digits and . _ ~ @ + = ! - between slashes, without ..',
    fits: isPath,
    required: true,
    maxLength: 255,
  },
  proxy: { allowed: 'a proxy such as socks5://127.0.0.1:1080, or blank', fits: isSocks },
  regex: {
    allowed: 'a regular expression, or blank',
    fits: (t) => compilePattern(t) !== null,
    maxLength: 4096,
  },
  'remark model': {
    allowed: 'one separator sign followed by the letters i, e and o in any order, each at most once',
    fits: isRemarkModel,
    required: true,
  },
  text: { allowed: 'a text', fits: anything, multiline: true, maxLength: 1_048_576 },
  timezone: { allowed: 'a time zone such as Europe/Berlin, UTC or Local', fits: isTimeZone, required: true },
  url: { allowed: web, fits: isWeb },
}

/** What is wrong with a text, to follow its key in a sentence; null if valid. */
export function textComplaint(format: Format, text: string): string | null {
  const rule = rules[format]
  const maxLength = rule.maxLength ?? 16_384
  if (text.length > maxLength) return `must be at most ${maxLength} characters long`
  if (rule.multiline ? /[^\P{Cc}\t\n\r]/u.test(text) : /\p{Cc}/u.test(text)) {
    return 'must not hold control characters'
  }
  if (/\p{Surrogate}/u.test(text)) return 'holds a broken character: type it again'
  if (text === '' && !rule.required) return null
  return rule.fits(text) ? null : `must be ${rule.allowed}`
}
