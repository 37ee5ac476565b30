/**
 * `refused`: the panel said no, in words for a person; `unreachable`: no answer came; `failed`: an answer that
 * is none of ours (a proxy in between, a panel of another version).
 */
export type ApiErrorKind = 'refused' | 'unreachable' | 'failed'

export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** The input at fault, where the panel named one. */
  readonly field: string | undefined
  constructor(kind: ApiErrorKind, message: string, field?: string) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.field = field
  }
}
