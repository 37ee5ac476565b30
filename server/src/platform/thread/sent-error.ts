import type { Coded } from '#contract/coded.ts'
import { Refusal } from '#domain/refusal.ts'

/** An error on its way from a thread or process to the panel: a copy made by Node would lose its fields. */
export type SentError =
  | { refusal: { code: string; params: Record<string, unknown>; field: string | undefined } }
  | { message: string; stack: string | undefined; fields: Record<string, unknown> }

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

export function sentError(error: unknown): SentError {
  if (error instanceof Refusal)
    return { refusal: { code: error.code, params: error.params, field: error.field } }
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, fields: {} }
  const fields = Object.fromEntries(Object.entries(error).filter(([, value]) => isPlain(value)))
  return { message: error.message, stack: error.stack, fields }
}

/** The same refusal, or an error with the same message and fields, such as `code`, `errcode` or `kind`. */
export function receivedError(sent: SentError): Error {
  if ('refusal' in sent) return Refusal.of(sent.refusal as Coded, sent.refusal.field)
  const { message, stack, fields } = sent
  return Object.assign(new Error(message), fields, stack !== undefined && { stack })
}
