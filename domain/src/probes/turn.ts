/** What the panel remembers of a probe's calls. */
export interface CallMemory {
  /** Of the last call. */
  sequence: number
  /** The last answer gave it: the next call has it. */
  next: string
  /** What the last call had. A probe that did not get its answer has no other. */
  former: string
  /** Hashes of the last calls, the newest first. */
  recent: readonly string[]
}

export interface Turn {
  sequence: number
  next: string
  /** Of what was signed. */
  hash: string
}

const remembered = 64

/**
 * Every call is numbered and has what the answer before gave. Two machines with one key can both not go on: the second one
 * uses a number that was used, or has what the first one got no more. The same call again is a repetition: of a probe that
 * got no answer, or of somebody who listened.
 */
export function judgeTurn(memory: CallMemory, turn: Turn): 'good' | 'repeated' | 'two-callers' {
  if (turn.sequence === memory.sequence + 1) {
    const fits = turn.next === memory.next || (memory.former !== '' && turn.next === memory.former)
    return fits ? 'good' : 'two-callers'
  }
  return memory.recent.includes(turn.hash) ? 'repeated' : 'two-callers'
}

export const afterTurn = (memory: CallMemory, { sequence, next, hash }: Turn, given: string): CallMemory => ({
  sequence,
  next: given,
  former: next,
  recent: [hash, ...memory.recent].slice(0, remembered),
})
