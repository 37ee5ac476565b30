/** When a changed value takes effect; the settings pages show it next to every field. */
export type Applies = 'at once' | 'next connection' | 'panel restart' | 'core restart'

/** Text formats; `domain/settings/formats.ts` has one check for each. Blank is allowed unless noted there. */
export type Format =
  | 'base32' // a TOTP secret
  | 'cidrs' // IPs and CIDR ranges, comma-separated
  | 'colour' // #rrggbb
  | 'cron' // @daily, @every 1m, or 5 or 6 fields
  | 'file' // a path on the server
  | 'host' // a name or an IP, without port
  | 'hosts' // names and IPs without port, comma-separated
  | 'ids' // integers, comma-separated
  | 'ip'
  | 'json'
  | 'language' // en-US
  | 'line' // one line, safe to use in a header
  | 'link' // a link that people open: http(s), tg or mailto
  | 'path' // a URL path that starts and ends with a slash
  | 'picture' // a PNG, JPEG, WebP or SVG as a data URL
  | 'proxy' // socks5://, http:// or https://
  | 'regex'
  | 'remark model' // a separator, then letters of i, e, o
  | 'text'
  | 'time' // HH:MM
  | 'timezone'
  | 'url' // http(s) URL with a host

export interface BoolRow {
  type: 'bool'
  default: boolean
  applies: Applies
}
export interface IntRow {
  type: 'int'
  default: number
  applies: Applies
  min: number
  max: number
}
export interface TextRow {
  type: 'string'
  default: string
  applies: Applies
  format: Format
  choices?: readonly string[]
  /** Never shown: the whole value, or the passwords and keys inside a URL. */
  secret?: 'whole' | 'in url'
}
export type Row = BoolRow | IntRow | TextRow

export const bool = (initial: boolean, applies: Applies = 'at once'): BoolRow => ({
  type: 'bool',
  default: initial,
  applies,
})

export const int = (initial: number, min: number, max: number, applies: Applies = 'at once'): IntRow => ({
  type: 'int',
  default: initial,
  min,
  max,
  applies,
})

export const text = (initial: string, format: Format, applies: Applies = 'at once'): TextRow => ({
  type: 'string',
  default: initial,
  format,
  applies,
})

export const oneOf = (
  choices: readonly string[],
  initial: string,
  applies: Applies = 'at once',
): TextRow => ({
  ...text(initial, 'line', applies),
  choices,
})

/** Written and never read: answers, logs and the audit log only say that it is set. */
export const secret = (row: TextRow): TextRow => ({ ...row, secret: 'whole' })
/** An address that may hold a password: `socks5://user:password@host`, or `?token=`. */
export const secretInUrl = (row: TextRow): TextRow => ({ ...row, secret: 'in url' })
