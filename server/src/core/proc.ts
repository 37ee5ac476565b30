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

/** Whether this very process listens on the TCP port: another panel's core may answer there (decision 44). */
export function listensOn(pid: number, port: number): boolean {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = new Set<string>()
  for (const table of ['tcp', 'tcp6']) {
    for (const row of readHead(`/proc/${pid}/net/${table}`).split('\n')) {
      const fields = row.trim().split(/\s+/)
      if (fields[3] === LISTEN && fields[1]?.endsWith(hex) && fields[9]) inodes.add(`socket:[${fields[9]}]`)
    }
  }
  return inodes.size > 0 && openFiles(pid).some((file) => inodes.has(file))
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return '' // closed meanwhile
      }
    })
  } catch {
    return []
  }
}
