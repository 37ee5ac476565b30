import { randomUUID } from 'node:crypto'
import type { Settings } from '#contract/settings.ts'
import { randomText } from '../auth/random.ts'
import { ensureAdmin } from '../auth/users.ts'
import type { Config } from '../config.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db } from '../platform/db/open.ts'
import { ownCommand } from '../platform/release/own.ts'
import type { SettingsRoom } from '../settings/service.ts'

interface Deps {
  db: Db
  commit: Commit
  settings: SettingsRoom
  config: Config
  print: (line: string) => void
}

/** Creates secrets and an administrator for a fresh panel; later starts find them. */
export async function firstStart({ db, commit, settings, config, print }: Deps): Promise<void> {
  const { secret, panelGuid } = settings.current()
  if (secret === '' || panelGuid === '') {
    // Decided in the transaction: another instance may be starting on the same database.
    const missing = (before: Settings) => ({
      ...(before.secret === '' && { secret: randomText(32) }),
      ...(before.panelGuid === '' && { panelGuid: randomUUID() }),
    })
    await settings.set(missing, { kind: 'job', name: 'first start', address: '' })
  }
  const admin = await ensureAdmin(db, commit, config.admin)
  if (!admin) return
  print(`Username: ${admin.username}`)
  if (admin.passwordChosen) return
  print(`Password: ${admin.password}`)
  print(
    `The password is shown only once. Choose your own: ${ownCommand} setting -username NAME -password WORD`,
  )
}
