import type { Selectable } from 'kysely'
import type { UserUpdate } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor, Caller, Known } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { Schema } from '../store/schema.ts'
import { createCodeCheck } from './code-check.ts'
import { createLimiter } from './limiter.ts'
import { createLogin } from './login.ts'
import { createLoginQueue } from './login-queue.ts'
import { createDirectoryCheck, createPasswordCheck, hashPassword } from './passwords.ts'
import { createRecovery, forgetRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { createRefusedLogins } from './refused-logins.ts'
import type { Tokens } from './tokens.ts'
import { type Credentials, checkCredentials, raiseEpoch, raiseEpochs } from './users.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'now'> {
  /** Read from storage, not from a cache: the CLI may have turned 2FA off. */
  settings: SettingsRoom
  tokens: Tokens
}

type User = Selectable<Schema['users']>

/**
 * Logins, passwords, two-factor codes and recovery codes. Owns `users`, `sessions`, `api_tokens`,
 * `recovery_codes` and `used_codes`; guards changes of two-factor login in the settings.
 */
export function createAuth(deps: Deps) {
  const { db, now, commit, settings, tokens } = deps
  const limiter = createLimiter(now)
  const guess = createLoginQueue(limiter)
  const passwordMatches = createPasswordCheck()
  const directory = createDirectoryCheck()
  const codes = createCodeCheck({ db, commit, now, limiter })
  const refused = createRefusedLogins(deps)
  const login = createLogin({ ...deps, guess, passwordMatches, directory, codes, refused })
  const recovery = createRecovery({ ...deps, guess, passwordMatches, directory, codes })
  settings.attach({ codeFits: codes.fits, endSessions: raiseEpochs, renewRecoveryCodes, forgetRecoveryCodes })

  async function logout(caller: Caller, actor: Actor): Promise<void> {
    if (caller.kind !== 'user') return
    await commit(actor, async (tx) => {
      await tx.deleteFrom('sessions').where('id', '=', caller.sessionId).execute()
      return {
        result: undefined,
        action: { action: 'session.logout', objectKind: 'user', object: caller.username },
        change: { kind: 'session-ended', sessionId: caller.sessionId },
      }
    })
  }

  async function updateUser(caller: Known, given: UserUpdate, actor: Actor): Promise<void> {
    const bad = new Refusal('user.current-wrong', {}, 'oldPassword')
    // The current password may stay, however short: then only the username changes.
    const isKept = given.newPassword === given.oldPassword && given.newPassword !== ''
    checkCredentials({ username: given.newUsername, ...(!isKept && { password: given.newPassword }) })
    const verdict = await guess<User>(actor.address, given.oldUsername, async () => {
      const stored = await db.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', caller.userId)
        .executeTakeFirst()
      const matches = await passwordMatches(stored?.password, given.oldPassword)
      if (!stored || !matches || stored.username !== given.oldUsername) return { wrong: 'wrongPassword' }
      return { right: stored }
    })
    if ('wrong' in verdict) throw bad
    const user = verdict.right
    const chosen = { username: given.newUsername, password: given.newPassword }
    await replace(user.id, chosen, actor, (current) => {
      if (current?.password !== user.password) throw bad
    })
  }

  /** New credentials end every session of the user (R15); `check` gets the user as read in the transaction. */
  async function replace(
    userId: number,
    chosen: Credentials,
    actor: Actor,
    check: (current: User | undefined) => void,
  ) {
    const password = await hashPassword(chosen.password)
    await commit(actor, async (tx) => {
      const current = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
      check(current)
      await tx
        .updateTable('users')
        .set({ username: chosen.username, password, password_made: false })
        .where('id', '=', userId)
        .execute()
      await raiseEpoch(tx, userId)
      const names = { before: { username: current?.username }, after: { username: chosen.username } }
      return {
        result: undefined,
        action: { action: 'user.credentials', objectKind: 'user', object: current?.username ?? '', ...names },
        change: { kind: 'credentials-changed', userId },
      }
    })
  }

  /** Initial setup: no need to retype the generated password right after logging in with it. */
  async function replaceMade(caller: Known, chosen: Credentials, actor: Actor): Promise<void> {
    checkCredentials(chosen)
    await replace(caller.userId, chosen, actor, (current) => {
      if (!current?.password_made) throw new Refusal('user.already-chosen', {}, 'password')
    })
  }

  return {
    login,
    logout,
    updateUser,
    replaceMade,
    refused,
    recovery,
    checks: { hasApiToken: tokens.exists, confirmed: recovery.confirmed },
    /** Passwords of this directory are accepted from now on. */
    accept: directory.use,
  }
}

export type Auth = ReturnType<typeof createAuth>
