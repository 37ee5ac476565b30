import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'

/** Pipes and sockets have a folder of their own: a backup program that opens every file would wait on them for ever. */
const RUN = 'run'
const SOCKET = 'api.sock'

/**
 * Where the core serves its API. The core runs in the data folder, so this names a socket inside it. The whole path would
 * not do: the kernel takes 107 bytes, and the core reads what follows a comma as a file mode.
 */
export const apiListen = `/proc/self/cwd/${RUN}/${SOCKET}`

/** What the core's life leaves in the data folder; every file is for its owner alone. */
export const corePaths = (dataFolder: string) => ({
  config: join(dataFolder, 'core-config.json'),
  record: join(dataFolder, 'core-run.json'),
  run: join(dataFolder, RUN),
  stdout: join(dataFolder, RUN, 'stdout'),
  stderr: join(dataFolder, RUN, 'stderr'),
  api: join(dataFolder, RUN, SOCKET),
})

/** Where earlier versions had the pipes. */
const oldPipes = ['core-stdout', 'core-stderr']

/**
 * An empty folder that only our user can enter, for the core that starts next; none runs any more. A socket that a killed
 * core left would stop the next one, and so would the lock beside it.
 */
export function makeRunFolder(dataFolder: string): void {
  const { run, api } = corePaths(dataFolder)
  mkdirSync(run, { recursive: true, mode: 0o700 })
  const found = lstatSync(run)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Refusal('core.run-folder-foreign', { folder: run })
  chmodSync(run, 0o700)
  for (const file of [api, `${api}.lock`, ...oldPipes.map((name) => join(dataFolder, name))])
    rmSync(file, { force: true })
}

/** Whole or not at all, whatever happens meanwhile (P51). */
export function writeAtomic(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

export const hashConfig = (configText: string): string =>
  createHash('sha256').update(configText).digest('hex')
