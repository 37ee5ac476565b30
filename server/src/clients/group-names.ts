import { type GroupLimits, noGroupLimits } from '#domain/limits/group.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../platform/db/open.ts'
import { toLimitRow } from '../platform/db/rows/limits.ts'

export const toColumns = ({ limitHwid, ...limits }: GroupLimits) => ({
  ...toLimitRow(limits),
  limit_hwid: limitHwid,
})

export function checkGroupName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('group.name-missing', {}, 'name')
  if (trimmed.length > 254 || /[\p{Cc}\p{Cs}]/u.test(trimmed))
    throw new Refusal('group.name-invalid', { max: 254 }, 'name')
  return trimmed
}

/** Stores a group; the row if the name was new. */
export async function rememberGroup(
  tx: Tx,
  name: string,
  limits = noGroupLimits,
): Promise<{ name: string } | undefined> {
  const row = await tx
    .insertInto('client_groups')
    .values({ name, ...toColumns(limits) })
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && { ...row }
}
