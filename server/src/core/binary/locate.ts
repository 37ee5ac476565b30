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

/** The programs of this name in the folders of the PATH. */
export const programsOnPath = (env: NodeJS.ProcessEnv, name: string): string[] =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .filter(isProgram)

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
  const found = programsOnPath(env, 'xray').find(isSystemProgram)
  return found ? { path: found, from: 'PATH' } : undefined
}
