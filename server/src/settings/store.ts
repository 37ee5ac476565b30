import type { SettingKey, Settings } from '#contract/settings.ts'
import { type BrokenSetting, parse, serialise } from '#domain/settings/stored.ts'
import type { Reader, Tx } from '../store/open.ts'

export async function readSettings(
  db: Reader | Tx,
): Promise<{ settings: Settings; broken: BrokenSetting[] }> {
  return parse(await db.selectFrom('settings').select(['key', 'value']).orderBy('id').execute())
}

export async function writeSettings(tx: Tx, next: Settings, keys: readonly SettingKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('settings')
    .values(keys.map((key) => ({ key, value: serialise(next[key]) })))
    .onConflict((c) => c.column('key').doUpdateSet((e) => ({ value: e.ref('excluded.value') })))
    .execute()
}
