import { Refusal } from '#domain/refusal.ts'
import type { Limiter } from './limiter.ts'
import { regionOf } from './networks.ts'

const mostWaiting = 100

/** Why a login was refused: for the operator's eyes, never for the caller's. */
export type Why = 'unknownUser' | 'wrongPassword' | 'wrongCode' | 'usedCode' | 'tooManyCodes' | 'blocked'

export type Verdict<T> = { right: T } | { wrong: Why }

/**
 * Guesses from one network are judged one after the other: parallel ones cannot slip past the limit together, and a
 * script that logs in many times at once with the right password is not taken for a guesser.
 */
export function createGuesses(limiter: Limiter) {
  const lines = new Map<string, { tail: Promise<unknown>; waiting: number }>()

  async function inTurn<T>(region: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(region) ?? { tail: Promise.resolve(), waiting: 0 }
    if (line.waiting >= mostWaiting) throw new Refusal('login.busy')
    lines.set(region, line)
    line.waiting++
    const result = line.tail.then(work, work)
    line.tail = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--line.waiting === 0) lines.delete(region)
    }
  }

  /** A thrown error is no guess. */
  return async function guess<T>(
    address: string,
    username: string,
    judge: () => Promise<Verdict<T>>,
  ): Promise<Verdict<T>> {
    const blocked: Verdict<T> = { wrong: 'blocked' }
    if (limiter.blocked(address, username)) return blocked
    return inTurn(regionOf(address), async () => {
      if (limiter.blocked(address, username)) return blocked
      const verdict = await judge()
      if ('wrong' in verdict) limiter.failed(address, username)
      else limiter.succeeded(address, username)
      return verdict
    })
  }
}
