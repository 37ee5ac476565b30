import { randomBytes } from 'node:crypto'
import { takesChecks } from '#contract/fleet-api.ts'
import { readSettings, writeSettings } from '../settings/service.ts'
import type { Change } from '../store/changes/change.ts'
import type { Tx } from '../store/open.ts'

const anyNode = async (tx: Tx): Promise<boolean> => {
  const rows = await tx.selectFrom('nodes').select('fleet').where('enable', '=', true).execute()
  return rows.some(({ fleet }) => takesChecks(fleet))
}

/** Whether anybody checks entries from elsewhere. */
const isWatched = async (tx: Tx): Promise<boolean> =>
  (await anyNode(tx)) ||
  (await tx
    .selectFrom('probes')
    .select('id')
    .where('public_key', '<>', '')
    .where('held_at', '=', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Call it in the write that changes who checks entries from elsewhere: while nobody does, cores have no users for that.
 * `ends`: somebody lost the right, so all keys that were given away end. Call `settings.fresh()` after the commit.
 */
export async function remoteKeysFor(tx: Tx, { ends }: { ends: boolean }): Promise<Change[]> {
  const { settings } = await readSettings(tx)
  const isKept = settings.remoteChecks !== '' && !ends
  const remoteChecks = (await isWatched(tx)) ? (isKept ? settings.remoteChecks : series()) : ''
  if (remoteChecks === settings.remoteChecks) return []
  await writeSettings(tx, { ...settings, remoteChecks }, ['remoteChecks'])
  return [{ kind: 'settings-saved', keys: ['remoteChecks'] }]
}

const series = (): string => randomBytes(6).toString('hex')
