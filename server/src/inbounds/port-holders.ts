import { open, readdir, readFile, readlink } from 'node:fs/promises'
import { endianness } from 'node:os'
import { canonicalListen, listensOverlap } from '#domain/inbounds/listen.ts'
import type { Layer4 } from '#domain/inbounds/port.ts'

interface Held {
  inode: string
  /** The user that opened it; unknown for a unix socket. */
  uid?: number
}

/** The program behind a port; fields are blank where the kernel does not show it. */
export interface Holder {
  name: string
  pid: number
}

const listening = '0A'
const mostBytes = 1_048_576

/** The kernel lists TCP listeners before connections, so the head of the table is enough on a busy server. */
async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (!handle) return ''
  try {
    const head = Buffer.alloc(mostBytes)
    let length = 0
    for (let got = -1; got !== 0 && length < mostBytes; length += got) {
      got = (await handle.read(head, length, mostBytes - length, null)).bytesRead
    }
    return head.toString('latin1', 0, length)
  } catch {
    return ''
  } finally {
    await handle.close()
  }
}

const swapped = endianness() === 'LE'

/** The kernel prints an address as 32-bit words in the machine's byte order. */
export function addressFromHex(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  if (swapped) bytes.swap32()
  if (bytes.length === 4) return [...bytes].join('.')
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(i * 2).toString(16))
  return canonicalListen(groups.join(':'))
}

/** Sockets in a /proc/net table that conflict with `listen` and `port`. */
export function socketsIn(table: string, layer: Layer4, listen: string, port: number): Held[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const found: Held[] = []
  for (const line of table.split('\n')) {
    if (!line.includes(ending)) continue
    const [, local = '', , state = '', , , , uid = '', , inode = '0'] = line.trim().split(/\s+/)
    if (!local.endsWith(ending) || inode === '0' || (layer === 'tcp' && state !== listening)) continue
    const address = addressFromHex(local.slice(0, -ending.length))
    if (listensOverlap(address, listen)) found.push({ inode, uid: Number(uid) })
  }
  return found
}

const acceptsConnections = 0x10000

/** `path` as the kernel writes it: a file, or an abstract name that begins with @. */
async function heldSocket(path: string): Promise<Held[]> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '')
  return table.split('\n').flatMap((line) => {
    const [, , , flags = '0', , , inode = '', ...name] = line.trim().split(' ').filter(Boolean)
    const listens = (Number.parseInt(flags, 16) & acceptsConnections) !== 0
    return listens && name.join(' ') === path ? [{ inode }] : []
  })
}

const atOnce = 64

/** Inodes of a process's open sockets; undefined if we have no permission. */
async function socketsOf(pid: number): Promise<Set<string> | undefined> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => undefined)
  if (!names) return undefined
  const inodes = new Set<string>()
  for (let i = 0; i < names.length; i += atOnce) {
    const part = names.slice(i, i + atOnce)
    for (const link of await Promise.all(part.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))))
      if (link.startsWith('socket:[')) inodes.add(link.slice(8, -1))
  }
  return inodes
}

async function holderOf(inode: string): Promise<Holder> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)
  for (const pid of pids) {
    if (!(await socketsOf(pid))?.has(inode)) continue
    const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
    return { pid, name }
  }
  return { pid: 0, name: '' }
}

/** What one process holds; asked once, when it is needed. */
function ownedBy(pid: number | undefined): () => Promise<Set<string> | undefined> {
  let own: Promise<Set<string> | undefined> | undefined
  return () => {
    own ??= pid === undefined ? Promise.resolve(new Set<string>()) : socketsOf(pid)
    return own
  }
}

/** The first holder that is not our process. If we may not read its files, it is recognised by its user. */
async function otherProgramAmong(
  held: readonly Held[],
  ownSockets: ReturnType<typeof ownedBy>,
): Promise<Holder | undefined> {
  if (held.length === 0) return undefined
  const own = await ownSockets()
  const isOurs = ({ inode, uid }: Held) => (own ? own.has(inode) : uid === process.getuid?.())
  const otherProgram = held.find((socket) => !isOurs(socket))
  return otherProgram && holderOf(otherProgram.inode)
}

/**
 * One look at any number of ports: the kernel's tables and the sockets of our process are read once. The answer names
 * the program that listens there, other than that process. `seen` is false if the kernel shows no socket at all.
 */
export function createPortLook(pid: number | undefined) {
  const own = ownedBy(pid)
  const tables = new Map<Layer4, Promise<string[]>>()
  const tablesOf = (layer: Layer4): Promise<string[]> => {
    const known =
      tables.get(layer) ?? Promise.all([`${layer}`, `${layer}6`].map((t) => headOf(`/proc/net/${t}`)))
    tables.set(layer, known)
    return known
  }
  return async (
    layer: Layer4,
    listen: string,
    port: number,
  ): Promise<{ seen: boolean; otherProgram: Holder | undefined }> => {
    const held = (await tablesOf(layer)).flatMap((table) => socketsIn(table, layer, listen, port))
    return { seen: held.length > 0, otherProgram: await otherProgramAmong(held, own) }
  }
}

export const otherProgramOnPort = (
  layer: Layer4,
  listen: string,
  port: number,
  corePid: number | undefined,
) => createPortLook(corePid)(layer, listen, port)

export const otherProgramOnSocket = async (
  path: string,
  corePid: number | undefined,
): Promise<Holder | undefined> => otherProgramAmong(await heldSocket(path), ownedBy(corePid))
