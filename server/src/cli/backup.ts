import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import { createMaking } from '../backup/making.ts'
import { createFolder } from '../backup/places/folder.ts'
import type { Config } from '../platform/config.ts'
import { version } from '../platform/version.ts'
import { noted } from '../store/changes/commit.ts'
import { type Print, parseFlags } from './flags.ts'
import { readGiven } from './given-file.ts'
import { withStorage } from './offline.ts'

/** Instead of a file: the caller writes it to where only he can write. */
const standardOutput = '-'

/** The first argument that is no flag, and the rest. */
export function fileAmong(args: readonly string[]): { file: string | undefined; flags: readonly string[] } {
  const [first, ...rest] = args
  return first === undefined || (first.startsWith('-') && first !== standardOutput)
    ? { file: undefined, flags: args }
    : { file: first, flags: rest }
}

/** The first line of a file: a command line can be read by every user of the machine. */
export function passphraseIn(file: string | undefined): string {
  if (file === undefined) return ''
  let text: string
  try {
    text = readGiven(file)
  } catch (error) {
    throw new Refusal('cli.passphrase-unreadable', { file, reason: (error as Error).message })
  }
  const line = text.split(/\r?\n/)[0] ?? ''
  if (line === '') throw new Refusal('cli.passphrase-empty', { file })
  return line
}

/** `sluice backup [FILE]`: works next to a running panel. */
export async function backupCommand(
  config: Config,
  args: readonly string[],
  print: Print,
  output: Writable & { isTTY?: boolean } = process.stdout,
): Promise<void> {
  const { file, flags } = fileAmong(args)
  const { 'passphrase-file': passphraseFile } = parseFlags(flags, { 'passphrase-file': 'text' })
  const passphrase = passphraseIn(passphraseFile)
  if (file !== standardOutput) return print(await makeBackup(config, file, passphrase))
  if (output.isTTY) throw new Refusal('cli.backup-to-terminal')
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(config.dataFolder, '.backup-'))
  try {
    const made = await makeBackup(config, folder, passphrase)
    await pipeline(createReadStream(made), output, { end: false })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Its path. */
function makeBackup(config: Config, file: string | undefined, passphrase: string): Promise<string> {
  return withStorage(config, async ({ db, commit, settings }) => {
    const { dataFolder } = config
    const target = targetOf(file, settings.current().backupFolder || join(dataFolder, 'backups'))
    const folder = createFolder('folder', () => target.folder)
    const make = createMaking({ db, dataFolder, folder, version, now: Date.now, settings })
    const { name } = await make('manual', passphrase || settings.current().backupPassphrase)
    const stored = join(target.folder, target.name ?? name)
    if (target.name !== undefined) renameSync(join(target.folder, name), stored)
    const actor = { kind: 'cli' as const, name: 'sluice backup', address: '' }
    await noted(commit, actor, { action: 'backup.add', objectKind: 'panel', object: basename(stored) })
    return stored
  })
}

/** A folder gets a file with the usual name. */
function targetOf(file: string | undefined, usual: string): { folder: string; name?: string } {
  if (file === undefined) return { folder: usual }
  const path = resolve(file)
  if (existsSync(path) && statSync(path).isDirectory()) return { folder: path }
  if (existsSync(path)) throw new Refusal('cli.file-exists', { file })
  return { folder: dirname(path), name: basename(path) }
}
