import type { Login } from '#contract/session-api.ts'
import type { Settings } from '#contract/settings.ts'
import type { UserUpdate } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../audit/trail.ts'
import type { Publish } from '../changes/bus.ts'
import type { Db } from '../db/open.ts'
import type { Actor, Caller, Known } from '../http/caller.ts'
import { createLimiter } from './limiter.ts'
import { createPasswordCheck, hashPassword } from './passwords.ts'
import { insertSession } from './sessions.ts'
import { totpStep } from './totp.ts'
import { checkCredentials, raiseEpoch } from './users.ts'

interface Deps {
  db: Db
  now: () => number
  publish: Publish
  /** Read from storage, not from a cache: the command line may have switched 2FA off. */
  settings: () => Promise<Settings>
}

/** One answer for a wrong name, password or code and for a block: it tells a guesser nothing. */
const wrong = () => new Refusal('Invalid username or password or two-factor code.')

export function createAuth({ db, now, publish, settings }: Deps) {
  const limiter = createLimiter(now)
  const passwordMatches = createPasswordCheck()

  /** The step of the code, or 0 where none is asked for. Fails closed: 2FA without a secret lets nobody in. */
  async function checkCode(code: string | undefined): Promise<number | null> {
    const { twoFactorEnable, twoFactorToken } = await settings()
    return twoFactorEnable ? totpStep(twoFactorToken, code?.trim() ?? '', now()) : 0
  }

  async function login(given: Login, csrfToken: string, visitor: { address: string; userAgent: string }) {
    if (given.username === '') throw new Refusal('Username is required', 'username')
    if (given.password === '') throw new Refusal('Password is required', 'password')
    const { address } = visitor
    if (!limiter.begin(address, given.username)) throw wrong()
    const user = await db.read
      .selectFrom('users')
      .selectAll()
      .where('username', '=', given.username)
      .executeTakeFirst()
    const matches = await passwordMatches(user?.password, given.password)
    const step = matches ? await checkCode(given.twoFactorCode) : null
    if (!user || step === null) {
      limiter.fail(address, given.username)
      throw wrong()
    }
    const { sessionMaxAge } = await settings()
    const expiresAt = now() + sessionMaxAge * 60_000
    const cookie = await db.write(async (tx) => {
      // The user as it is now, not as it was while the password was being checked; a code counts once.
      const current = await tx.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
      if (!current || current.password !== user.password || current.username !== user.username) return null
      if (step !== 0) {
        if (current.totp_step >= step) return null
        await tx.updateTable('users').set({ totp_step: step }).where('id', '=', user.id).execute()
      }
      const actor: Actor = { kind: 'user', name: user.username, address }
      await appendAudit(
        tx,
        actor,
        { action: 'session.login', objectKind: 'user', object: user.username },
        now(),
      )
      const session = { userId: user.id, epoch: current.login_epoch, csrfToken, expiresAt, ...visitor }
      return insertSession(tx, session, now())
    })
    if (cookie === null) {
      limiter.fail(address, given.username)
      throw wrong()
    }
    limiter.succeed(address, given.username)
    return { cookie, maxAgeSeconds: sessionMaxAge * 60 }
  }

  async function logout(caller: Caller, actor: Actor): Promise<void> {
    if (caller.kind !== 'user') return
    await db.write(async (tx) => {
      await tx.deleteFrom('sessions').where('id', '=', caller.sessionId).execute()
      await appendAudit(
        tx,
        actor,
        { action: 'session.logout', objectKind: 'user', object: caller.username },
        now(),
      )
    })
    await publish({ kind: 'session-ended', sessionId: caller.sessionId })
  }

  async function updateUser(caller: Known, given: UserUpdate, actor: Actor): Promise<void> {
    const bad = new Refusal(
      'An error occurred while changing administrator credentials. (The current username or password is invalid)',
      'oldPassword',
    )
    checkCredentials({ username: given.newUsername, password: given.newPassword })
    if (!limiter.begin(actor.address, given.oldUsername)) throw bad
    const user = await db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', caller.userId)
      .executeTakeFirst()
    const matches = await passwordMatches(user?.password, given.oldPassword)
    if (!user || !matches || user.username !== given.oldUsername) {
      limiter.fail(actor.address, given.oldUsername)
      throw bad
    }
    limiter.succeed(actor.address, given.oldUsername)
    const password = await hashPassword(given.newPassword)
    await db.write(async (tx) => {
      const current = await tx.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
      if (current?.password !== user.password) throw bad
      await tx
        .updateTable('users')
        .set({ username: given.newUsername, password })
        .where('id', '=', user.id)
        .execute()
      await raiseEpoch(tx, user.id)
      const names = { before: { username: user.username }, after: { username: given.newUsername } }
      await appendAudit(
        tx,
        actor,
        { action: 'user.credentials', objectKind: 'user', object: user.username, ...names },
        now(),
      )
    })
    await publish({ kind: 'credentials-changed', userId: user.id })
  }

  return { login, logout, updateUser }
}

export type Auth = ReturnType<typeof createAuth>
