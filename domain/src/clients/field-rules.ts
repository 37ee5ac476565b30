import type { ClientInput } from '#contract/client.ts'
import { type FieldName, inputFields, rowOf } from '#contract/clients/fields.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkUuid } from './credentials.ts'
import { checkExpiry } from './expiry.ts'
import { checkEmail, checkSubId } from './names.ts'

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
