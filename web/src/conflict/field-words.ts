import type { PlainKey, Translate } from '../i18n/translation.tsx'
import type { ClientForm, Expiry, Speed } from '../pages/clients/client-form.ts'
import { labelOf as inboundLabel, shortPath } from '../pages/inbounds/editor/labels.ts'

type Values = Readonly<Record<string, unknown>>

/** How a form names a field and writes its value. */
export interface FieldWords {
  /** Blocks whose fields are fields of the form. */
  blocks: readonly string[]
  label(key: string): string
  value(key: string, value: unknown): string
}

const clientLabels: Partial<Record<keyof ClientForm, PlainKey>> = {
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

const sections: Readonly<Record<string, PlainKey>> = {
  routing: 'network.routing',
  outbounds: 'outbounds.title',
  dns: 'dns.title',
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
}

const longest = 60

export function plainValue(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off')
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  const text = isPlainList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  if (!text) return '∅'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const isClientKey = (key: string): key is keyof ClientForm => Object.hasOwn(clientLabels, key)

/** The words of the form that these values are from: a client's, an inbound's, or else the template's sections. */
export function fieldWords(
  t: Translate,
  values: Values,
  given?: (key: string) => string | undefined,
): FieldWords {
  const plain = (_key: string, value: unknown) => plainValue(t, value)
  const named = (label: PlainKey | undefined, key: string) => (label ? t(label) : key)
  if (given) return { blocks: [], label: (key) => given(key) ?? key, value: plain }
  if ('email' in values)
    return {
      blocks: [],
      label: (key) => (key === 'id' ? 'UUID' : named(isClientKey(key) ? clientLabels[key] : undefined, key)),
      value: (key, value) =>
        Object.hasOwn(clientValues, key) && clientValues[key]
          ? clientValues[key](t, value)
          : plainValue(t, value),
    }
  if ('protocol' in values)
    return {
      blocks: ['settings', 'streamSettings', 'sniffing'],
      label: (key) => named(inboundLabel(key), shortPath(key)),
      value: plain,
    }
  return { blocks: [], label: (key) => named(sections[key], key), value: plain }
}
