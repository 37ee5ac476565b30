import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'

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

const LISTEN = '0A'
const HEAD_BYTES = 262_144

/** The kernel lists listeners first: on a busy server the rest would be megabytes. */
function readHead(file: string): string {
  try {
    const fd = openSync(file, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      let length = 0
      // One read gives a page at most.
      for (let got = -1; got !== 0 && length < HEAD_BYTES; length += got) {
        got = readSync(fd, head, length, HEAD_BYTES - length, null)
      }
      return head.toString('latin1', 0, length)
    } finally {
      closeSync(fd)
    }
  } catch {
    return ''
  }
}

/** TCP ports of this machine where somebody listens. */
export function listeningPorts(): Set<number> {
  const rows = ['tcp', 'tcp6'].flatMap((table) => readHead(`/proc/net/${table}`).split('\n'))
  const fields = rows.map((row) => row.trim().split(/\s+/))
  const local = fields.flatMap((f) => (f[3] === LISTEN && f[1] ? [f[1]] : []))
  return new Set(local.map((address) => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16)))
}

/** Inodes of sockets that listen on a TCP port, as the links in /proc/<pid>/fd name them. */
function listeners(port: number): Set<string> {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['tcp', 'tcp6'].flatMap((table) => readHead(`/proc/net/${table}`).split('\n'))
  const fields = rows.map((row) => row.trim().split(/\s+/))
  return new Set(fields.filter((f) => f[3] === LISTEN && f[1]?.endsWith(hex)).map((f) => `socket:[${f[9]}]`))
}

/**
 * Whether this very process listens on the TCP port: another panel's core may answer there (decision 44). Of a program
 * with file capabilities the kernel does not show us the files: there it is enough that somebody listens.
 */
export function listensOn(pid: number, port: number): boolean {
  const inodes = listeners(port)
  if (inodes.size === 0) return false
  const files = openFiles(pid)
  return files ? files.some((file) => inodes.has(file)) : startTimeOf(pid) !== undefined
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
