/** When a changed value starts to count; the settings pages say it beside every field. */
export type Applies = 'at once' | 'next connection' | 'panel restart' | 'core restart'

/** What a text must look like; `domain/settings/formats.ts` has one check for each, blank allowed unless said there. */
export type Format =
  | 'base32' // a TOTP secret
  | 'cidrs' // IPs and CIDR ranges, comma separated
  | 'cron' // @daily, @every 1m, or 5 to 6 fields
  | 'file' // a path on the server's disk
  | 'host' // a name or an IP, no port
  | 'ids' // whole numbers, comma separated
  | 'ip'
  | 'json'
  | 'language' // en-US
  | 'line' // one line; it may end in a header
  | 'link' // what a person may tap: http(s), tg or mailto
  | 'path' // a URL path that begins and ends with a slash
  | 'proxy' // socks5://
  | 'regex'
  | 'remark model' // a separator and then letters of i, e, o
  | 'text'
  | 'timezone'
  | 'url' // http(s) with a host

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
