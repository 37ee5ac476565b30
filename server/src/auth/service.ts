import type { Selectable } from 'kysely'
import type { Login } from '#contract/session-api.ts'
import type { Settings } from '#contract/settings.ts'
import type { UserUpdate } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../audit/trail.ts'
import type { Publish } from '../changes/bus.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Actor, Caller, Known } from '../http/caller.ts'
import { createGuesses } from './guesses.ts'
import { createLimiter } from './limiter.ts'
import { createPasswordCheck, hashPassword } from './passwords.ts'
import { insertSession } from './sessions.ts'
import { totpStep } from './totp.ts'
import { type Credentials, checkCredentials, raiseEpoch } from './users.ts'

interface Deps {
  db: Db
  now: () => number
  publish: Publish
  /** Read from storage, not from a cache: the command line may have switched 2FA off. */
  settings: () => Promise<Settings>
}

type Visitor = { address: string; userAgent: string }

/** One answer for a wrong name, password or code and for a block: it tells a guesser nothing. */
const wrong = () => new Refusal('Invalid username or password or two-factor code.')

/** It counts as a failed login like any other; only the sentence differs. */
function missingIn(given: Login): Refusal | undefined {
  if (given.username === '') return new Refusal('Username is required', 'username')
  return given.password === '' ? new Refusal('Password is required', 'password') : undefined
}

export function createAuth({ db, now, publish, settings }: Deps) {
  const limiter = createLimiter(now)
  const guess = createGuesses(limiter)
  const passwordMatches = createPasswordCheck()

  /** The step of the code, or 0 where none is asked for. Fails closed: 2FA without a secret lets nobody in. */
  async function checkCode(code: string | undefined): Promise<number | null> {
    const { twoFactorEnable, twoFactorToken } = await settings()
    return twoFactorEnable ? totpStep(twoFactorToken, code?.trim() ?? '', now()) : 0
  }

  async function login(given: Login, csrfToken: string, visitor: Visitor) {
    const missing = missingIn(given)
    const session = await guess(visitor.address, given.username, async () =>
      missing ? null : open(given, csrfToken, visitor),
    )
    if (session === null) throw missing ?? wrong()
    return session
  }

  async function open(given: Login, csrfToken: string, visitor: Visitor) {
    const user = await db.read
      .selectFrom('users')
      .selectAll()
      .where('username', '=', given.username)
      .executeTakeFirst()
    const matches = await passwordMatches(user?.password, given.password)
    const step = matches ? await checkCode(given.twoFactorCode) : null
    if (!user || step === null) return null
    const { sessionMaxAge } = await settings()
    const expiresAt = now() + sessionMaxAge * 60_000
    return db.write(async (tx) => {
      // The user as it is now, not as it was while the password was being checked; a code counts once.
      const current = await tx.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
      if (!current || current.password !== user.password || current.username !== user.username) return null
      if (current.login_epoch !== user.login_epoch) return null // 2FA was switched on meanwhile
      if (step !== 0) {
        if (current.totp_step >= step) return null
        await tx.updateTable('users').set({ totp_step: step }).where('id', '=', user.id).execute()
      }
      const actor: Actor = { kind: 'user', name: user.username, address: visitor.address }
      const deed = { action: 'session.login', objectKind: 'user', object: user.username }
      await appendAudit(tx, actor, deed, now())
      const session = { userId: user.id, epoch: current.login_epoch, csrfToken, expiresAt, ...visitor }
      return { cookie: await insertSession(tx, session, now()), maxAgeSeconds: sessionMaxAge * 60 }
    })
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
    const user = await guess(actor.address, given.oldUsername, async () => {
      const stored = await db.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', caller.userId)
        .executeTakeFirst()
      const matches = await passwordMatches(stored?.password, given.oldPassword)
      return stored && matches && stored.username === given.oldUsername ? stored : null
    })
    if (user === null) throw bad
    const chosen = { username: given.newUsername, password: given.newPassword }
    await replace(user.id, chosen, actor, (current) => {
      if (current?.password !== user.password) throw bad
    })
  }

  type User = Selectable<Schema['users']>

  /** New credentials end every session of the user (decision 15); `check` judges the user as it is by then. */
  async function replace(
    userId: number,
    chosen: Credentials,
    actor: Actor,
    check: (current: User | undefined) => void,
  ) {
    const password = await hashPassword(chosen.password)
    await db.write(async (tx) => {
      const current = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
      check(current)
      await tx
        .updateTable('users')
        .set({ username: chosen.username, password, password_made: false })
        .where('id', '=', userId)
        .execute()
      await raiseEpoch(tx, userId)
      const names = { before: { username: current?.username }, after: { username: chosen.username } }
      await appendAudit(
        tx,
        actor,
        { action: 'user.credentials', objectKind: 'user', object: current?.username ?? '', ...names },
        now(),
      )
    })
    await publish({ kind: 'credentials-changed', userId })
  }

  /** The first run: who logged in with the password that the panel made a moment ago need not type it again. */
  async function replaceMade(caller: Known, chosen: Credentials, actor: Actor): Promise<void> {
    checkCredentials(chosen)
    await replace(caller.userId, chosen, actor, (current) => {
      if (!current?.password_made)
        throw new Refusal('The password was chosen already: change it in the settings.', 'password')
    })
  }

  /** For a change of 2FA by somebody who is already in: a stolen session may not try all codes either. */
  function codeFits(secret: string, code: string, actor: Actor): boolean {
    const whose = `code ${actor.name}`
    if (limiter.blocked(actor.address, whose)) return false
    const fits = totpStep(secret, code, now()) !== null
    if (fits) limiter.succeeded(actor.address, whose)
    else limiter.failed(actor.address, whose)
    return fits
  }

  return { login, logout, updateUser, replaceMade, codeFits }
}

export type Auth = ReturnType<typeof createAuth>
