import type { ClientInput, ClientRecord } from '#contract/client.ts'
import type { Ending, IpCount } from '#contract/limits.ts'
import { emailKey } from '#domain/clients/names.ts'
import { unlimitedSpeed } from '#domain/limits/effective.ts'
import type { Errors } from '../../forms/use-form.ts'
import type { Translate } from '../../i18n/translation.tsx'

export type Expiry =
  | { kind: 'never' }
  | { kind: 'date'; date: string }
  | { kind: 'firstUse'; days: number | string }

/** A speed in megabits: as the group, the plan or the inbound says, without a limit, or its own. */
export interface Speed {
  kind: 'inherit' | 'none' | 'own'
  mbit: number | string
}

const megabit = 1_000_000

export const speedOf = (bits: number): Speed => {
  if (bits === 0) return { kind: 'inherit', mbit: '' }
  return bits >= unlimitedSpeed ? { kind: 'none', mbit: '' } : { kind: 'own', mbit: bits / megabit }
}

export const bitsOf = ({ kind, mbit }: Speed): number => {
  if (kind === 'inherit') return 0
  return kind === 'none' ? unlimitedSpeed : Math.round(Number(mbit) * megabit)
}

/** A client as a person edits it: gigabytes and dates instead of bytes and milliseconds. */
export interface ClientForm {
  email: string
  comment: string
  enable: boolean
  gigabytes: number | string
  expiry: Expiry
  limitIp: number | string
  limitHwid: number | string
  deviceKeys: boolean
  speedDown: Speed
  speedUp: Speed
  whenEnded: Ending
  slowMbit: number | string
  fairGigabytes: number | string
  fairMbit: number | string
  ipCount: IpCount
  ipGrace: number | string
  whenOverIp: Ending
  renewDays: number | string
  group: string
  inboundIds: string[]
  flow: string | null
  id: string
  password: string
  auth: string
  subId: string
  tgId: string
}

const GB = 1024 ** 3
const DAY = 86_400_000

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

export const formOf = (client: ClientRecord, inboundIds: readonly number[]): ClientForm => ({
  email: client.email,
  comment: client.comment,
  enable: client.enable,
  gigabytes: Number((client.totalGB / GB).toFixed(2)),
  expiry: expiryOf(client.expiryTime),
  limitIp: client.limitIp,
  limitHwid: client.limitHwid,
  deviceKeys: client.deviceKeys,
  speedDown: speedOf(client.speedDown),
  speedUp: speedOf(client.speedUp),
  whenEnded: client.whenEnded,
  slowMbit: client.slowSpeed / megabit,
  fairGigabytes: Number((client.fairUse / GB).toFixed(2)),
  fairMbit: client.fairUseSpeed / megabit,
  ipCount: client.ipCount,
  ipGrace: client.ipGrace,
  whenOverIp: client.whenOverIp,
  renewDays: client.reset,
  group: client.group,
  inboundIds: inboundIds.map(String),
  flow: client.flow || 'none',
  id: client.uuid,
  password: client.password,
  auth: client.auth,
  subId: client.subId,
  tgId: client.tgId === 0 ? '' : String(client.tgId),
})

export const checkExpiry = (expiry: Expiry, t: Translate): { expiry?: string } => ({
  ...(expiry.kind === 'date' &&
    Number.isNaN(Date.parse(expiry.date)) && { expiry: t('clientForm.dateMissing') }),
  ...(expiry.kind === 'firstUse' && Number(expiry.days) < 1 && { expiry: t('clientForm.daysMissing') }),
})

export function checkClient({ email, expiry, tgId }: ClientForm, t: Translate): Errors<ClientForm> {
  return {
    ...(email.trim() === '' && { email: t('new.emailMissing') }),
    ...checkExpiry(expiry, t),
    ...(!/^-?\d{0,16}$/.test(tgId.trim()) && { tgId: t('clientForm.tgIdWrong') }),
  }
}

/** An untouched field is sent as it is stored: a rounded gigabyte is not a new quota. */
export function bodyOf(form: ClientForm, stored: ClientRecord): ClientInput {
  const before = formOf(stored, [])
  const same = <K extends keyof ClientForm>(key: K) =>
    JSON.stringify(form[key]) === JSON.stringify(before[key])
  return {
    email: form.email.trim(),
    comment: form.comment,
    enable: form.enable,
    totalGB: same('gigabytes') ? stored.totalGB : Math.round(Number(form.gigabytes) * GB),
    expiryTime: same('expiry') ? stored.expiryTime : timeOf(form.expiry),
    limitIp: Number(form.limitIp),
    limitHwid: Number(form.limitHwid),
    deviceKeys: form.deviceKeys,
    speedDown: same('speedDown') ? stored.speedDown : bitsOf(form.speedDown),
    speedUp: same('speedUp') ? stored.speedUp : bitsOf(form.speedUp),
    whenEnded: form.whenEnded,
    slowSpeed: same('slowMbit') ? stored.slowSpeed : Math.round(Number(form.slowMbit) * megabit),
    fairUse: same('fairGigabytes') ? stored.fairUse : Math.round(Number(form.fairGigabytes) * GB),
    fairUseSpeed: same('fairMbit') ? stored.fairUseSpeed : Math.round(Number(form.fairMbit) * megabit),
    ipCount: form.ipCount,
    ipGrace: Number(form.ipGrace),
    whenOverIp: form.whenOverIp,
    reset: Number(form.renewDays),
    group: form.group.trim(),
    flow: form.flow === 'none' || form.flow === null ? '' : form.flow,
    id: form.id.trim(),
    password: form.password,
    auth: form.auth,
    subId: form.subId.trim(),
    tgId: Number(form.tgId.trim() || 0),
  }
}

export const timeOf = (expiry: Expiry): number =>
  expiry.kind === 'never' ? 0 : expiry.kind === 'date' ? Date.parse(expiry.date) : -Number(expiry.days) * DAY

/** Why the client stays off with these values, whatever the switch says; one that goes on slowly does not. */
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
export const newSecrets = () => ({ id: uuid(), password: hex(16), auth: hex(16), subId: hex(8) })

/** The core treats another letter case as the same client; any other new name ends its connections. */
export const isRename = (from: string, to: string): boolean =>
  to.trim() !== '' && emailKey(from) !== emailKey(to.trim())
