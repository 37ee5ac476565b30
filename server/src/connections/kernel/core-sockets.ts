import { shareNext } from '../cut/share-next.ts'
import { readDescriptors, readSockets, type SocketRow } from './proc-sockets.ts'

export interface TcpTable {
  rows: SocketRow[]
  byPeer: Map<string, SocketRow[]>
}

export function indexByPeer(rows: SocketRow[]): TcpTable {
  const index = new Map<string, SocketRow[]>()
  for (const row of rows) {
    const same = index.get(row.peer)
    if (same) same.push(row)
    else index.set(row.peer, [row])
  }
  return { rows, byPeer: index }
}

/** The core's sockets from the kernel, read on demand; parallel callers share a read. */
export const createCoreSockets = (pid: () => number | undefined) => ({
  tcp: shareNext(async () => {
    const core = pid()
    return indexByPeer(core === undefined ? [] : await readSockets(core, 'tcp'))
  }),
  udp: shareNext(async () => {
    const core = pid()
    return core === undefined ? [] : readSockets(core, 'udp')
  }),
  descriptors: shareNext(async () => {
    const core = pid()
    return core === undefined ? new Map<number, number>() : readDescriptors(core)
  }),
})

export type CoreSockets = ReturnType<typeof createCoreSockets>
