import type { Commit, Outcome } from '../platform/changes/commit.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import type { Actor } from '../platform/http/caller.ts'
import { createCodeBackOff } from './code-back-off.ts'
import type { Limiter } from './limiter.ts'
import type { Verdict, Why } from './login-queue.ts'
import { placeOf } from './networks.ts'
import { isCode } from './totp.ts'
import { takeCode } from './used-codes.ts'

interface Deps {
  db: Db
  commit: Commit
  now: () => number
  limiter: Limiter
}

const knownForMs = 30 * 24 * 3_600_000
const mostLogins = 500

/** What the trail says of a login that gave a code: only such a one makes its place known. */
export const withCode = { twoFactor: true }

type Account = { id: number; username: string }
const whys = { wrong: 'wrongCode', used: 'usedCode' } as const satisfies Record<string, Why>

/** The one way to a two-factor code: waits and uses are the same for every purpose. */
export function createCodeDoor({ db, commit, now, limiter }: Deps) {
  const backOff = createCodeBackOff(now)

  /** The account's own lane, or that of a place from which its owner came in before. */
  async function laneOf({ id, username }: Account, address: string): Promise<string> {
    const logins = await db.read
      .selectFrom('audit')
      .select('address')
      .where('object_kind', '=', 'user')
      .where('object', '=', username)
      .where('action', '=', 'session.login')
      .where('after', '=', JSON.stringify(withCode))
      .where('at', '>', now() - knownForMs)
      .orderBy('id', 'desc')
      .limit(mostLogins)
      .execute()
    const place = placeOf(address)
    return logins.some((login) => placeOf(login.address) === place) ? `${id} ${place}` : `${id}`
  }

  return {
    /** Judges the code of somebody whose password is right, and takes it in the transaction of `work`. */
    async pass<T>(
      user: Account,
      actor: Actor,
      secret: string,
      code: string,
      work: (tx: Tx) => Promise<Outcome<Verdict<T>>>,
    ): Promise<Verdict<T>> {
      if (!isCode(code)) return { wrong: 'wrongCode' } // no guess: nobody tried a code
      const lane = await laneOf(user, actor.address)
      if (backOff.mustWait(lane)) return { wrong: 'tooManyCodes' }
      backOff.failed(lane) // before it is judged: those that come at the same time count too
      return commit<Verdict<T>>(actor, async (tx) => {
        const taken = await takeCode(tx, secret, code, now())
        if (taken !== 'taken') return { result: { wrong: whys[taken] } }
        backOff.succeeded(lane)
        return work(tx)
      })
    },
    /**
     * For a change of 2FA by somebody who is already in: a stolen session may not try all codes either. The code is
     * taken with the change.
     */
    async fits(tx: Tx, secret: string, code: string, actor: Actor): Promise<boolean> {
      const whose = `code ${actor.name}`
      const lane = `change ${actor.kind} ${actor.name}`
      if (limiter.blocked(actor.address, whose) || backOff.mustWait(lane)) return false
      const fits = (await takeCode(tx, secret, code, now())) === 'taken'
      if (fits) {
        limiter.succeeded(actor.address, whose)
        backOff.succeeded(lane)
      } else {
        limiter.failed(actor.address, whose)
        if (isCode(code)) backOff.failed(lane)
      }
      return fits
    },
  }
}

export type CodeDoor = ReturnType<typeof createCodeDoor>
