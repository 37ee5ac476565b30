/**
 * `refused`: the panel rejected the call and says why; `unreachable`: no answer came; `failed`: the answer is not
 * one of ours (a proxy in between, a panel of another version).
 */
export type ApiErrorKind = 'refused' | 'unreachable' | 'failed'

/** A reason as the panel gives it: a stable code with its parameters. */
export interface Reason {
  code?: string | undefined
  params?: Readonly<Record<string, string | number>> | undefined
  /** The input at fault, where the panel named one. */
  field?: string | undefined
}

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
