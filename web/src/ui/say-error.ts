import { ApiError } from '../api/api-error.ts'
import type { Translate } from '../i18n/translation.tsx'

/** The message of a failure: the panel's own, if it gave one. */
export function sayError(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'refused') return error.message
  return t(error.kind === 'unreachable' ? 'error.unreachable' : 'error.failed')
}
