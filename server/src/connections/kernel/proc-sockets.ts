import { readdir, readFile, readlink } from 'node:fs/promises'
import { endianness } from 'node:os'
import { hostPort, plainAddress } from '#domain/net/address.ts'

export interface SocketRow {
  protocol: 'tcp' | 'udp'
  /** The table of the row: a socket in the IPv6 table may carry IPv4 too. */
  family: 4 | 6
  localIp: string
  localPort: number
  /** `ip:port`; port 0 for a listening socket. */
  peer: string
  peerIp: string
  inode: number
}

const swapped = endianness() === 'LE'

/** The kernel prints an address as 32-bit words in native byte order. */
function ipFromHex(hex: string): string {
  const bytes: number[] = []
  for (let word = 0; word < hex.length; word += 8) {
    const four = [0, 2, 4, 6].map((i) => Number.parseInt(hex.slice(word + i, word + i + 2), 16))
    bytes.push(...(swapped ? four.reverse() : four))
  }
  return plainAddress(bytes)
}

const endOf = (text: string) => {
  const [hex = '', port = '0'] = text.split(':')
  return { ip: ipFromHex(hex), port: Number.parseInt(port, 16) }
}

/** The rows of one table of /proc/<pid>/net; rows without an inode have no owner any more. */
export function parseSocketTable(text: string, protocol: 'tcp' | 'udp', family: 4 | 6): SocketRow[] {
  const rows: SocketRow[] = []
  for (const line of text.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/)
    const inode = Number(fields[9])
    if (!inode || !fields[1] || !fields[2]) continue
    const local = endOf(fields[1])
    const remote = endOf(fields[2])
    rows.push({
      protocol,
      family,
      localIp: local.ip,
      localPort: local.port,
      peer: hostPort(remote.ip, remote.port),
      peerIp: remote.ip,
      inode,
    })
  }
  return rows
}

const table = async (pid: number, protocol: 'tcp' | 'udp', family: 4 | 6) => {
  const text = await readFile(`/proc/${pid}/net/${protocol}${family === 6 ? '6' : ''}`, 'utf8').catch(
    () => '',
  )
  return parseSocketTable(text, protocol, family)
}

/** All sockets of the core's network namespace, not only the core's. */
export async function readSockets(pid: number, protocol: 'tcp' | 'udp'): Promise<SocketRow[]> {
  const tables = await Promise.all([table(pid, protocol, 4), table(pid, protocol, 6)])
  return tables.flat()
}

const atOnce = 64

/** Inode -> descriptor of the process's sockets: expensive with thousands of them, so only on demand. */
export async function readDescriptors(pid: number): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (let i = 0; i < names.length; i += atOnce) {
    const part = names.slice(i, i + atOnce)
    const links = await Promise.all(part.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
    links.forEach((link, j) => {
      const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1]
      if (inode) found.set(Number(inode), Number(part[j]))
    })
  }
  return found
}
