import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Coded } from '#contract/coded.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { hashFile, readJson } from '../../platform/files.ts'
import type { Log } from '../../platform/log.ts'
import { writeAtomic } from '../../platform/write-atomic.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What is recorded about a binary of ours; stored beside it, readable only by its owner. */
const Note = z.object({
  version: z.string(),
  /**
   * Its origin: an archive whose hash was known or confirmed, our own build, the package that the panel came in, a file
   * that an operator brought and confirmed, or an earlier version of the panel.
   */
  from: z.enum(['release', 'build', 'package', 'file', 'found']),
  /** Hash of the archive that it came in. */
  release: Sha256.optional(),
  /** Hash of the binary; two while it replaces an earlier one. */
  sha256: z.array(Sha256).min(1).max(2),
})
export type Note = z.infer<typeof Note>
export type Origin = Omit<Note, 'sha256'>

export const noteFile = (binary: string): string => `${binary}.note.json`

export const readNote = (binary: string): Note | undefined => readJson(noteFile(binary), Note)

const writeNote = (binary: string, note: Note): void => writeAtomic(noteFile(binary), JSON.stringify(note))

const BY_OTHERS = 0o022
const BY_ALL = 0o002
const isOwn = ({ uid }: Stats): boolean => uid === 0 || uid === process.getuid?.()

function flaw(path: string, found: Stats | undefined, bits: number): Coded | undefined {
  if (!found) return undefined
  if (found.isSymbolicLink()) return coded('core.path-is-link', { path })
  if (!isOwn(found)) return coded('core.path-of-other-user', { path })
  return (found.mode & bits) === 0 ? undefined : coded('core.path-open', { path })
}

const folderFlaw = (folder: string, bits = BY_OTHERS) =>
  flaw(folder, statSync(folder, { throwIfNoEntry: false }), bits)
const fileFlaw = (file: string) => flaw(file, lstatSync(file, { throwIfNoEntry: false }), BY_OTHERS)

/** Why another user could have put this program here; undefined if none could. */
export const openToOthers = (
  binary: string,
  folders: readonly string[] = [dirname(binary)],
): Coded | undefined => folders.map((folder) => folderFlaw(folder)).find(Boolean) ?? fileFlaw(binary)

/** For a system program: its folder may belong to an administrator group. */
export const isSystemProgram = (binary: string): boolean => {
  const file = realpathSync(binary)
  return (folderFlaw(dirname(file), BY_ALL) ?? fileFlaw(file)) === undefined
}

/** Removes write access for others from our folders; refuses folders owned by another user. */
export function closeFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    const { mode } = statSync(folder)
    if ((mode & BY_OTHERS) !== 0 && isOwn(statSync(folder))) chmodSync(folder, mode & 0o7777 & ~BY_OTHERS)
    const left = folderFlaw(folder)
    if (left) throw new Refusal('core.cache-unusable', { reason: left })
  }
}

/** The record of a binary that is unchanged since, and that no other user could change. */
export async function trustedNote(binary: string, folders: readonly string[]): Promise<Note | undefined> {
  const note = openToOthers(binary, folders) === undefined ? readNote(binary) : undefined
  if (!note) return undefined
  const found = await hashFile(binary).catch(() => '')
  return note.sha256.includes(found) ? note : undefined
}

/**
 * Puts a new binary and its record in place. Both hashes are valid meanwhile: a panel killed in between finds the old
 * binary or the new one, and a matching record.
 */
export function placeBinary(fresh: string, binary: string, note: Note): void {
  const [sha256 = ''] = note.sha256
  const earlier = readNote(binary)?.sha256[0]
  if (earlier && earlier !== sha256) writeNote(binary, { ...note, sha256: [sha256, earlier] })
  else writeNote(binary, note)
  renameSync(fresh, binary)
  writeNote(binary, { ...note, sha256: [sha256] })
}

/** Before each start: checks that the core in the panel's folder is the one that was installed. */
export async function checkInstalled(binary: string, log: Log): Promise<void> {
  const note = readNote(binary)
  const open = openToOthers(binary)
  if (open && !(note && closeToOthers(binary))) throw new Refusal('core.open-to-others', { reason: open })
  const found = await hashFile(binary)
  if (!note) {
    // An earlier version of the panel installed it without a record.
    log.warn({ binary, sha256: found }, 'no record of this core: trusting its current SHA-256 from now on')
    writeNote(binary, { version: '', from: 'found', sha256: [found] })
  } else if (!note.sha256.includes(found)) {
    throw new Refusal('core.replaced', { binary, found, expected: note.sha256[0] ?? '' })
  }
}

/** The expected hash is known, so removing the permission is enough. Not if another user owns the files. */
function closeToOthers(binary: string): boolean {
  try {
    for (const path of [dirname(binary), binary]) {
      const { mode } = lstatSync(path)
      if ((mode & BY_OTHERS) !== 0) chmodSync(path, mode & 0o7777 & ~BY_OTHERS)
    }
  } catch {
    return false
  }
  return openToOthers(binary) === undefined
}

export const previousPath = (managed: string): string => `${managed}.previous`

/** A second name for the same bytes; a copy where the file system has no links. */
function sameFile(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Keeps the installed binary and its record beside the next one. Returns how to put it back. */
export function keepPrevious(managed: string): () => void {
  const kept = previousPath(managed)
  if (!existsSync(managed))
    return () => {
      for (const file of [managed, noteFile(managed)]) rmSync(file, { force: true })
    }
  sameFile(managed, kept)
  const note = readNote(managed)
  if (note) writeAtomic(noteFile(kept), readFileSync(noteFile(managed), 'utf8'))
  return () => {
    const fresh = `${managed}.${randomBytes(6).toString('hex')}`
    sameFile(kept, fresh)
    if (note) return placeBinary(fresh, managed, note)
    renameSync(fresh, managed)
    rmSync(noteFile(managed), { force: true })
  }
}
