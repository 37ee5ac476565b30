import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

function sync(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Everything in a folder, and the folder itself, survives a power cut from now on. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else sync(path)
  }
  sync(folder)
}

export const syncFolder = sync

/** The new name is on the disk when this returns. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  sync(dirname(to))
}

/** Replaces a file by a copy of another, all at once. */
export async function replaceFile(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const draft = `${to}.restored`
  await copyFile(from, draft)
  sync(draft)
  renameDurably(draft, to)
}
