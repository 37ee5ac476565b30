import type { Coded } from '#contract/coded.ts'
import type { Network, Protocol, Security } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { coded } from '#domain/refusal.ts'

export type Kind =
  | 'text'
  | 'whole'
  /** A number with at most two decimals. */
  | 'factor'
  | 'switch'
  /** One of `choices`. */
  | 'choice'
  /** A list of texts. */
  | 'list'
  | 'wholes'
  /** Name to text. */
  | 'map'
  /** Name to text or texts. */
  | 'headers'
  /** A number, or "from-to". */
  | 'range'
  | 'block'
  /** A list of blocks; their fields are separate rows with `[]` in the path. */
  | 'rows'

/** Protocols that only outbounds have. */
type OutgoingOnly = 'freedom' | 'blackhole' | 'dns' | 'socks' | 'loopback'

interface When {
  protocol?: readonly (Protocol | OutgoingOnly)[]
  network?: readonly Network[]
  security?: readonly Security[]
  /** Other fields, by path from the top, and the values for which the form shows this one. */
  where?: Readonly<Record<string, readonly unknown[]>>
}

export interface Field extends When {
  /** Path from the top of the inbound: `streamSettings.wsSettings.path`, `settings.accounts[].user`. */
  path: string
  kind: Kind
  min?: number
  max?: number
  /** 0 means "not set" although `min` is higher. */
  orZero?: true
  /** The core also accepts a number, or comma-separated text, here. */
  orNumber?: true
  orText?: true
  /** The only valid values, ignoring case if the core does. */
  choices?: readonly string[]
  /** Choices that are accepted from callers and not offered in the form. */
  unoffered?: readonly string[]
  anyCase?: true
  /** Suggested values; others are possible. */
  suggest?: readonly string[]
  /** Default for a new inbound; absent: the key is omitted until it is set. */
  default?: unknown | ((mint: Mint) => unknown)
  /** Required by the core or a published client: filled in if the caller omitted it. */
  fill?: true
  /** Used in links only; never sent to the core. */
  panelOnly?: true
  /** Other spellings of the last key that callers and the core use. */
  alias?: readonly string[]
  /** Checks a value that already has the right type; returns what is wrong. */
  check?: (value: never) => Coded | undefined
}

export type Row = Omit<Field, 'path' | keyof When> & When & { key: string }

/** Rows with a common prefix and a shared condition. */
export const section = (prefix: string, when: When, rows: readonly Row[]): Field[] =>
  rows.map(({ key, ...row }) => ({
    ...when,
    ...row,
    path: prefix === '' ? key : `${prefix}.${key}`,
    ...((when.where || row.where) && { where: { ...when.where, ...row.where } }),
  }))

/** Makes rows of one kind; without a value the key is omitted until it is set. */
const rowsOf =
  <V>(kind: Kind) =>
  (key: string, value?: V, more: Partial<Row> = {}): Row => ({
    key,
    kind,
    ...(value !== undefined && { default: value }),
    ...more,
  })

export const text = rowsOf<string>('text')
export const flag = rowsOf<boolean>('switch')
export const list = rowsOf<readonly string[]>('list')
export const range = rowsOf<string>('range')
export const whole = (key: string, min: number, max: number, value?: number, more: Partial<Row> = {}): Row =>
  rowsOf<number>('whole')(key, value, { min, max, ...more })
export const choice = (
  key: string,
  choices: readonly string[],
  value?: string,
  more: Partial<Row> = {},
): Row => rowsOf<string>('choice')(key, value, { choices, ...more })

export const int32 = 2_147_483_647
export const safe = Number.MAX_SAFE_INTEGER

/** With white space in the path nothing can connect, not even the core to itself. */
export const dialledPath = (value: string): Coded | undefined => {
  if (value !== '' && !value.startsWith('/')) return coded('inbound.path-start')
  return /\s|%20|%09|%0[ad]/i.test(value) ? coded('inbound.path-white-space') : undefined
}

/** The server compares the bare path, so a client that sends `?` or `#` never matches. `?ed=` is not sent. */
export const upgradedPath = (value: string): Coded | undefined =>
  dialledPath(value) ?? (/#|\?(?!ed=\d+$)/.test(value) ? coded('inbound.path-query') : undefined)
