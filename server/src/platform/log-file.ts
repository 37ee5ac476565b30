import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** When a log begins a new file, and how many old ones are kept. */
export interface LogPolicy {
  mostBytes: number
  /** Old files besides the current one. */
  keep: number
  /** Older ones are deleted, and a file is closed after one day. */
  days: number
}

export const usualPolicy: LogPolicy = { mostBytes: 10 * 1024 * 1024, keep: 5, days: 7 }
const DAY = 86_400_000

/** The log of the panel itself. */
export const panelLogFile = (logFolder: string): string => join(logFolder, 'sluice.log')

const numbered = (file: string, n: number): string => (n === 0 ? file : `${file}.${n}`)

/** `log` becomes `log.1`, `log.1` becomes `log.2`, and so on; what is too many or too old is deleted. */
export function shiftFiles(file: string, { keep, days }: LogPolicy, now: number): void {
  rmSync(numbered(file, keep), { force: true })
  for (let n = keep - 1; n >= 0; n--) {
    const from = numbered(file, n)
    if (!existsSync(from)) continue
    const isOld = n > 0 && statSync(from).mtimeMs < now - days * DAY
    if (isOld || keep === 0) rmSync(from, { force: true })
    else renameSync(from, numbered(file, n + 1))
  }
}

/** The files of a log that are there, the oldest first. */
export const filesOfLog = (file: string): string[] => {
  const found: string[] = []
  for (let n = 0; n <= 1_000 && existsSync(numbered(file, n)); n++) found.unshift(numbered(file, n))
  return found
}

/** How long a disk that refused a line is left alone. */
const retryMs = 10_000
/** How often to look whether somebody else moved the file away. */
const lookMs = 5_000

/**
 * Each line is in the file when `write` returns, so that a crash loses none: the panel writes few lines, and the kernel
 * takes them into memory. A full disk stops nothing.
 */
export function openLogFile(file: string, policy: LogPolicy, now: () => number = Date.now) {
  let open: { fd: number; size: number; bornAt: number; inode: number } | undefined
  let lookedAt = 0
  let notBefore = 0

  function opened() {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const fd = openSync(file, 'a', 0o600)
    const { size, birthtimeMs, mtimeMs, ino } = fstatSync(fd)
    return { fd, size, bornAt: birthtimeMs || mtimeMs, inode: ino }
  }

  function close(): void {
    if (open) closeSync(open.fd)
    open = undefined
  }

  /** Another program may rotate logs too. */
  function isMoved(at: number): boolean {
    if (at - lookedAt < lookMs) return false
    lookedAt = at
    return open !== undefined && statSync(file, { throwIfNoEntry: false })?.ino !== open.inode
  }

  function current(bytes: number, at: number) {
    if (isMoved(at)) close()
    open ??= opened()
    const isFull = open.size > 0 && open.size + bytes > policy.mostBytes
    if (isFull || (open.size > 0 && at - open.bornAt > DAY)) {
      close()
      shiftFiles(file, policy, at)
      open = opened()
      open.bornAt = at // the file system may not keep the time of birth
    }
    return open
  }

  return {
    write(line: string): void {
      const at = now()
      if (at < notBefore) return
      try {
        const bytes = Buffer.byteLength(line)
        const target = current(bytes, at)
        writeSync(target.fd, line)
        target.size += bytes
      } catch {
        close()
        notBefore = at + retryMs // the same line is on stderr
      }
    },
  }
}

export type LogFile = ReturnType<typeof openLogFile>
