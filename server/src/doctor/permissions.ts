import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LayoutFact, PermissionFact } from '#domain/health/data.ts'

/** What holds secrets in the data folder: the database, keys, the configuration of the core, backups. */
const holdsSecrets = /\.(?:db|db-wal|db-shm|key|json)$|^(?:backups|logs|run)$/

async function factOf(path: string, isInside: boolean, uid: number | undefined): Promise<PermissionFact[]> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return []
  return [
    {
      path,
      mode: found.mode & 0o777,
      isFolder: found.isDirectory(),
      isOwn: uid === undefined || uid === 0 || found.uid === uid || found.uid === 0,
      isInside,
    },
  ]
}

/** The data folder, the files in it that hold secrets, and the keys that the settings name. */
export async function permissionFacts(
  dataFolder: string,
  keyFiles: readonly string[],
): Promise<PermissionFact[]> {
  const uid = process.getuid?.()
  const names = await readdir(dataFolder).catch(() => [])
  const inside = names.filter((name) => holdsSecrets.test(name)).map((name) => join(dataFolder, name))
  const own = new Set([dataFolder, ...inside])
  const paths = new Set([...own, ...keyFiles.filter((file) => file !== '')])
  return (await Promise.all([...paths].map((path) => factOf(path, own.has(path), uid)))).flat()
}

/** Takes from everybody else what they may do. A link that took the place of the file is not followed. */
export async function closeToOthers(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    await handle.chmod((await handle.stat()).isDirectory() ? 0o700 : 0o600)
  } finally {
    await handle.close()
  }
}

/** Where install.sh puts the program. */
const installedAt = '/opt/sluice'

/** Whose folder the program is in; undefined if the installer did not put it there. `home` has the versions. */
export async function layoutFact(
  home: string | undefined,
  folder = installedAt,
): Promise<LayoutFact | undefined> {
  if (home === undefined || !`${home}/`.startsWith(`${folder}/`)) return undefined
  const { uid } = await lstat(folder)
  return { folder, isRoots: uid === 0 }
}
