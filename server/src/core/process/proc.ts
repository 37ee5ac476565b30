import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { apiListen } from './files.ts'

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Field 22 of `/proc/<pid>/stat`: with the pid it names one process for ever. Undefined once it has ended. */
export function startTimeOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return undefined
  // The name in parentheses may hold spaces and parentheses of its own: count from behind it.
  const [state, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X' ? undefined : more[18]
}

/** The file that a process runs; its name when the file was replaced since. */
export function exeOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  } catch {
    return undefined
  }
}

/** Its real user: that of /proc/<pid> is root for a program with file capabilities (setcap), whoever started it. */
export function uidOf(pid: number): number | undefined {
  const uid = /^Uid:\t(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return uid === undefined ? undefined : Number(uid)
}

export const argvOf = (pid: number): string[] => (read(`/proc/${pid}/cmdline`) ?? '').split('\0').slice(0, -1)

/** Every process that this user may look at. */
export const allPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

/** In the table of the kernel: this socket waits for connections. */
const ACCEPTS = 0x10000

/** Inodes of sockets that listen under this name, as the links in /proc/<pid>/fd name them. */
function listeners(name: string): Set<string> {
  // Num RefCount Protocol Flags Type St Inode Path
  const rows = (read('/proc/net/unix') ?? '').split('\n').map((row) => row.trim().split(/\s+/))
  const ours = rows.filter((row) => row[7] === name && (Number.parseInt(row[3] ?? '', 16) & ACCEPTS) !== 0)
  return new Set(ours.map((row) => `socket:[${row[6]}]`))
}

/**
 * Whether this very process serves the API at its socket. All cores of this machine name theirs alike; the process tells
 * them apart. Of a program with file capabilities the kernel does not show us the files: there the socket itself is the
 * proof, for it was not there before the start and nobody else can write to its folder.
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
        return '' // closed meanwhile
      }
    })
  } catch {
    return undefined
  }
}
