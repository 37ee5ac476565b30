import type { PagedQuery } from '#contract/client-bodies.ts'
import type { PlainKey } from '../../i18n/translation.tsx'

/** The part of the `clients/list/paged` query that a person can type. */
export type Wanted = {
  [K in Exclude<keyof PagedQuery, 'page' | 'pageSize' | 'sort' | 'order'>]?: NonNullable<PagedQuery[K]>
}

const DAY = 86_400_000
const units: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, tb: 1024 ** 4 }

function bytesOf(text: string): number | undefined {
  const [, amount, unit = 'gb'] = /^(\d+(?:\.\d+)?)([kmgt]?b)?$/i.exec(text) ?? []
  return amount === undefined ? undefined : Math.round(Number(amount) * (units[unit.toLowerCase()] ?? 1))
}

function percentOf(text: string): number | undefined {
  const [, amount] = /^(\d{1,4})%$/.exec(text) ?? []
  return amount === undefined || Number(amount) > 1000 ? undefined : Number(amount)
}

/** `7d`, `2w`, or a date. */
function momentOf(text: string, now: number): number | undefined {
  const [, amount, unit = 'd'] = /^(\d+)([dw])?$/i.exec(text) ?? []
  if (amount !== undefined) return now + Number(amount) * (unit.toLowerCase() === 'w' ? 7 : 1) * DAY
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00`) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

const yes = (text: string) => ({ yes: true, no: false })[text.toLowerCase()]
const some = <K extends keyof Wanted>(key: K, value: Wanted[K] | undefined): Wanted | undefined =>
  value === undefined ? undefined : { [key]: value }

type Reader = (sign: string, value: string, now: number) => Wanted | undefined

/** What the screen calls some of the states. */
const shownAs: Record<string, string> = { disabled: 'deactive', ended: 'depleted' }

/** One entry for each filter that can be typed. */
const readers: Record<string, Reader> = {
  status: (_, v) =>
    some(
      'filter',
      clientFilterNames.find((name) => name === (shownAs[v.toLowerCase()] ?? v.toLowerCase())),
    ),
  group: (_, v) => some('group', v),
  plan: (_, v) => some('plan', v),
  inbound: (_, v) => (/^\d+(,\d+)*$/.test(v) ? { inbound: v } : undefined),
  node: (_, v) => (/^\d+(,\d+)*$/.test(v) ? { node: v } : undefined),
  protocol: (_, v) => some('protocol', v.toLowerCase()),
  used: (sign, v) =>
    v.endsWith('%')
      ? some(sign === '<' ? 'usedPercentTo' : 'usedPercentFrom', percentOf(v))
      : some(sign === '<' ? 'usageTo' : 'usageFrom', bytesOf(v)),
  left: (sign, v) => {
    const percent = percentOf(v)
    if (percent === undefined) return some(sign === '>' ? 'leftFrom' : 'leftTo', bytesOf(v))
    return some(sign === '>' ? 'usedPercentTo' : 'usedPercentFrom', Math.max(0, 100 - percent))
  },
  expires: (sign, v, now) => {
    const moment = momentOf(v, now)
    if (moment === undefined) return undefined
    return sign === '>' ? { expiryFrom: moment } : { expiryFrom: now, expiryTo: moment }
  },
  renew: (_, v) => some('autoRenew', yes(v)),
  telegram: (_, v) => some('hasTgId', yes(v)),
  comment: (_, v) => some('hasComment', yes(v)),
}

export interface Token {
  /** The text as typed, used to remove it again. */
  text: string
  wanted?: Wanted
  /** It has the form of a filter, but its name or value is unknown: it is searched as text. */
  isUnknown?: true
}

/** The names of all filters, for a person who typed another one. */
export const filterNames = Object.keys(readers)

/** A name, a sign and a value; an address as `https://x` or `[::1]:443` is none. */
const looksLikeFilter = /^[a-z]+(?:[<>]=?|:(?!\/\/))\S/i

/** Words and filters. */
export function tokensOf(query: string, now: number): Token[] {
  const parts = query.match(/[a-z]+[:<>]=?"[^"]*"|\S+/gi) ?? []
  return parts.map((text) => {
    const [, name = '', sign = '', quoted, plain] = /^([a-z]+)([:<>])=?(?:"([^"]*)"|(.+))$/i.exec(text) ?? []
    const wanted = readers[name.toLowerCase()]?.(sign, quoted ?? plain ?? '', now)
    if (wanted) return { text, wanted }
    return looksLikeFilter.test(text) ? { text, isUnknown: true } : { text }
  })
}

/** The text that is read as these tokens. */
const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ')

/** The words without the filters. */
export const wordsOf = (tokens: readonly Token[]): string => textOf(tokens.filter(({ wanted }) => !wanted))

/** The query for the server: all filters, and the words as one text. */
export function wantedOf(tokens: readonly Token[]): Wanted {
  const search = wordsOf(tokens)
  return Object.assign({}, ...tokens.map(({ wanted }) => wanted), search && { search })
}

const nameOf = (text: string) => /^([a-z]+[:<>])/i.exec(text)?.[1]?.toLowerCase()

/** One filter of each kind: a second one replaces the first. */
export function withFilter(query: string, filter: string, now: number): string {
  const kept = tokensOf(query, now).filter(({ text, wanted }) => !wanted || nameOf(text) !== nameOf(filter))
  return [...kept.map(({ text }) => text), filter].join(' ')
}

/** Without any filter of a kind: `used>`. */
export const withoutKind = (query: string, kind: string, now: number): string =>
  textOf(tokensOf(query, now).filter(({ text, wanted }) => !wanted || nameOf(text) !== kind))

/** The value of a filter as typed, without quotes; blank if there is none. */
export function typedValue(query: string, kind: string, now: number): string {
  const found = tokensOf(query, now).find(({ text, wanted }) => wanted && nameOf(text) === kind)
  return found ? found.text.slice(kind.length).replaceAll('"', '') : ''
}

export const withoutFilter = (query: string, text: string, now: number): string =>
  textOf(tokensOf(query, now).filter((token) => token.text !== text))

/** `group:gold`, quoted if needed. */
export const filterOf = (name: string, value: string | number): string =>
  /[\s"]/.test(String(value)) ? `${name}:"${String(value).replaceAll('"', '')}"` : `${name}:${value}`

/** What a client is at the moment, in the order of the tabs. */
export const shownStatuses = ['online', 'active', 'expiring', 'expired', 'spent', 'deactive'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** `depleted` finds both: past the end, and out of data. */
export const clientFilterNames = [...shownStatuses, 'depleted'] as const
export type ClientFilterName = (typeof clientFilterNames)[number]

/** A word and a tone for each: never colour alone (WCAG 1.4.1). */
export const statuses = {
  online: { label: 'kit.clientsOnline', tone: 'good' },
  active: { label: 'kit.clientsActive', tone: 'calm' },
  expiring: { label: 'clients.runningOut', tone: 'warn' },
  expired: { label: 'clients.expired', tone: 'bad' },
  spent: { label: 'clients.spent', tone: 'bad' },
  deactive: { label: 'kit.clientsDisabled', tone: 'none' },
} as const satisfies Record<ShownStatus, { label: PlainKey; tone: string }>
