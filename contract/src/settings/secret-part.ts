import { backupRows } from './backup.ts'
import { coreRows, internalRows } from './core.ts'
import { directoryRows } from './directory.ts'
import { notifyRows } from './notify.ts'
import { panelRows } from './panel.ts'
import type { Row, TextRow } from './row.ts'
import { subscriptionRows } from './subscription.ts'
import { updateRows } from './updates.ts'

// Without the schemas of `settings.ts`: the browser loads it, too.
const rows: Readonly<Record<string, Row>> = {
  ...panelRows,
  ...notifyRows,
  ...subscriptionRows,
  ...directoryRows,
  ...coreRows,
  ...backupRows,
  ...updateRows,
  ...internalRows,
}

/** How much of a setting is secret, as its row says; nothing for a name that is no setting. */
export function secretPart(key: string): TextRow['secret'] {
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined
  return row?.type === 'string' ? row.secret : undefined
}
