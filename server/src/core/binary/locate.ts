import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { corePlatform } from './platform.ts'
import { isSystemProgram } from './trusted-binary.ts'

export interface CoreLocation {
  path: string
  from: 'SLUICE_CORE_BIN' | 'managed folder' | 'PATH'
}

export interface LocateDeps {
  binFolder: string
  env: NodeJS.ProcessEnv
  arch?: string
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

export const managedPath = (binFolder: string, arch?: string): string =>
  join(binFolder, corePlatform(arch).fileName)

/**
 * The core that would run now; undefined if one must be installed. A path named by the operator is used as is; one on
 * the PATH only if no other user could have put it there.
 */
export function locateCore({ binFolder, env, arch }: LocateDeps): CoreLocation | undefined {
  const named = env.SLUICE_CORE_BIN
  if (named) return { path: named, from: 'SLUICE_CORE_BIN' }
  const managed = managedPath(binFolder, arch)
  if (isProgram(managed)) return { path: managed, from: 'managed folder' }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  const found = folders
    .map((folder) => join(folder, 'xray'))
    .find((file) => isProgram(file) && isSystemProgram(file))
  return found ? { path: found, from: 'PATH' } : undefined
}
