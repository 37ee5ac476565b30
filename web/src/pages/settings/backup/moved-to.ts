import type { BackupComparison } from '#contract/backup.ts'

const everywhere = new Set(['0.0.0.0', '[::]'])

/** Where the panel answers after the restore, if that is another address; as the reader can open it. */
export function movedTo({ notesCoded }: Pick<BackupComparison, 'notesCoded'>, here: URL): string | undefined {
  const note = notesCoded.find(({ code }) => code === 'backup.note-address')
  if (!note) return undefined
  try {
    const url = new URL(String(note.params.address))
    if (everywhere.has(url.hostname)) url.hostname = here.hostname
    return url.href
  } catch {
    return undefined
  }
}
