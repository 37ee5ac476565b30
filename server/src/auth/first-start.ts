import { randomUUID } from 'node:crypto'
import type { Settings } from '#contract/settings.ts'
import type { Config } from '../platform/config.ts'
import { ownCommand } from '../platform/release/own.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import { randomText } from './random.ts'
import { ensureAdmin } from './users.ts'

interface Deps extends Pick<Base, 'commit' | 'db'> {
  settings: SettingsRoom
  config: Config
  print: (line: string) => void
}

/**
 * Creates what a fresh panel needs; later starts find it. Returns what shows the credentials: call it once nothing can
 * go wrong any more. A generated password is stored only then, so that no failed start leaves one that nobody saw.
 */
export async function firstStart(deps: Deps): Promise<() => Promise<void>> {
  const { db, commit, settings, config, print } = deps
  const { secret, panelGuid } = settings.current()
  if (secret === '' || panelGuid === '') {
    // Decided in the transaction: another instance may be starting on the same database.
    const missing = (before: Settings) => ({
      ...(before.secret === '' && { secret: randomText(32) }),
      ...(before.panelGuid === '' && { panelGuid: randomUUID() }),
    })
    await settings.set(missing, { kind: 'job', name: 'first start', address: '' })
  }
  const create = () => ensureAdmin(db, commit, config.admin)
  const chosen = config.admin.password ? await create() : undefined
  return async () => {
    const admin = config.admin.password ? chosen : await create()
    if (!admin) return
    print(`Username: ${admin.username}`)
    if (admin.passwordChosen) return
    print(`Password: ${admin.password}`)
    print(
      `The password is shown only once. Choose your own: ${ownCommand} setting -username NAME -password WORD`,
    )
  }
}
