import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { writeAtomic } from '../../platform/write-atomic.ts'
import { noteFile, placeBinary, readNote } from './trusted-binary.ts'

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
