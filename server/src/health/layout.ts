import { lstat } from 'node:fs/promises'
import type { LayoutFact } from '#domain/health/layout.ts'

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
