import type { Ending, IpCount, Limits } from '#contract/limits.ts'
import { bitsOf, type Speed, speedOf } from './client-form.ts'

const GB = 1024 ** 3
const megabit = 1_000_000

/** How an IP limit counts. */
export interface IpForm {
  ipCount: IpCount
  ipGrace: number | string
  whenOverIp: Ending
}

/** The allowance of a day. */
export interface FairForm {
  fairGigabytes: number | string
  fairMbit: number | string
}

/** Limits as a person edits them: megabits and gigabytes. */
export interface PolicyForm extends IpForm, FairForm {
  speedDown: Speed
  speedUp: Speed
  whenEnded: Ending
  slowMbit: number | string
}

/** What a group of fields needs of the form around it. */
export interface FieldsProps<F> {
  values: F
  errors: Partial<Record<string, string>>
  set<K extends keyof F & string>(name: K, value: F[K]): void
}

export const policyFormOf = (limits: Limits): PolicyForm => ({
  speedDown: speedOf(limits.speedDown),
  speedUp: speedOf(limits.speedUp),
  whenEnded: limits.whenEnded,
  slowMbit: limits.slowSpeed / megabit,
  fairGigabytes: Number((limits.fairUse / GB).toFixed(2)),
  fairMbit: limits.fairUseSpeed / megabit,
  ipCount: limits.ipCount,
  ipGrace: limits.ipGrace,
  whenOverIp: limits.whenOverIp,
})

/** An untouched field is sent as it is stored: a rounded gigabyte is not a new allowance. */
export function limitsOfForm(form: PolicyForm, stored: Limits): Limits {
  const before = policyFormOf(stored)
  const same = (key: keyof PolicyForm) => JSON.stringify(form[key]) === JSON.stringify(before[key])
  const bits = (mbit: number | string) => Math.round(Number(mbit) * megabit)
  return {
    speedDown: same('speedDown') ? stored.speedDown : bitsOf(form.speedDown),
    speedUp: same('speedUp') ? stored.speedUp : bitsOf(form.speedUp),
    whenEnded: form.whenEnded,
    slowSpeed: same('slowMbit') ? stored.slowSpeed : bits(form.slowMbit),
    fairUse: same('fairGigabytes') ? stored.fairUse : Math.round(Number(form.fairGigabytes) * GB),
    fairUseSpeed: same('fairMbit') ? stored.fairUseSpeed : bits(form.fairMbit),
    ipCount: form.ipCount,
    ipGrace: Number(form.ipGrace),
    whenOverIp: form.whenOverIp,
  }
}

/** Fields of the API by the fields of the form that hold them. */
export const policyFields = {
  slowSpeed: 'slowMbit',
  fairUse: 'fairGigabytes',
  fairUseSpeed: 'fairMbit',
} as const
