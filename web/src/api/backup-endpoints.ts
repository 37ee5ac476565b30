import { backupRoutes, moveInRoutes } from '#contract/routes/backup.ts'
import type { Remote } from './remote.ts'

type BackupApi = typeof import('#contract/backup-api.ts').backupApi
type MoveInApi = typeof import('#contract/move-in-api.ts').moveInApi

/** Like `endpoints`; only the pages of backups and of moving in load these. */
export const backupEndpoints: { [Name in keyof typeof backupRoutes]: Remote<BackupApi[Name]> } = backupRoutes
export const moveInEndpoints: { [Name in keyof typeof moveInRoutes]: Remote<MoveInApi[Name]> } = moveInRoutes
