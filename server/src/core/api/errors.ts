export type CoreErrorKind = 'exists' | 'missing' | 'unavailable' | 'unimplemented' | 'refused'

/** A call that failed in the core, with the core's message. */
export class CoreError extends Error {
  readonly kind: CoreErrorKind
  constructor(kind: CoreErrorKind, message: string) {
    super(message)
    this.name = 'CoreError'
    this.kind = kind
  }
}

const unavailable = new Set([1, 4, 14]) // CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE
const unimplemented = 12

/** The core's errors are told apart by their text. */
export function coreError(status: { code: number; details: string }): CoreError {
  const words = status.details
  if (unavailable.has(status.code)) return new CoreError('unavailable', `the core does not answer (${words})`)
  if (status.code === unimplemented) return new CoreError('unimplemented', words)
  if (/already exists|existing tag/i.test(words)) return new CoreError('exists', words)
  if (/not found|failed to get handler|not enough information|empty tag|handler not/i.test(words))
    return new CoreError('missing', words)
  return new CoreError('refused', words)
}
