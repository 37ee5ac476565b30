import { Refusal } from '#domain/refusal.ts'
import { type Limiter, regionOf } from './limiter.ts'

const mostWaiting = 100

/** Why a login was refused: shown to the operator, never to the caller. */
export type Why = 'unknownUser' | 'wrongPassword' | 'wrongCode' | 'usedCode' | 'tooManyCodes' | 'blocked'

export type LoginResult<T> = { right: T } | { wrong: Why }

/**
 * Attempts from one network are checked one at a time: parallel attempts cannot bypass the limit, and a script that
 * logs in many times in parallel with the correct password is not blocked.
 */
export function createLoginQueue(limiter: Limiter) {
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

  /** A thrown error does not count as a failed attempt. */
  return async function guess<T>(
    address: string,
    username: string,
    judge: () => Promise<LoginResult<T>>,
  ): Promise<LoginResult<T>> {
    const blocked: LoginResult<T> = { wrong: 'blocked' }
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
