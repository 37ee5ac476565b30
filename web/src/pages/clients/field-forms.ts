import {
  type FieldName,
  type FieldRow,
  type FieldValue,
  type InheritedField,
  rowOf,
  type StoredFields,
} from '#contract/clients/fields.ts'
import { unlimitedSpeed } from '#domain/limits/effective.ts'
import { type QuotaRow, quotasFrom, rowsOf } from './quota-rows.ts'

export type Expiry =
  | { kind: 'never' }
  | { kind: 'date'; date: string }
  | { kind: 'firstUse'; days: number | string }

/** A speed in megabits: as the group, the plan or the inbound says, without a limit, or its own. */
export interface Speed {
  kind: 'inherit' | 'none' | 'own'
  mbit: number | string
}

const GB = 1024 ** 3
const DAY = 86_400_000
const megabit = 1_000_000

export const speedOf = (bits: number): Speed => {
  if (bits === 0) return { kind: 'inherit', mbit: '' }
  return bits >= unlimitedSpeed ? { kind: 'none', mbit: '' } : { kind: 'own', mbit: bits / megabit }
}

export const bitsOf = ({ kind, mbit }: Speed): number => {
  if (kind === 'inherit') return 0
  return kind === 'none' ? unlimitedSpeed : Math.round(Number(mbit) * megabit)
}

/** As a date field holds it: local time. */
export const dateText = (ms: number): string => {
  const at = new Date(ms)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const expiryOf = (expiryTime: number): Expiry =>
  expiryTime === 0
    ? { kind: 'never' }
    : expiryTime < 0
      ? { kind: 'firstUse', days: -expiryTime / DAY }
      : { kind: 'date', date: dateText(expiryTime) }

export const timeOf = (expiry: Expiry): number =>
  expiry.kind === 'never' ? 0 : expiry.kind === 'date' ? Date.parse(expiry.date) : -Number(expiry.days) * DAY

/** A field as a person edits it: gigabytes, megabits and dates instead of bytes, bits and milliseconds. */
type Edited<K extends FieldName> = K extends 'speedDown' | 'speedUp'
  ? Speed
  : K extends 'flow'
    ? string | null
    : FieldRow<K>['kind'] extends 'bytes' | 'speed' | 'count'
      ? number | string
      : FieldRow<K>['kind'] extends 'time'
        ? Expiry
        : FieldRow<K>['kind'] extends 'id'
          ? string
          : FieldRow<K>['kind'] extends 'quotas'
            ? QuotaRow[]
            : FieldValue<K>
export type FormOf<K extends FieldName> = { [F in K]: Edited<F> }

interface Codec {
  show(stored: never): unknown
  read(typed: never): unknown
}

const byKind: Partial<Record<FieldRow['kind'], Codec>> = {
  bytes: {
    show: (bytes: number) => Number((bytes / GB).toFixed(2)),
    read: (typed: number | string) => Math.round(Number(typed) * GB),
  },
  speed: {
    show: (bits: number) => bits / megabit,
    read: (typed: number | string) => Math.round(Number(typed) * megabit),
  },
  count: { show: (count: number) => count, read: Number },
  time: { show: expiryOf, read: timeOf },
  quotas: { show: rowsOf, read: quotasFrom },
  id: {
    show: (id: number) => (id === 0 ? '' : String(id)),
    read: (typed: string) => Number(typed.trim() || 0),
  },
}
const limitOrInherited: Codec = { show: speedOf, read: bitsOf }
const trimmed: Codec = { show: (text: string) => text, read: (text: string) => text.trim() }
const byField: { [K in FieldName]?: Codec } = {
  speedDown: limitOrInherited,
  speedUp: limitOrInherited,
  email: trimmed,
  group: trimmed,
  uuid: trimmed,
  subId: trimmed,
  // A select has no blank value.
  flow: {
    show: (flow: string) => flow || 'none',
    read: (typed: string | null) => (typed === 'none' || typed === null ? '' : typed),
  },
}
const codecOf = (name: FieldName): Codec | undefined => byField[name] ?? byKind[rowOf(name).kind]

export const fieldsForm = <K extends FieldName>(names: readonly K[], stored: Pick<StoredFields, K>) =>
  Object.fromEntries(
    names.map((name) => [name, codecOf(name)?.show(stored[name] as never) ?? stored[name]]),
  ) as FormOf<K> // what the codec of each field shows

/** An untouched field is sent as it is stored: a rounded gigabyte is not a new quota. */
export function fieldsBody<K extends FieldName>(
  names: readonly K[],
  form: FormOf<K>,
  stored: Pick<StoredFields, K>,
): Pick<StoredFields, K> {
  const before = fieldsForm(names, stored)
  const body = names.map((name) => {
    const isSame = JSON.stringify(form[name]) === JSON.stringify(before[name])
    return [name, isSame ? stored[name] : (codecOf(name)?.read(form[name] as never) ?? form[name])]
  })
  return Object.fromEntries(body) as Pick<StoredFields, K> // what the codec of each field reads
}

export type PolicyForm = FormOf<InheritedField>
