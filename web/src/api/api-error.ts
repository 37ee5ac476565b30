/**
 * `refused`: the panel said no, with a message for a person. `unreachable`: no response. `failed`: a response
 * that is not the panel's (a proxy in between, another panel version).
 */
export type ApiErrorKind = 'refused' | 'unreachable' | 'failed'

/** A reason as the panel gives it: a stable code with its parameters. */
export interface Reason {
  code?: string | undefined
  params?: Readonly<Record<string, unknown>> | undefined
  /** The input at fault, where the panel named one. */
  field?: string | undefined
}

/** No answer came: what was asked may have been done. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'unreachable'

export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly code: Reason['code']
  readonly params: Reason['params']
  readonly field: Reason['field']
  constructor(kind: ApiErrorKind, message: string, { code, params, field }: Reason = {}) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.code = code
    this.params = params
    this.field = field
  }
}
