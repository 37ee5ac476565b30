import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the core's life leaves in the data folder; every file is 0600 (decision 8). */
export const corePaths = (dataFolder: string) => ({
  config: join(dataFolder, 'core-config.json'),
  record: join(dataFolder, 'core-run.json'),
  stdout: join(dataFolder, 'core-stdout'),
  stderr: join(dataFolder, 'core-stderr'),
})

/** Whole or not at all, whatever happens meanwhile (properties 51). */
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

/** The configuration that a core was started with; undefined where the file is another's by now. */
export function readStartedConfig(dataFolder: string, configHash: string): string | undefined {
  try {
    const text = readFileSync(corePaths(dataFolder).config, 'utf8')
    return hashConfig(text) === configHash ? text : undefined
  } catch {
    return undefined
  }
}
