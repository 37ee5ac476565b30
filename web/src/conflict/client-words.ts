import { clientFields, type FieldName } from '#contract/clients/fields.ts'
import type { Translate } from '../i18n/translation.tsx'
import { clientLabels } from '../pages/clients/client-labels.ts'
import type { Expiry, Speed } from '../pages/clients/field-forms.ts'
import type { QuotaRow } from '../pages/clients/quota-rows.ts'
import { type FieldWords, wordsBy } from './field-words.ts'

function sayExpiry(t: Translate, expiry: Expiry): string {
  if (expiry.kind === 'never') return t('clients.never')
  return expiry.kind === 'date'
    ? expiry.date.replace('T', ' ')
    : `${t('clientForm.firstUse')} (${t('clientForm.days')}: ${expiry.days})`
}

const saySpeed = (t: Translate, { kind, mbit }: Speed): string => {
  if (kind === 'own') return `${mbit} Mbit/s`
  return t(kind === 'none' ? 'clientForm.speedNone' : 'clientForm.speedInherit')
}

const sayQuotas = (rows: readonly QuotaRow[]): string | undefined =>
  rows.length > 0 ? rows.map(({ target, gigabytes }) => `${target} ${gigabytes} GB`).join(', ') : undefined

const isField = (key: string): key is FieldName => Object.hasOwn(clientFields, key)

/** Values of the client's form that are not plain. */
function sayField(t: Translate, key: string, value: unknown): string | undefined {
  if (!isField(key)) return undefined
  const { kind } = clientFields[key]
  if (kind === 'time') return sayExpiry(t, value as Expiry) // as the form keeps it
  if (kind === 'bytes') return `${value} GB`
  if (kind === 'quotas') return sayQuotas(value as QuotaRow[])
  if (kind !== 'speed') return undefined
  return typeof value === 'object' ? saySpeed(t, value as Speed) : `${value} Mbit/s`
}

const isClientKey = (key: string): key is keyof typeof clientLabels => Object.hasOwn(clientLabels, key)

/** The words of a client's form. */
export function clientWords(t: Translate): FieldWords {
  const plain = wordsBy(t, (key) => {
    const label = isClientKey(key) ? clientLabels[key] : undefined
    return key === 'uuid' ? 'UUID' : label && t(label)
  })
  return { ...plain, value: (key, value) => sayField(t, key, value) ?? plain.value(key, value) }
}
