import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { readText } from '../../platform/files.ts'
import { apiListen } from './files.ts'

/** Field 22 of `/proc/<pid>/stat`: with the pid it identifies a process uniquely. Undefined once it has ended. */
export function startTimeOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  if (!stat) return undefined
  // The name in parentheses may contain spaces and parentheses: count from behind it.
  const [state, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X' ? undefined : more[18]
}

/** The file that a process runs, also if the file has been replaced since. */
export function exeOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}

/** Whether a process runs this very file; false if the kernel does not show it (file capabilities). */
export function runsFile(pid: number, path: string): boolean {
  try {
    const [theirs, file] = [statSync(`/proc/${pid}/exe`), statSync(path)]
    return theirs.ino === file.ino && theirs.dev === file.dev
  } catch {
    return false
  }
}

/** The real user: the owner of /proc/<pid> is root for a program with file capabilities (setcap). */
export function uidOf(pid: number): number | undefined {
  const uid = /^Uid:\t(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1]
  return uid === undefined ? undefined : Number(uid)
}

export const argvOf = (pid: number): string[] =>
  (readText(`/proc/${pid}/cmdline`) ?? '').split('\0').slice(0, -1)

/** All processes that this user may inspect. */
export const allPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** Kernel flag: this socket accepts connections. */
const ACCEPTS = 0x10000

/** Inodes of sockets that listen under this name, in the format of the links in /proc/<pid>/fd. */
function listeners(name: string): Set<string> {
  // Num RefCount Protocol Flags Type St Inode Path
  const rows = (readText('/proc/net/unix') ?? '').split('\n').map((row) => row.trim().split(/\s+/))
  const ours = rows.filter((row) => row[7] === name && (Number.parseInt(row[3] ?? '', 16) & ACCEPTS) !== 0)
  return new Set(ours.map((row) => `socket:[${row[6]}]`))
}

/**
 * Whether this very process serves the API at its socket. All cores on this machine use the same name; the process
 * tells them apart. The kernel hides the files of a program with file capabilities: there the socket itself is the
 * proof, because it did not exist before the start and only we can write to its folder.
 */
export function servesApi({ pid, api }: { pid: number; api: string }): boolean {
  const files = openFiles(pid)
  if (files) {
    const inodes = listeners(apiListen)
    return files.some((file) => inodes.has(file))
  }
  return startTimeOf(pid) !== undefined && (statSync(api, { throwIfNoEntry: false })?.isSocket() ?? false)
}

function openFiles(pid: number): string[] | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return '' // closed in the meantime
      }
    })
  } catch {
    return undefined
  }
}
