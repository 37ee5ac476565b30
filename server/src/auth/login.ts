import type { Selectable } from 'kysely'
import type { Login } from '#contract/session-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Outcome } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import type { CodeCheck, Proof } from './code-check.ts'
import type { createLoginQueue, LoginResult } from './login-queue.ts'
import { type DirectoryCheck, hashPassword, isBcrypt, type PasswordCheck } from './passwords.ts'
import type { RefusedLoginsFold } from './refused-logins.ts'
import { insertSession } from './sessions.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  /** Read from storage, not from a cache: the CLI may have turned 2FA off. */
  settings: SettingsReader
  guess: ReturnType<typeof createLoginQueue>
  passwordMatches: PasswordCheck
  codes: CodeCheck
  refused: RefusedLoginsFold
  directory: DirectoryCheck
}

export interface Visitor {
  address: string
  userAgent: string
  /** The CSRF token that a program fetched before login; blank for a browser. */
  visitorToken: string
}

type User = Selectable<Schema['users']>
type Session = { cookie: string; maxAgeSeconds: number }

/** The same answer for a wrong username, password or code and for a block, so it gives an attacker no information. */
const wrong = () => new Refusal('login.invalid')

/** A blank field counts as a failed login; only the message differs. */
function missingIn(given: Login): Refusal | undefined {
  if (given.username === '') return new Refusal('login.username-missing', {}, 'username')
  return given.password === '' ? new Refusal('login.password-missing', {}, 'password') : undefined
}

export function createLogin(deps: Deps) {
  const { db, commit, now, settings, guess, passwordMatches, codes, refused, directory } = deps
  async function open(given: Login, visitor: Visitor): Promise<LoginResult<Session>> {
    const users = await db.read.selectFrom('users').selectAll().execute() // a handful
    const user = users.find((one) => one.username === given.username)
    const foreign = users.find((one) => isBcrypt(one.password))?.password
    const isOwn = await passwordMatches(user?.password, given.password, foreign)
    // Asked for unknown names too: the time that it takes must not tell who exists.
    const matches = isOwn || (await directory.accepts(given.username, given.password))
    if (!user) return { wrong: 'unknownUser' }
    if (!matches) return { wrong: 'wrongPassword' }
    const { twoFactorEnable, twoFactorToken, sessionMaxAge } = await settings.fresh()
    // Fails closed: with 2FA enabled and no secret, every login fails.
    const secret = twoFactorEnable ? twoFactorToken : undefined
    const enter = (tx: Tx, proof?: Proof) => enterAs(tx, user, visitor, sessionMaxAge, proof)
    const actor: Actor = { kind: 'user', name: user.username, address: visitor.address }
    const code = given.twoFactorCode?.trim() ?? ''
    const verdict =
      secret === undefined
        ? await commit(actor, (tx) => enter(tx))
        : await codes.pass(user, actor, secret, code, enter)
    if ('right' in verdict && isOwn && isBcrypt(user.password)) await strengthen(user, given.password)
    return verdict
  }

  /** Only now, after the login: whoever has the right password and no code must not notice it by the time it takes. */
  async function strengthen(user: User, password: string): Promise<void> {
    const hashed = await hashPassword(password)
    await commit.upkeep((tx) =>
      tx
        .updateTable('users')
        .set({ password: hashed })
        .where('id', '=', user.id)
        .where('password', '=', user.password)
        .execute(),
    )
  }

  /** A new password raises the epoch too; one that was only hashed again does not. */
  const isSamePassword = (current: User, user: User) =>
    current.password === user.password ||
    (isBcrypt(user.password) && current.login_epoch === user.login_epoch)

  async function enterAs(
    tx: Tx,
    user: User,
    { visitorToken, ...visitor }: Visitor,
    sessionMaxAge: number,
    after?: Proof,
  ): Promise<Outcome<LoginResult<Session>>> {
    // Read again: the user may have changed while the password was being checked.
    const current = await tx.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirst()
    if (!current || !isSamePassword(current, user) || current.username !== user.username)
      return { result: { wrong: 'wrongPassword' } }
    // 2FA was enabled in the meantime.
    if (current.login_epoch !== user.login_epoch) return { result: { wrong: 'wrongCode' } }
    const session = {
      userId: user.id,
      epoch: current.login_epoch,
      visitorToken,
      expiresAt: now() + sessionMaxAge * 60_000,
      ...visitor,
    }
    const cookie = await insertSession(tx, session, now())
    return {
      result: { right: { cookie, maxAgeSeconds: sessionMaxAge * 60 } },
      action: { action: 'session.login', objectKind: 'user', object: user.username, after },
      alert: { kind: 'login.success', params: { username: user.username, address: visitor.address } },
    }
  }

  return async function login(given: Login, visitor: Visitor): Promise<Session> {
    const missing = missingIn(given)
    const verdict = await guess(visitor.address, given.username, async () =>
      missing ? { wrong: given.username === '' ? 'unknownUser' : 'wrongPassword' } : open(given, visitor),
    )
    if ('right' in verdict) return verdict.right
    await refused.note(given.username, visitor.address, verdict.wrong)
    throw missing ?? wrong()
  }
}
