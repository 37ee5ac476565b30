import { createAbout } from '../backup/about.ts'
import { createCopies } from '../backup/copy.ts'
import { createBackupRoom } from '../backup/room.ts'
import type { MoveInDoor } from '../move-in/door.ts'
import { urlOf } from '../platform/http/address.ts'
import { licence, version } from '../platform/version.ts'
import { planFront } from './front.ts'
import type { Ground } from './ground.ts'
import { createPrepare } from './staged.ts'

interface Deps {
  moveIn: MoveInDoor
  coreVersion: () => string
  /** Absent where somebody else starts the panel again. */
  restartWholly: (() => void) | undefined
}

/** Backups, and what the panel says about itself. */
export function createBackupRooms(ground: Ground, { moveIn, coreVersion, restartWholly }: Deps) {
  const { config, db, settings, log, now } = ground
  const about = createAbout({ db, version, licence, coreVersion, startedAt: now() })
  const backup = createBackupRoom({
    ...ground,
    dataFolder: config.dataFolder,
    version,
    size: async () => (await about()).database.bytes,
    settings,
    prepare: createPrepare(log, now),
    addressOf: (wanted) => {
      const { panel, basePath } = planFront(config, wanted)
      return urlOf(panel, basePath)
    },
    others: ground.instance.others,
    restart: restartWholly,
    moveIn,
  })
  return { about, backup, download: createCopies(db, config.dataFolder) }
}

export type BackupRooms = ReturnType<typeof createBackupRooms>
