import { z } from 'zod'
import { Quotas } from '../quotas.ts'
import { absentIfNull, whole } from '../tolerant.ts'
import { byName, defaultOf, type FieldName, type FieldRow, type FieldValue, rowOf } from './fields.ts'

export const Reverse = z.object({ tag: z.string() })
const SentReverse = absentIfNull(z.object({ tag: z.string().optional() }))

type Kind<K extends FieldName> = FieldRow<K>['kind']
/** `N` is the schema of numbers, `R` that of the reverse proxy. */
type SchemaOf<K extends FieldName, N, R> =
  Kind<K> extends 'choice'
    ? z.ZodEnum<{ [C in FieldValue<K> & string]: C }>
    : Kind<K> extends 'reverse'
      ? R
      : Kind<K> extends 'quotas'
        ? typeof Quotas
        : Kind<K> extends 'text'
          ? z.ZodString
          : Kind<K> extends 'toggle'
            ? z.ZodBoolean
            : N

function schemaOf(name: FieldName, number: z.ZodType, reverse: z.ZodType): z.ZodType {
  const { kind, choices } = rowOf(name)
  if (kind === 'choice') return z.enum(choices ?? [])
  if (kind === 'text') return z.string()
  if (kind === 'toggle') return z.boolean()
  if (kind === 'quotas') return Quotas
  return kind === 'reverse' ? reverse : number
}

type Answers<K extends FieldName, N = z.ZodInt> = {
  [F in K]: SchemaOf<F, N, z.ZodNullable<typeof Reverse>>
}
/** The fields as answers have them. */
export const answers = <const K extends FieldName>(names: readonly K[]) =>
  byName(names, (name) => schemaOf(name, z.int(), Reverse.nullable())) as Answers<K> // by its kind

type InputName<K extends FieldName> = FieldRow<K> extends { input: infer I extends string } ? I : K
type Inputs<K extends FieldName> = {
  [F in K as InputName<F>]: z.ZodOptional<SchemaOf<F, typeof whole, typeof SentReverse>>
}
/** The fields as requests have them: absent ones are left alone, the domain checks the values. */
export const inputs = <const K extends FieldName>(names: readonly K[]) =>
  Object.fromEntries(
    names.map((name) => [rowOf(name).input ?? name, schemaOf(name, whole, SentReverse).optional()]),
  ) as Inputs<K> // as above

type WithDefaults<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.ZodDefault<S[K]> : never }
/** Answers of panels, or plans, that may be older than these fields. */
export const withDefaults = <K extends FieldName, S extends Record<K, z.ZodType>>(
  names: readonly K[],
  shape: S,
) => byName(names, (name) => shape[name].default(defaultOf(name) as never)) as WithDefaults<Pick<S, K>> // the default has the type of the field

const count = z.int().min(0)
/** The fields as plans have them: no number is negative. */
export const planShape = <const K extends FieldName>(names: readonly K[]) =>
  byName(names, (name) => {
    const { max } = rowOf(name)
    return schemaOf(name, max === undefined ? count : count.max(max), Reverse.nullable())
  }) as Answers<K> // a whole number with limits is one
