import { closeSync, openSync, readSync } from 'node:fs'
import type { Backup, BackupKind, BackupPlace } from '#contract/backup.ts'
import { Refusal } from '#domain/refusal.ts'

export type Ending = 'zip' | 'zip.age' | 'db'

/** The beginning of a file; each byte is one character. */
export function headOf(file: string): string {
  const head = Buffer.alloc(4096)
  const fd = openSync(file, 'r')
  try {
    return head.toString('latin1', 0, readSync(fd, head, 0, head.length, 0))
  } finally {
    closeSync(fd)
  }
}

/** By its first bytes; what is in it is checked when it is compared. */
export function endingOf(file: string): Ending {
  const head = headOf(file)
  if (head.startsWith('PK\x03\x04')) return 'zip'
  if (head.startsWith('SQLite format 3\0')) return 'db'
  if (head.startsWith('age-encryption.org/v1\n')) return 'zip.age'
  throw new Refusal(head === '' ? 'backup.empty-file' : 'backup.not-a-backup')
}

/** `sluice-2026-07-31T04-00-00Z-scheduled.zip`, with `.age` behind it when encrypted. */
const pattern =
  /^sluice-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)-(scheduled|manual|before-restore|before-update|uploaded)(?:-\d{1,3})?\.(zip|zip\.age|db)$/

export const nameOf = (kind: BackupKind, madeAt: number, ending: Ending, nth = 0): string =>
  `sluice-${new Date(madeAt).toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}${nth === 0 ? '' : `-${nth}`}.${ending}`

/** Undefined for a file that is no backup: it is not listed, and never deleted. */
export function readName(name: string) {
  const [, date = '', kind, ending] = pattern.exec(name) ?? []
  if (kind === undefined) return undefined
  const madeAt = Date.parse(date.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z'))
  if (Number.isNaN(madeAt)) return undefined
  return { kind: kind as BackupKind, madeAt, encrypted: ending === 'zip.age' } // the pattern lists the kinds
}

const marks = {
  s3: 's3~',
  upload: 'upload~',
  previous: 'previous~',
  folder: '', // last: every id begins with it
} as const satisfies Record<BackupPlace, string>

export const idOf = (where: BackupPlace, name: string): string => marks[where] + name

/** An id from a caller: only the place and a name that fits the pattern, so never a path. */
export function parseId(id: string): { where: BackupPlace; name: string } {
  const places = Object.keys(marks) as BackupPlace[] // of the table above
  const where = places.find((place) => id.startsWith(marks[place])) ?? 'folder'
  const name = id.slice(marks[where].length)
  if (!readName(name)) throw new Refusal('backup.unknown')
  return { where, name }
}

type Named = NonNullable<ReturnType<typeof readName>>

export const viewOf = (where: BackupPlace, name: string, bytes: number, named: Named): Backup => ({
  id: idOf(where, name),
  name,
  bytes,
  ...named,
  where,
})
