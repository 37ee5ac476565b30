import type { RecoveryRenewal } from '#contract/session-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor, Known } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { CodeCheck } from './code-check.ts'
import type { createLoginQueue } from './login-queue.ts'
import type { DirectoryCheck, PasswordCheck } from './passwords.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from './recovery-codes.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'settings'> {
  guess: ReturnType<typeof createLoginQueue>
  passwordMatches: PasswordCheck
  codes: CodeCheck
  directory: DirectoryCheck
}

/** The recovery codes of two-factor login, for whoever is logged in. */
export function createRecovery(deps: Deps) {
  const { db, commit, settings, guess, passwordMatches, codes, directory } = deps

  /** The account as it was when its password fitted; wrong passwords count as failed logins. */
  async function confirmed(caller: Known, password: string, actor: Actor) {
    const verdict = await guess(actor.address, caller.username, async () => {
      const user = await db.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', caller.userId)
        .executeTakeFirst()
      const isOwn = await passwordMatches(user?.password, password)
      const matches = isOwn || (await directory.accepts(caller.username, password))
      return user && matches ? { right: user } : { wrong: 'wrongPassword' }
    })
    if ('wrong' in verdict) throw new Refusal('two-factor.password-wrong', {}, 'password')
    return verdict.right
  }

  return {
    confirmed,
    async left(): Promise<number> {
      const { twoFactorEnable, twoFactorToken } = await settings.fresh()
      return twoFactorEnable ? recoveryCodesLeft(db, twoFactorToken) : 0
    },
    async renew(caller: Known, given: RecoveryRenewal, actor: Actor): Promise<string[]> {
      const { twoFactorEnable, twoFactorToken: secret } = await settings.fresh()
      if (!twoFactorEnable) throw new Refusal('two-factor.off')
      const user = await confirmed(caller, given.password, actor)
      return commit(actor, async (tx) => {
        const wrongCode = new Refusal('two-factor.current-code-needed', {}, 'twoFactorCode')
        // A secret that was replaced in between raised the epoch.
        const same = await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', user.id)
          .where('login_epoch', '=', user.login_epoch)
          .executeTakeFirst()
        if (!same || !(await codes.fits(tx, secret, given.twoFactorCode?.trim() ?? '', actor)))
          throw wrongCode
        const result = await renewRecoveryCodes(tx, secret)
        return {
          result,
          action: { action: 'user.recoveryCodes', objectKind: 'user', object: user.username },
        }
      })
    },
  }
}
