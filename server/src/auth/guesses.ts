import { Refusal } from '#domain/refusal.ts'
import { type Limiter, placeOf } from './limiter.ts'

const mostWaiting = 100

/**
 * Guesses from one place are judged one after the other: parallel ones cannot slip past the limit together, and a
 * script that logs in many times at once with the right password is not taken for a guesser.
 */
export function createGuesses(limiter: Limiter) {
  const lines = new Map<string, { tail: Promise<unknown>; waiting: number }>()

  async function inTurn<T>(place: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(place) ?? { tail: Promise.resolve(), waiting: 0 }
    if (line.waiting >= mostWaiting) throw new Refusal('Too many logins at once: try again in a moment.')
    lines.set(place, line)
    line.waiting++
    const result = line.tail.then(work, work)
    line.tail = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--line.waiting === 0) lines.delete(place)
    }
  }

  /** `null` for a wrong guess and for a blocked caller alike; a thrown error is no guess. */
  return async function guess<T>(
    address: string,
    username: string,
    judge: () => Promise<T | null>,
  ): Promise<T | null> {
    if (limiter.blocked(address, username)) return null
    return inTurn(placeOf(address), async () => {
      if (limiter.blocked(address, username)) return null
      const right = await judge()
      if (right === null) limiter.failed(address, username)
      else limiter.succeeded(address, username)
      return right
    })
  }
}
