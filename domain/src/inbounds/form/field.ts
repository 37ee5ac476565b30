import type { Coded } from '#contract/coded.ts'
import type { Network, Protocol, Security } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/mint.ts'
import { coded } from '#domain/refusal.ts'

export type Kind =
  | 'text'
  | 'whole'
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
  /** A list of blocks; their fields are rows of their own with `[]` in the path. */
  | 'rows'

export interface When {
  protocol?: readonly Protocol[]
  network?: readonly Network[]
  security?: readonly Security[]
  /** Other fields, by path from the top, and the values with which the form shows this one. */
  where?: Readonly<Record<string, readonly unknown[]>>
}

export interface Field extends When {
  /** From the top of the inbound: `streamSettings.wsSettings.path`, `settings.accounts[].user`. */
  path: string
  kind: Kind
  min?: number
  max?: number
  /** 0 stands for "not set" though `min` is higher. */
  orZero?: true
  /** The core also takes a number, or one text with commas, here. */
  orNumber?: true
  orText?: true
  /** The only values there are, ignoring case where the core does. */
  choices?: readonly string[]
  anyCase?: true
  /** Values to offer where others are possible. */
  suggest?: readonly string[]
  /** What a new inbound starts with; absent: the key is left out until somebody sets it. */
  default?: unknown | ((mint: Mint) => unknown)
  /** The core (or a published client) cannot do without it: filled in where the caller left it out. */
  fill?: true
  /** For links only; never sent to the core. */
  panelOnly?: true
  /** Other spellings that callers and the core use for the last key. */
  alias?: readonly string[]
  /** Says what is wrong with a value that has the right type. */
  check?: (value: never) => Coded | undefined
}

export type Row = Omit<Field, 'path' | keyof When> & When & { key: string }

/** Rows below one prefix that share a condition. */
export const section = (prefix: string, when: When, rows: readonly Row[]): Field[] =>
  rows.map(({ key, ...row }) => ({
    ...when,
    ...row,
    path: prefix === '' ? key : `${prefix}.${key}`,
    ...((when.where || row.where) && { where: { ...when.where, ...row.where } }),
  }))

export const text = (key: string, value?: string, more: Partial<Row> = {}): Row => ({
  key,
  kind: 'text',
  ...(value !== undefined && { default: value }),
  ...more,
})
export const flag = (key: string, value?: boolean, more: Partial<Row> = {}): Row => ({
  key,
  kind: 'switch',
  ...(value !== undefined && { default: value }),
  ...more,
})
export const whole = (
  key: string,
  min: number,
  max: number,
  value?: number,
  more: Partial<Row> = {},
): Row => ({
  key,
  kind: 'whole',
  min,
  max,
  ...(value !== undefined && { default: value }),
  ...more,
})
export const choice = (
  key: string,
  choices: readonly string[],
  value?: string,
  more: Partial<Row> = {},
): Row => ({
  key,
  kind: 'choice',
  choices,
  ...(value !== undefined && { default: value }),
  ...more,
})
export const list = (key: string, value?: readonly string[], more: Partial<Row> = {}): Row => ({
  key,
  kind: 'list',
  ...(value !== undefined && { default: value }),
  ...more,
})
export const range = (key: string, value?: string, more: Partial<Row> = {}): Row => ({
  key,
  kind: 'range',
  ...(value !== undefined && { default: value }),
  ...more,
})

export const int32 = 2_147_483_647
export const safe = Number.MAX_SAFE_INTEGER

/** White space in a path connects nobody, not even the core to itself (real-apps 15). */
export const dialledPath = (value: string): Coded | undefined => {
  if (value !== '' && !value.startsWith('/')) return coded('inbound.path-start')
  return /\s|%20|%09|%0[ad]/i.test(value) ? coded('inbound.path-white-space') : undefined
}

/** The server compares the bare path: what programs send behind ? or # meets nobody. `?ed=` is not sent. */
export const upgradedPath = (value: string): Coded | undefined =>
  dialledPath(value) ?? (/#|\?(?!ed=\d+$)/.test(value) ? coded('inbound.path-query') : undefined)
