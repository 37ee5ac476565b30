import type { Core } from '../../core/room.ts'
import { shareNext } from '../cut/share-next.ts'
import { readDescriptors, readSockets, type SocketRow } from './proc-sockets.ts'

export const indexByPeer = (rows: SocketRow[]) => ({ rows, byPeer: Map.groupBy(rows, ({ peer }) => peer) })
export type TcpTable = ReturnType<typeof indexByPeer>
/** The core's sockets from the kernel, read on demand; parallel callers share a read. */
export const createCoreSockets = (core: Pick<Core, 'pid'>) => ({
  tcp: shareNext(async () => {
    const pid = core.pid()
    return indexByPeer(pid === undefined ? [] : await readSockets(pid, 'tcp'))
  }),
  udp: shareNext(async () => {
    const pid = core.pid()
    return pid === undefined ? [] : readSockets(pid, 'udp')
  }),
  descriptors: shareNext(async () => {
    const pid = core.pid()
    return pid === undefined ? new Map<number, number>() : readDescriptors(pid)
  }),
})

export type CoreSockets = ReturnType<typeof createCoreSockets>
