/** Why a message was not taken by its receiver, where more is known than the error itself says. */
export class NotTaken extends Error {
  /** Not again before this many milliseconds have passed. */
  readonly retryAfterMs: number | undefined
  /** The same message will never be taken: give up and go on with the next one. */
  readonly final: boolean
  /** `cause`: a refusal, or an error of the system or of another program. */
  constructor(
    cause: unknown,
    { retryAfterMs, final = false }: { retryAfterMs?: number; final?: boolean } = {},
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'NotTaken'
    this.retryAfterMs = retryAfterMs
    this.final = final
  }
}
