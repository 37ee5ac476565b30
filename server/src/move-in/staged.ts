import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { MoveInUpload } from '#contract/move-in-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { describe } from '../platform/db/where.ts'
import { copySource } from './copy.ts'
import type { Source } from './packed.ts'

const keptMs = 3_600_000
/** A person compares two files at most; each may have hundreds of megabytes. */
const most = 4

export interface Staged {
  id: string
  source: Source
  given: MoveInUpload
  /** For people. */
  fileName: string
  bytes: number
  stagedAt: number
}

/** Copies of other panels' databases that wait for a decision. They hold every secret: 0700, and not for long. */
export function createStaging(dataFolder: string, now: () => number, onDrop: (id: string) => void) {
  const root = join(dataFolder, 'move-in')
  rmSync(root, { recursive: true, force: true }) // left by a panel that was killed
  const staged = new Map<string, Staged>()
  const timers = new Map<string, NodeJS.Timeout>()
  const folderOf = (id: string) => join(root, id)

  function drop(id: string): void {
    staged.delete(id)
    clearTimeout(timers.get(id))
    timers.delete(id)
    onDrop(id)
    rmSync(folderOf(id), { recursive: true, force: true })
  }

  function keep(one: Staged): Staged {
    staged.set(one.id, one)
    timers.set(one.id, setTimeout(drop, keptMs, one.id).unref())
    for (const id of [...staged.keys()].slice(0, -most)) drop(id)
    return one
  }

  const newId = () => randomBytes(16).toString('hex')

  return {
    /** A folder for a file that is still arriving. */
    inbox(): string {
      const folder = join(root, 'inbox')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    /** The file stays where it is. */
    async file(path: string, fileName: string, given: MoveInUpload): Promise<Staged> {
      const id = newId()
      try {
        const copy = await copySource(path, folderOf(id))
        const source: Source = { kind: 'file', path: copy.path }
        return keep({ id, source, given, fileName, bytes: copy.bytes, stagedAt: now() })
      } catch (error) {
        drop(id)
        throw error
      }
    },
    /** Nothing is copied: it is read in one snapshot each time. */
    postgres(dsn: string, given: MoveInUpload): Staged {
      const fileName = describe(dsn, 'this address')
      const source: Source = { kind: 'postgres', dsn }
      return keep({ id: newId(), source, given, fileName, bytes: 0, stagedAt: now() })
    },
    get(id: string): Staged {
      const one = staged.get(id)
      if (!one || one.stagedAt + keptMs < now()) throw new Refusal('move-in.not-staged')
      return one
    },
    drop,
    close(): void {
      for (const id of [...staged.keys()]) drop(id)
      rmSync(root, { recursive: true, force: true })
    },
  }
}
