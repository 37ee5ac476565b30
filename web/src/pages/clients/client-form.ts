import type { ClientInput, ClientRecord } from '#contract/client.ts'
import { shownFields } from '#contract/clients/fields.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { base64 } from '#domain/texts.ts'
import { newPeerKeys, publicKeyOf, standardKey } from '#domain/wireguard/keys.ts'
import type { Errors } from '../../forms/form.tsx'
import type { Translate } from '../../i18n/translation.tsx'
import { browserMint, hexDigits } from '../inbounds/editor/browser-mint.ts'
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

/** All credentials that it has: old links and files stop working afterwards. */
export const newSecrets = ({ publicKey, preSharedKey }: Pick<ClientForm, 'publicKey' | 'preSharedKey'>) => ({
  uuid: browserMint().uuid(),
  password: hexDigits(32),
  auth: hexDigits(32),
  subId: hexDigits(16),
  ...(publicKey !== '' && newPeerKeys(browserMint())),
  ...(preSharedKey !== '' && { preSharedKey: newSharedKey() }),
})

export const newSharedKey = (): string => base64(browserMint().bytes(32))

/** The halves of a pair belong together: a public key that is not of the private one belongs to a device. */
export function pairWith(
  pair: Pick<ClientForm, 'privateKey' | 'publicKey'>,
  typed: { privateKey: string } | { publicKey: string },
): Pick<ClientForm, 'privateKey' | 'publicKey'> {
  if ('privateKey' in typed) {
    const publicKey = publicKeyOf(typed.privateKey.trim())
    return { ...typed, publicKey: publicKey || pair.publicKey }
  }
  const isOwn = standardKey(typed.publicKey.trim()) === publicKeyOf(pair.privateKey.trim())
  return { ...typed, privateKey: isOwn ? pair.privateKey : '' }
}

/** The core treats another letter case as the same client; any other new name ends its connections. */
export const isRename = (from: string, to: string): boolean =>
  to.trim() !== '' && emailKey(from) !== emailKey(to.trim())
