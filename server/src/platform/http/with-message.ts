import type { Coded } from '#contract/coded.ts'
import { inEnglish } from '#domain/refusal.ts'

/** Returned by a handler whose success `msg` varies. */
export class WithMessage<T> {
  readonly msg: string | undefined
  readonly obj: T

  /** Without a `msg` the endpoint's default is used. */
  constructor(msg: string | undefined, obj: T) {
    this.msg = msg
    this.obj = obj
  }
}

/** What was done, and what of it does not hold everywhere. */
export const withNotes = <T>(says: string, notes: readonly Coded[], obj: T): WithMessage<T> =>
  new WithMessage(notes.length === 0 ? undefined : [says, ...notes.map(inEnglish)].join(' '), obj)
