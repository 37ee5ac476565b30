import { secretFields } from '#contract/secret-fields.ts'
import { secretPart } from '#contract/settings/rows.ts'

const known: ReadonlySet<string> = new Set(
  Object.values(secretFields)
    .flat()
    .map((name) => name.toLowerCase()),
)
/** For data of other programs, whose field names are not defined here. */
const sounds = /password|passphrase|secret|token|private_?key|api_?key/i

/** A numeric `id` is a row id; a text one is a UUID, which is a credential. `wrongPassword: 3` is a count. */
function isHeld(value: unknown, name: string): boolean {
  if (typeof value === 'number') return /^(?:password|passphrase|pass|secret|token)$/i.test(name)
  if (typeof value === 'string') return value !== '' && value !== 'none'
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

export const isSecretField = (name: string): boolean =>
  known.has(name.toLowerCase()) || secretPart(name) === 'whole' || sounds.test(name)

/** Deeper than anything that we write. */
const deepest = 64

/**
 * The same value without secrets, for logs, audit rows, exports and comparisons: fields that are marked as secret, whatever
 * they hold, and what a text has of passwords and keys.
 */
export function redacted(value: unknown, name = '', shown = mask, depth = 0): unknown {
  if (isHeld(value, name) && isSecretField(name)) return shown
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return '...'
  if (Array.isArray(value)) return value.map((one) => redacted(one, '', shown, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, redacted(one, key, shown, depth + 1)]),
  )
}

export const mask = '***'

const parts: readonly [RegExp, string][] = [
  [/\b(vless|vmess|trojan|ss|ssr|hysteria2?|hy2|tuic|wireguard|anytls):\/\/[^\s"'\\]+/gi, `$1://${mask}`],
  [/(:\/\/[^\s:/@]*):[^\s/@]+@/g, `$1:${mask}@`],
  [/([?&#][\w.-]*(?:pass|pwd|token|secret|key|auth|sig)[\w.-]*=)[^&#\s"'\\]+/gi, `$1${mask}`],
  [/\b(bearer\s+)[^\s"',;]+/gi, `$1${mask}`],
  [/\b(basic\s+)[\w+/]{8,}=*/gi, `$1${mask}`],
  [/\b(password|passwd|token|secret|api_?key)(\\?["']?\s*[=:]\s*\\?["']?)[^\s"',;&\\]+/gi, `$1$2${mask}`],
  [/\b\d{6,}:[\w-]{30,}\b/g, mask],
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    `${mask} (a private key)`,
  ],
]

/** An error may quote a URL with a password, and an operator may write one anywhere: it must not appear in a log. */
export const withoutSecrets = (text: string): string =>
  parts.reduce((said, [pattern, masked]) => said.replace(pattern, masked), text)

/** Scheme and host of a URL whose path is a secret, as those of chat services are. */
export function originOf(url: string): string {
  const [, origin, rest] = /^([a-z][\w+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? []
  return origin === undefined ? mask : `${origin}${rest}/${mask}`
}
