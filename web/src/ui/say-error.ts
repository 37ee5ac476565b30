import { ApiError } from '../api/api-error.ts'
import type { Translate } from '../i18n/translation.tsx'

/** A failure in words: the panel's own sentence where it gave one. */
export function sayError(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'refused') return error.message
  return t(error.kind === 'unreachable' ? 'error.unreachable' : 'error.failed')
}
