import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'

/** Pipes and sockets have a separate folder: a backup program that opens every file would block on them. */
const RUN = 'run'
const SOCKET = 'api.sock'

/**
 * Where the core serves its API. The core runs in the data folder, so this is a socket inside it. The full path would
 * not work: the kernel's limit is 107 bytes, and the core reads the text after a comma as a file mode.
 */
export const apiListen = `/proc/self/cwd/${RUN}/${SOCKET}`

/** The core's files in the data folder; each is accessible only to its owner (R8). */
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
 * Creates an empty folder that only our user can enter, for the next core; none is running. A socket or its lock file
 * left by a killed core would stop the next one.
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

export const hashConfig = (configText: string): string =>
  createHash('sha256').update(configText).digest('hex')

const sentences: Record<string, string> = {
  ENOSPC: 'the disk of the data folder is full; free some space, it is tried again by itself',
  EDQUOT: 'the disk quota is used up; free some space, it is tried again by itself',
  EROFS: 'the data folder is read-only; it is tried again by itself',
}

/** Advice for a full disk; undefined for any other error. */
export function noSpace(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(sentences, code) ? sentences[code] : undefined
}
