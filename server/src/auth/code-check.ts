import { BoundedMap } from '#domain/bounded-map.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Outcome } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import { type Limiter, placeOf } from './limiter.ts'
import type { LoginResult, Why } from './login-queue.ts'
import { isRecoveryCode, secretMark, takeRecoveryCode } from './recovery-codes.ts'
import { isCode, stepAt, totpStep } from './totp.ts'

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
      .where((e) => e.and({ object_kind: 'user', object: username, action: 'session.login' }))
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

const freeTries = 5
const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000
const forgottenMs = 24 * 3_600_000
const mostScopes = 1_000

interface Scope {
  wrong: number
  lastAt: number
}

/**
 * Wrong two-factor codes are counted per account, because an attacker with the password may use thousands of networks.
 * After five wrong codes each further attempt must wait, twice as long each time and at most 15 minutes; an attempt
 * during the wait is ignored and does not extend it. Networks with an earlier login have their own scope, so an attacker
 * elsewhere cannot lock the owner out.
 */
export function createCodeBackOff(now: () => number) {
  // A correct password is needed to get here, so there are only as many scopes as accounts and their known networks.
  const scopes = new BoundedMap<string, Scope>(mostScopes)

  const waitMs = (wrong: number): number =>
    wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, wrong - freeTries))

  const scopeOf = (scope: string): Scope | undefined => {
    const found = scopes.get(scope)
    return found && now() - found.lastAt < forgottenMs ? found : undefined
  }

  return {
    mustWait(scope: string): boolean {
      const found = scopeOf(scope)
      return found !== undefined && now() < found.lastAt + waitMs(found.wrong)
    },
    failed(scope: string): void {
      const wrong = (scopeOf(scope)?.wrong ?? 0) + 1
      scopes.set(scope, { wrong, lastAt: now() })
    },
    succeeded: (scope: string): void => void scopes.delete(scope),
  }
}

export type Taken = 'taken' | 'recovered' | 'wrong' | 'used'

export const isTaken = (taken: Taken): taken is 'taken' | 'recovered' =>
  taken === 'taken' || taken === 'recovered'

/**
 * Uses up a two-factor code, for any purpose. A code that was already used, or is older than one that was, is refused.
 * A recovery code counts as well as the app's.
 * Runs in the transaction of the action that needs the code, so it survives a restart and applies to all processes on
 * the database.
 */
export async function takeCode(tx: Tx, secret: string, code: string, now: number): Promise<Taken> {
  if (isRecoveryCode(code)) return (await takeRecoveryCode(tx, secret, code)) ? 'recovered' : 'wrong'
  const step = totpStep(secret, code, now)
  if (step === null) return 'wrong'
  const mark = secretMark(secret)
  const last = await tx.selectFrom('used_codes').select('step').where('secret', '=', mark).executeTakeFirst()
  if (last && last.step >= step) return 'used'
  await tx
    .deleteFrom('used_codes')
    .where('step', '<', stepAt(now) - 2)
    .execute() // too old to be valid
  await tx.deleteFrom('used_codes').where('secret', '=', mark).execute()
  await tx.insertInto('used_codes').values({ secret: mark, step }).execute()
  return 'taken'
}
