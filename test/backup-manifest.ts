import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackArchive } from '#server/backup/archive/archive-thread.ts'

/** What the first backup of a panel says of itself, as text. */
export async function manifestOfBackup(dataFolder: string, passphrase: string): Promise<string> {
  const backups = join(dataFolder, 'backups')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-manifest-'))
  try {
    const archive = join(backups, readdirSync(backups)[0] ?? '')
    return JSON.stringify((await unpackArchive({ archive, passphrase, folder })).manifest)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
