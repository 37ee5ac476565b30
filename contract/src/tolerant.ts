import { z } from 'zod'

/** Whole by contract; the domain says no to a fraction or a range in words that name the field. */
export const whole = z.number().meta({ type: 'integer' })

const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v)

/** Most have none, and an inbound may bring 100,000 of them: copied only where there is something to leave out. */
function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  for (const key in value)
    if (value[key] === null) return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null))
  return value
}

/** Whole objects are sent back with nulls in them: null counts as absent. */
export const absentIfNull = <T extends z.ZodType>(
  schema: T,
  shape: (value: Record<string, unknown>) => Record<string, unknown> = (v) => v,
) =>
  z.preprocess((value) => {
    return isRecord(value) ? shape(withoutNulls(value)) : value
  }, schema)

/** Form bodies carry numbers and switches as text. */
export const formWhole = z.preprocess(
  (v) => (typeof v === 'string' && /^-?\d{1,16}$/.test(v.trim()) ? Number(v) : v),
  whole,
)
export const formSwitch = z.preprocess(
  (v) => (v === 'true' || v === '1' ? true : v === 'false' || v === '0' ? false : v),
  z.boolean(),
)
