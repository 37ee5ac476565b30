// A temporary folder that other users can enter: a process that runs as another user must reach its files.
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'

function isOpenToAll(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (!stat || (stat.mode & 0o001) === 0) return false
  return dirname(folder) === folder || isOpenToAll(dirname(folder))
}

/** The default one, unless TMPDIR is inside a folder that is closed to others. */
export const sharedTmp = () => [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll) ?? tmpdir()
