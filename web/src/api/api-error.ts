/**
 * `refused`: the panel said no, with a message for a person. `unreachable`: no response. `failed`: a response
 * that is not the panel's (a proxy in between, another panel version).
 */
export type ApiErrorKind = 'refused' | 'unreachable' | 'failed'

export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** The input at fault, if the panel named one. */
  readonly field: string | undefined
  constructor(kind: ApiErrorKind, message: string, field?: string) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.field = field
  }
}
