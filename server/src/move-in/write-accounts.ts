import type { Tx } from '../store/open.ts'
import type { Sets } from '../store/sets.ts'
import type { PlanHead } from './packed.ts'

/**
 * The arriving users replace those here. The first one takes over the first row, so that tokens, inbounds and the
 * session that imports stay with it; all other sessions end.
 */
export async function writeUsers(
  tx: Tx,
  { among }: Sets,
  { users }: PlanHead,
  keepSession: string | undefined,
): Promise<void> {
  if (users.length === 0) return
  const here = await tx.selectFrom('users').select(['id', 'login_epoch']).orderBy('id').execute()
  for (const [i, { username, passwordHash: password }] of users.entries()) {
    const row = here[i]
    if (row)
      await tx
        .updateTable('users')
        .set({ username, password, password_made: false, login_epoch: row.login_epoch + 1 })
        .where('id', '=', row.id)
        .execute()
    else await tx.insertInto('users').values({ username, password, password_made: false }).execute()
  }
  const gone = here.slice(users.length).map(({ id }) => id)
  await tx.deleteFrom('users').where(among('id', gone)).execute()
  const first = here[0]
  await tx
    .deleteFrom('sessions')
    .where('id', '<>', keepSession ?? '')
    .execute()
  if (first && keepSession !== undefined)
    await tx
      .updateTable('sessions')
      .set({ login_epoch: first.login_epoch + 1, user_id: first.id })
      .where('id', '=', keepSession)
      .execute()
}

/** The owner of everything that arrives; 1 where the first start has still to create it. */
export async function firstUserId(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? 1
}
