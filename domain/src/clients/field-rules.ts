import type { ClientInput } from '#contract/client.ts'
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

type Rules = {
  [K in keyof Required<ClientInput>]: (
    value: Exclude<ClientInput[K], undefined>,
    field: string,
  ) => Exclude<ClientInput[K], undefined>
}

const tag = text(254)

/** One rule per field; the type requires a rule for each new field. */
const rules: Rules = {
  email: checkEmail,
  subId: unlessBlank(checkSubId),
  id: unlessBlank(checkUuid),
  password: text(512),
  auth: text(512),
  shadowsocksKey: text(512),
  security: text(64),
  flow: checkFlow,
  reverse: (v, field) => (v.tag === undefined ? {} : { tag: tag(v.tag, `${field}.tag`) }),
  tgId: anInteger,
  enable: (v) => v,
  expiryTime: checkExpiry,
  limitIp: count(),
  totalGB: count(),
  comment: text(4096, true),
  reset: count(100_000),
  group: text(254),
  limitHwid: count(),
  deviceKeys: (v) => v,
  speedDown: count(),
  speedUp: count(),
  whenEnded: (v) => v,
  slowSpeed: count(),
  fairUse: count(),
  fairUseSpeed: count(),
  ipCount: (v) => v,
  ipGrace: count(3_600),
  whenOverIp: (v) => v,
  planId: count(),
  resetDay: count(31),
  resetMax: count(),
  created_at: count(),
  updated_at: count(),
}

/** Refuses the first invalid field, named by its path in the request. */
export function checkClientInput(input: ClientInput, prefix = ''): ClientInput {
  // Object.keys widens the keys to string.
  for (const name of Object.keys(rules) as (keyof Rules)[]) {
    const value = input[name]
    // Each name has the rule for its own type, which TypeScript cannot see in a loop.
    const rule = rules[name] as (v: unknown, field: string) => unknown
    if (value !== undefined) rule(value, `${prefix}${name}`)
  }
  return input
}
