import type { Block } from '#contract/inbound.ts'
import type { Field } from '#domain/inbounds/form/field.ts'
import { isBlock } from '#domain/untyped.ts'

type Step = string | number

/** `settings.accounts[2].user` -> settings, accounts, 2, user. */
export const stepsOf = (at: string): Step[] =>
  at
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const below = (value: unknown, step: Step): unknown => {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined
  return isBlock(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

export const getAt = (form: Block, at: string): unknown => stepsOf(at).reduce<unknown>(below, form)

function put(old: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value
  const next = put(below(old, step), rest, value)
  if (typeof step === 'number') {
    const list = Array.isArray(old) ? [...old] : []
    list[step] = next
    return list
  }
  const { [step]: _, ...others } = isBlock(old) ? old : {}
  if (next === undefined) return others
  return isBlock(old) && step in old ? { ...old, [step]: next } : { ...others, [step]: next }
}

/** The form with one value changed; undefined removes the key. Everything off the path stays the same object. */
export const setAt = (form: Block, at: string, value: unknown): Block =>
  put(form, stepsOf(at), value) as Block // a path begins with a name, so the top stays a block

/** Several values, each at its path. */
export const setAll = (form: Block, values: Readonly<Record<string, unknown>>): Block =>
  Object.entries(values).reduce((next, [at, value]) => setAt(next, at, value), form)

/** Whether `at` is `top` or below it. */
export const isWithin = (at: string, top: string): boolean =>
  at === top || at.startsWith(`${top}.`) || at.startsWith(`${top}[`)

/** The paths of a field's value: its own, then those of its aliases. */
export const placesOf = ({ path, alias = [] }: Field, at = path): string[] => [
  at,
  ...alias.map((name) => at.replace(/[^.]+$/, name)),
]

/** The path of a field's value, under an alias if the stored value uses one. */
export const placeOf = (get: (at: string) => unknown, field: Field, at = field.path): string =>
  placesOf(field, at).find((place) => get(place) !== undefined) ?? at
