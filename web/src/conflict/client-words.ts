import type { PlainKey, Translate } from '../i18n/translation.tsx'
import type { ClientForm, Expiry, Speed } from '../pages/clients/client-form.ts'
import { type FieldWords, wordsBy } from './field-words.ts'

const clientLabels: Record<Exclude<keyof ClientForm, 'id'>, PlainKey> = {
  email: 'new.email',
  comment: 'clients.comment',
  enable: 'clientForm.enabled',
  gigabytes: 'clientForm.quota',
  expiry: 'clients.expiry',
  limitIp: 'clients.limitIp',
  limitHwid: 'clients.limitHwid',
  deviceKeys: 'clientForm.deviceKeys',
  speedDown: 'clientForm.speedDown',
  speedUp: 'clientForm.speedUp',
  whenEnded: 'clientForm.whenEnded',
  slowMbit: 'clientForm.slowSpeed',
  fairGigabytes: 'policy.fairUse',
  fairMbit: 'policy.fairUseSpeed',
  ipCount: 'policy.ipCount',
  ipGrace: 'policy.ipGrace',
  whenOverIp: 'policy.overIp',
  renewDays: 'clientForm.renewDays',
  group: 'clients.group',
  inboundIds: 'clients.inbounds',
  flow: 'clientForm.flow',
  password: 'login.password',
  auth: 'clientForm.auth',
  subId: 'clientForm.subId',
  tgId: 'clientForm.tgId',
}

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

/** Values of the client's form that are not plain; each has its own key. */
const clientValues: Readonly<Record<string, (t: Translate, value: unknown) => string>> = {
  expiry: (t, value) => sayExpiry(t, value as Expiry),
  speedDown: (t, value) => saySpeed(t, value as Speed),
  speedUp: (t, value) => saySpeed(t, value as Speed),
  gigabytes: (_, value) => `${value} GB`,
  slowMbit: (_, value) => `${value} Mbit/s`,
  fairGigabytes: (_, value) => `${value} GB`,
  fairMbit: (_, value) => `${value} Mbit/s`,
}

const isClientKey = (key: string): key is keyof typeof clientLabels => Object.hasOwn(clientLabels, key)

/** The words of a client's form. */
export function clientWords(t: Translate): FieldWords {
  const plain = wordsBy(t, (key) => {
    const label = isClientKey(key) ? clientLabels[key] : undefined
    return key === 'id' ? 'UUID' : label && t(label)
  })
  return { ...plain, value: (key, value) => clientValues[key]?.(t, value) ?? plain.value(key, value) }
}
