import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../store/open.ts'
import type { GroupRow } from '../store/rows/group.ts'

export function checkGroupName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('group.name-missing', {}, 'name')
  if (trimmed.length > 254 || /[\p{Cc}\p{Cs}]/u.test(trimmed))
    throw new Refusal('group.name-invalid', { max: 254 }, 'name')
  return trimmed
}

/** Stores a group, which takes over what another name had; the row if the name was new. */
export async function rememberGroup(tx: Tx, name: string, had?: GroupRow): Promise<GroupRow | undefined> {
  const row = await tx
    .insertInto('client_groups')
    .values({ ...had, name })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && { ...row }
}
