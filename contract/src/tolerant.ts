import { z } from 'zod'

/** An integer by contract; the domain refuses fractions and ranges with a message that names the field. */
export const whole = z.number().meta({ type: 'integer' })

const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v)

/** Copies only if there is a null to drop: most objects have none, and an inbound may contain 100,000 of them. */
function withoutNulls(value: Record<string, unknown>, kept: readonly string[]): Record<string, unknown> {
  for (const key in value)
    if (value[key] === null && !kept.includes(key))
      return Object.fromEntries(Object.entries(value).filter(([k, v]) => v !== null || kept.includes(k)))
  return value
}

/** Callers echo whole objects with nulls in them: null counts as absent. `nulls`: fields of which it is a value. */
export const absentIfNull = <T extends z.ZodType>(
  schema: T,
  shape: (value: Record<string, unknown>) => Record<string, unknown> = (v) => v,
  nulls: readonly string[] = [],
) =>
  z.preprocess((value) => {
    return isRecord(value) ? shape(withoutNulls(value, nulls)) : value
  }, schema)

/** Form bodies carry numbers and booleans as text. */
export const formWhole = z.preprocess(
  (v) => (typeof v === 'string' && /^-?\d{1,16}$/.test(v.trim()) ? Number(v) : v),
  whole,
)
export const formNumber = z.preprocess(
  (v) => (typeof v === 'string' && /^\d{1,9}(?:\.\d{1,9})?$/.test(v.trim()) ? Number(v) : v),
  z.number(),
)
export const formSwitch = z.preprocess(
  (v) => (v === 'true' || v === '1' ? true : v === 'false' || v === '0' ? false : v),
  z.boolean(),
)
