import type { ClientInput } from '#contract/client.ts'
import { type FieldName, inputFields, rowOf } from '#contract/clients/fields.ts'
import { checkQuotas } from '#domain/quotas/quotas.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkUuid } from './credentials.ts'
import { checkExpiry } from './expiry.ts'

const maxLength = 254
/** Lone surrogates cannot be encoded as UTF-8, so they would not survive storage. */
const forbidden = /[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]/u

/** Path segments that URL parsers remove, plain or percent-encoded. */
const dotSegment = /^(?:\.|%2e){1,2}$/i

function checkName(value: string, field: string, what: 'email' | 'sub-id'): string {
  if (value === '') throw new Refusal(`client.${what}-missing`, {}, field)
  if (value.length > maxLength) throw new Refusal(`client.${what}-too-long`, { max: maxLength }, field)
  if (dotSegment.test(value)) throw new Refusal(`client.${what}-no-url`, { value }, field)
  const character = forbidden.exec(value)?.[0]
  if (character === undefined) return value
  if (/\p{White_Space}/u.test(character)) throw new Refusal(`client.${what}-white-space`, {}, field)
  if (/[\p{Cc}\p{Cs}]/u.test(character)) throw new Refusal(`client.${what}-control-characters`, {}, field)
  throw new Refusal(`client.${what}-character`, { character }, field)
}

/** The core splits counter names at `>` and URLs split at `/`; the rest is unsafe to display (R18). */
export const checkEmail = (email: string, field = 'email'): string => checkName(email, field, 'email')
export const checkSubId = (subId: string, field = 'subId'): string => checkName(subId, field, 'sub-id')

/**
 * Emails are unique ignoring case because the core lower-cases them, character by character: a dotted capital I
 * becomes a plain i, and a final sigma is not special.
 */
export const emailKey = (email: string): string =>
  // Most texts are ASCII, where toLowerCase is ten times faster.
  /^[\0-\x7f]*$/.test(email) ? email.toLowerCase() : foldEach(email)

const foldEach = (text: string): string =>
  Array.from(text, (c) => (c === '\u0130' ? 'i' : c.toLowerCase())).join('')

export const flows = ['', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443'] as const

export function checkFlow(flow: string, field = 'flow'): string {
  if ((flows as readonly string[]).includes(flow)) return flow // widened: any text may be asked about
  throw new Refusal('client.flow-unknown', {}, field)
}

export function checkCount(value: number, field: string, max: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return value
  throw new Refusal('input.range', { min: 0, max }, field)
}

function checkText(value: string, field: string, max: number, lines = false): string {
  if (value.length > max) throw new Refusal('input.too-long', { max }, field)
  const bad = lines ? /[^\P{Cc}\n\r\t]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u
  if (bad.test(value)) throw new Refusal('input.control-characters', {}, field)
  return value
}

const text =
  (max: number, lines = false) =>
  (v: string, field: string) =>
    checkText(v, field, max, lines)
const count = (max?: number) => (v: number, field: string) => checkCount(v, field, max)
const anInteger = (v: number, field: string) => {
  if (Number.isSafeInteger(v)) return v
  throw new Refusal('input.not-whole', {}, field)
}
/** A blank credential or subId means "keep" or "generate": nothing to check. */
const unlessBlank = (check: (v: string, field: string) => string) => (v: string, field: string) =>
  v === '' ? v : check(v, field)

type Rule = (value: never, field: string) => unknown

const tag = text(254)

/** Rules that are more than a length or a range. */
const special: { [K in keyof ClientInput]?: Rule } = {
  email: checkEmail,
  subId: unlessBlank(checkSubId),
  id: unlessBlank(checkUuid),
  flow: checkFlow,
  reverse: (v: { tag?: string }, field) => v.tag === undefined || tag(v.tag, `${field}.tag`),
  tgId: anInteger,
  expiryTime: checkExpiry,
}

function ruleOf(name: FieldName): Rule | undefined {
  const { kind, max, lines } = rowOf(name)
  if (kind === 'quotas') return checkQuotas
  if (kind === 'toggle' || kind === 'choice') return undefined
  return kind === 'text' ? text(max ?? 254, lines) : count(max)
}

const rules = [...new Set<FieldName>(['email', 'subId', ...inputFields])].map((field) => {
  const name = (rowOf(field).input ?? field) as keyof ClientInput // its name in a request
  return [name, special[name] ?? ruleOf(field)] as const
})

/** Refuses the first invalid field, named by its path in the request. */
export function checkClientInput(input: ClientInput, prefix = ''): ClientInput {
  for (const [name, rule] of rules) {
    const value = input[name]
    // Each name has the rule for its own type, which TypeScript cannot see in a loop.
    if (value !== undefined) rule?.(value as never, `${prefix}${name}`)
  }
  return input
}
