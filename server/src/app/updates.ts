import { hostname } from 'node:os'
import { version } from '../platform/version.ts'
import { schemaNumber } from '../store/migrate.ts'
import { createUpdateJobs } from '../updates/jobs.ts'
import type { Parent } from '../updates/parent.ts'
import { createUpdates } from '../updates/service.ts'
import type { BackupRooms } from './backup-rooms.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { Ground } from './ground.ts'

interface Deps extends Pick<CoreRooms, 'core'>, Pick<BackupRooms, 'backup'> {
  parent: Parent | undefined
}

/** Updates of the panel itself. */
export function createUpdateRoom(ground: Ground, { core, backup, parent }: Deps) {
  const { dataFolder, installation } = ground.config
  const { settings } = ground
  const updates = createUpdates({
    ...ground,
    ...{ installation, parent, dataFolder, version, settings },
    schema: schemaNumber,
    saveSettings: ground.settings.set,
    core: () => {
      const { state, version: running } = core.status()
      return { version: running, runs: state === 'running', survives: core.survives() }
    },
    backUp: backup.backups.beforeUpdate,
    others: ground.instance.others,
  })
  const jobs = createUpdateJobs({ ...ground, updates, installation, dataFolder, settings, host: hostname() })
  return { updates, jobs }
}
