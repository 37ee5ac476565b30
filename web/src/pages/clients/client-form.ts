import type { ClientInput, ClientRecord } from '#contract/client.ts'
import { shownFields } from '#contract/clients/fields.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Errors } from '../../forms/form.tsx'
import type { Translate } from '../../i18n/translation.tsx'
import { type Expiry, type FormOf, fieldsBody, fieldsForm } from './field-forms.ts'

/** Those that the form does not show. */
const unedited = ['security', 'reverse', 'planId', 'resetDay', 'resetMax', 'createdAt', 'updatedAt'] as const
type EditedField = Exclude<(typeof shownFields)[number], (typeof unedited)[number]>
const edited = shownFields.filter((name): name is EditedField => !unedited.some((other) => other === name))

export type ClientForm = FormOf<EditedField> & { inboundIds: string[] }

export const formOf = (client: ClientRecord, inboundIds: readonly number[]): ClientForm => ({
  ...fieldsForm(edited, client),
  inboundIds: inboundIds.map(String),
})

export function expiryError(expiry: Expiry, t: Translate): string | undefined {
  if (expiry.kind === 'date' && Number.isNaN(Date.parse(expiry.date))) return t('clientForm.dateMissing')
  return expiry.kind === 'firstUse' && Number(expiry.days) < 1 ? t('clientForm.daysMissing') : undefined
}

export function checkClient({ email, expiryTime, tgId }: ClientForm, t: Translate): Errors<ClientForm> {
  const wrongExpiry = expiryError(expiryTime, t)
  return {
    ...(email.trim() === '' && { email: t('new.emailMissing') }),
    ...(wrongExpiry && { expiryTime: wrongExpiry }),
    ...(!/^-?\d{0,16}$/.test(tgId.trim()) && { tgId: t('clientForm.tgIdWrong') }),
  }
}

export function bodyOf(form: ClientForm, stored: ClientRecord): ClientInput {
  const { uuid: id, ...body } = fieldsBody(edited, form, stored)
  return { ...body, id }
}

/** Why these values keep the client disabled, whatever the switch says. A client that is only slowed down is not disabled. */
export function endedBy(
  form: ClientForm,
  { client, usedTraffic }: { client: ClientRecord; usedTraffic: number },
  now: number,
): 'expired' | 'spent' | undefined {
  if (form.whenEnded === 'slow') return undefined
  const { expiryTime = 0, totalGB = 0 } = bodyOf(form, client)
  if (expiryTime > 0 && expiryTime <= now) return 'expired'
  return totalGB > 0 && usedTraffic >= totalGB ? 'spent' : undefined
}

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** `randomUUID` is missing over plain HTTP. */
function uuid(): string {
  const text = hex(16).split('')
  text[12] = '4'
  text[16] = '89ab'[Number.parseInt(text[16] ?? '0', 16) % 4] ?? '8'
  const at = (from: number, to: number) => text.slice(from, to).join('')
  return [at(0, 8), at(8, 12), at(12, 16), at(16, 20), at(20, 32)].join('-')
}

/** All credentials: old links stop working afterwards. */
export const newSecrets = () => ({ uuid: uuid(), password: hex(16), auth: hex(16), subId: hex(8) })

/** The core treats another letter case as the same client; any other new name ends its connections. */
export const isRename = (from: string, to: string): boolean =>
  to.trim() !== '' && emailKey(from) !== emailKey(to.trim())
