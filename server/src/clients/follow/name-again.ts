import { isDeepStrictEqual } from 'node:util'
import { sameNamed } from '#domain/follow/named.ts'
import { noGroupPolicy } from '#domain/limits/group.ts'
import { Refusal } from '#domain/refusal.ts'
import { namedByGroup, toFollows } from '../../store/named.ts'
import type { Tx } from '../../store/open.ts'
import { toGroupPolicy } from '../../store/rows/group.ts'
import type { PolicyImage } from '../undo/image.ts'
import type { Writing } from '../writing.ts'

/** A group or a plan names what it named before an act, unless somebody has changed that since. */
export async function nameAgain(
  w: Writing,
  tx: Tx,
  { policy, name, named, isNew }: PolicyImage,
): Promise<void> {
  const outdated = new Refusal('undo.follow-changed', { name })
  if (policy.kind === 'plan') {
    if (!(await w.hooks.planNames?.(tx, policy.id, named))) throw outdated
    return
  }
  const row = await tx
    .selectFrom('client_groups')
    .selectAll()
    .where('name', '=', policy.name)
    .executeTakeFirst()
  if (!row || !sameNamed(namedByGroup(row.follows), named.is)) throw outdated
  if (isNew && isDeepStrictEqual(toGroupPolicy(row), noGroupPolicy)) {
    await tx.deleteFrom('client_groups').where('name', '=', policy.name).execute()
    return
  }
  await tx
    .updateTable('client_groups')
    .set({ follows: toFollows(named.was) })
    .where('name', '=', policy.name)
    .execute()
}
