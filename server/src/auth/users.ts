import { sql } from 'kysely'
import { passwordFault, shortestPassword } from '#domain/accounts/password.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { hashPassword } from './passwords.ts'
import { randomText } from './random.ts'

export interface Credentials {
  username: string
  password: string
}

/** A missing one keeps its value, or is generated. */
export type SomeCredentials = { [K in keyof Credentials]?: string | undefined }

const longest = 256
const firstStart: Actor = { kind: 'job', name: 'first start', address: '' }
const commandLine: Actor = { kind: 'cli', name: 'sluice setting', address: '' }
const actionOn = (verb: 'create' | 'credentials', username: string) => ({
  action: `user.${verb}` as const,
  objectKind: 'user',
  object: username,
})

/** For new credentials; omitted fields are kept and not checked. */
export function checkCredentials({ username, password }: SomeCredentials): void {
  if (username?.trim() === '' || password === '') throw new Refusal('user.empty')
  if ((username?.length ?? 0) > longest || (password?.length ?? 0) > longest) {
    throw new Refusal('user.too-long', { max: longest })
  }
  const fault = password === undefined ? undefined : passwordFault(password)
  if (fault === 'short') throw new Refusal('user.password-too-short', { min: shortestPassword }, 'password')
  if (fault) throw new Refusal('user.password-common', {}, 'password')
}

/** Invalidates all existing sessions immediately (R15). */
export async function raiseEpoch(tx: Tx, userId?: number): Promise<void> {
  let update = tx.updateTable('users').set((e) => ({ login_epoch: e('login_epoch', '+', 1) }))
  let sessions = tx.deleteFrom('sessions')
  if (userId !== undefined) {
    update = update.where('id', '=', userId)
    sessions = sessions.where('user_id', '=', userId)
  }
  await update.execute()
  await sessions.execute()
}

/** The same for everybody; the session `kept` goes on (ADR 004). */
export async function raiseEpochs(tx: Tx, kept = ''): Promise<void> {
  await tx
    .updateTable('users')
    .set((e) => ({ login_epoch: e('login_epoch', '+', 1) }))
    .execute()
  await tx.deleteFrom('sessions').where('id', '<>', kept).execute()
  const { rows } = await sql<{ id: string }>`update sessions set login_epoch =
    (select u.login_epoch from users u where u.id = sessions.user_id) where id = ${kept} returning id`.execute(
    tx,
  )
  if (kept !== '' && rows.length === 0) throw new Refusal('session.missing', {}, 'id')
}

/** R5: there is no default password. Returns the credentials to print once, or null if a user exists. */
export async function ensureAdmin(
  db: Db,
  commit: Commit,
  chosen: SomeCredentials,
): Promise<(Credentials & { passwordChosen: boolean }) | null> {
  const taken = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (taken) return null
  const made = { username: chosen.username || randomText(10), password: chosen.password || randomText(20) }
  checkCredentials(made)
  const password = await hashPassword(made.password)
  return commit(firstStart, async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return { result: null }
    await tx
      .insertInto('users')
      .values({ username: made.username, password, password_made: !chosen.password })
      .execute()
    return {
      result: { ...made, passwordChosen: Boolean(chosen.password) },
      action: actionOn('create', made.username),
    }
  })
}

/** Reset by the CLI: username, password or both of the first user. */
export async function resetAdmin(commit: Commit, wanted: SomeCredentials): Promise<string> {
  checkCredentials(wanted)
  const hashed = wanted.password ? await hashPassword(wanted.password) : undefined
  return commit(commandLine, async (tx) => {
    const user = await tx.selectFrom('users').selectAll().orderBy('id').limit(1).executeTakeFirst()
    if (!user) {
      if (!wanted.username || !hashed) throw new Refusal('user.none-yet')
      await tx.insertInto('users').values({ username: wanted.username, password: hashed }).execute()
      return { result: wanted.username, action: actionOn('create', wanted.username) }
    }
    const username = wanted.username || user.username
    checkCredentials({ username })
    await tx
      .updateTable('users')
      .set({ username, password: hashed ?? user.password, ...(hashed && { password_made: false }) })
      .where('id', '=', user.id)
      .execute()
    await raiseEpoch(tx, user.id)
    return { result: username, action: actionOn('credentials', username) }
  })
}
