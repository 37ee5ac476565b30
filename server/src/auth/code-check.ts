import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Outcome } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import { createCodeBackOff } from './code-back-off.ts'
import type { Limiter } from './limiter.ts'
import type { LoginResult, Why } from './login-queue.ts'
import { placeOf } from './networks.ts'
import { isRecoveryCode } from './recovery-codes.ts'
import { isCode } from './totp.ts'
import { isTaken, takeCode } from './used-codes.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  limiter: Limiter
}

const knownForMs = 30 * 24 * 3_600_000
const mostLogins = 500

/** Audit details of a login with a two-factor code; only such a login makes its network known. */
export const proofs = {
  taken: { twoFactor: true },
  recovered: { twoFactor: true, recoveryCode: true },
} as const
export type Proof = (typeof proofs)[keyof typeof proofs]
const proven = Object.values(proofs).map((proof) => JSON.stringify(proof))

type Account = { id: number; username: string }
const isGuess = (code: string): boolean => isCode(code) || isRecoveryCode(code)
const whys = { wrong: 'wrongCode', used: 'usedCode' } as const satisfies Record<string, Why>

/** The only way to check a two-factor code: back-off and reuse rules are the same for every purpose. */
export function createCodeCheck({ db, commit, now, limiter }: Deps) {
  const backOff = createCodeBackOff(now)

  /** The account's own scope, or that of a network where its owner has logged in before. */
  async function scopeOf({ id, username }: Account, address: string): Promise<string> {
    const logins = await db.read
      .selectFrom('audit')
      .select('address')
      .where('object_kind', '=', 'user')
      .where('object', '=', username)
      .where('action', '=', 'session.login')
      .where('after', 'in', proven)
      .where('at', '>', now() - knownForMs)
      .orderBy('id', 'desc')
      .limit(mostLogins)
      .execute()
    const place = placeOf(address)
    return logins.some((login) => placeOf(login.address) === place) ? `${id} ${place}` : `${id}`
  }

  return {
    /** Checks the code after the password was correct, and marks it as used in the transaction of `work`. */
    async pass<T>(
      user: Account,
      actor: Actor,
      secret: string,
      code: string,
      work: (tx: Tx, proof: Proof) => Promise<Outcome<LoginResult<T>>>,
    ): Promise<LoginResult<T>> {
      if (!isGuess(code)) return { wrong: 'wrongCode' } // not a guess: no code was sent
      const scope = await scopeOf(user, actor.address)
      if (backOff.mustWait(scope)) return { wrong: 'tooManyCodes' }
      backOff.failed(scope) // counted before the check, so that parallel attempts count too
      return commit<LoginResult<T>>(actor, async (tx) => {
        const taken = await takeCode(tx, secret, code, now())
        if (!isTaken(taken)) return { result: { wrong: whys[taken] } }
        backOff.succeeded(scope)
        return work(tx, proofs[taken])
      })
    },
    /**
     * For changing 2FA in an existing session: a stolen session must not be able to try all codes either. The code is
     * used up in the transaction of the change.
     */
    async fits(tx: Tx, secret: string, code: string, actor: Actor): Promise<boolean> {
      const whose = `code ${actor.name}`
      const scope = `change ${actor.kind} ${actor.name}`
      if (limiter.blocked(actor.address, whose) || backOff.mustWait(scope)) return false
      const fits = isTaken(await takeCode(tx, secret, code, now()))
      if (fits) {
        limiter.succeeded(actor.address, whose)
        backOff.succeeded(scope)
      } else {
        limiter.failed(actor.address, whose)
        if (isGuess(code)) backOff.failed(scope)
      }
      return fits
    },
  }
}

export type CodeCheck = ReturnType<typeof createCodeCheck>
