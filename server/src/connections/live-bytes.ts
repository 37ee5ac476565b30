import type { InboundPort } from '../core/process/held-claim.ts'
import type { Core } from '../core/room.ts'
import type { Clock } from '../platform/clock.ts'
import type { Peer, Peers } from './cut/peers.ts'
import { shareNext } from './cut/share-next.ts'
import { readTcp, type TcpReading } from './kernel/inet-diag.ts'
import { loadNative } from './kernel/native.ts'
import { createLiveAccount, type OwnedReading, type Speed } from './live-account.ts'

export interface LiveBytesDeps extends Clock {
  core: Pick<Core, 'pid' | 'inboundPorts'>
  peers: Pick<Peers, 'all'>
  ledger: ByteLedger
  read?: typeof readKernel
}

/** The ledger of the traffic room, for one core. */
export interface ByteLedger {
  /**
   * A client's bytes counted in this process so far, both ways, up to the same core reading that the result is added
   * to. An older value would count a tick's bytes twice.
   */
  counted(email: string): number
}

/** Undefined if the kernel cannot be queried; then nothing is claimed. */
async function readKernel(): Promise<TcpReading[] | undefined> {
  const native = await loadNative().catch(() => undefined)
  return native && readTcp(native)
}

const at = (port: number, peer: string) => `${port} ${peer}`
const oneOf = (peers: readonly Peer[]): string | undefined => {
  const [first, ...more] = peers
  if (!first || peers.some((peer) => peer.shared)) return undefined
  return more.every((peer) => peer.email.toLowerCase() === first.email.toLowerCase())
    ? first.email
    : undefined
}

/**
 * The sockets on the inbounds' ports, each with its client if that is certain: seen on this very connection, alone on
 * it, and no second socket looks the same. Behind a fallback master that passes the real address on, the master's
 * socket belongs to the child's client.
 */
export function ownedReadings(
  readings: readonly TcpReading[],
  inbounds: readonly InboundPort[],
  peers: Iterable<Peer>,
): OwnedReading[] {
  const portsOf = Map.groupBy(inbounds, ({ tag }) => tag)
  const isOn = (tag: string, port: number) => portsOf.get(tag)?.some((one) => one.port === port) ?? false
  const ports = new Set(inbounds.map(({ port }) => port))
  const here = readings.filter(({ localPort, inode }) => inode !== 0 && ports.has(localPort))
  const times = new Map<string, number>()
  for (const { localPort, peer } of here)
    times.set(at(localPort, peer), (times.get(at(localPort, peer)) ?? 0) + 1)
  const byAddress = Map.groupBy(peers, ({ peer }) => peer)
  return here.map((reading) => {
    const known = byAddress.get(reading.peer)
    if (!known || times.get(at(reading.localPort, reading.peer)) !== 1)
      return { ...reading, email: undefined }
    const direct = known.filter(({ inbound }) => isOn(inbound, reading.localPort))
    const handedOn = () =>
      known.filter(
        ({ inbound, peer }) => !portsOf.get(inbound)?.some(({ port }) => times.has(at(port, peer))),
      )
    return { ...reading, email: oneOf(direct.length > 0 ? direct : handedOn()) }
  })
}

/** An older dump says nothing about the present. */
const freshMs = 15_000

/**
 * Bytes that the kernel counted on the clients' TCP sockets and the ledger does not have yet: the core counts a spliced
 * download when it ends (C5). They decide when to cut; the ledger itself counts only what the core reports.
 */
export function createLiveBytes({ core, peers, ledger, now, read = readKernel }: LiveBytesDeps) {
  const account = createLiveAccount(ledger.counted)
  /** Another core has other sockets and counters. */
  let pid: number | undefined

  function sameCore() {
    if (pid === core.pid()) return
    pid = core.pid()
    account.clear()
  }

  const uncounted = shareNext(async (): Promise<ReadonlyMap<string, number>> => {
    sameCore()
    const readings = pid === undefined ? undefined : await read()
    if (!readings) return new Map()
    sameCore() // the core may have ended during the query
    if (pid !== undefined) account.read(ownedReadings(readings, core.inboundPorts(), peers.all()), now())
    return account.uncounted()
  })

  return {
    /** Called for every line of a client, before its bytes are counted. */
    onLine(email: string): void {
      sameCore()
      account.onLine(email, now())
    },
    /** Queries the kernel once. Call it right after each tick of the ledger. */
    uncounted,
    /** From the last two queries. */
    speeds: (): ReadonlyMap<string, Speed> => account.speeds(),
    /** When each address of a client last moved bytes over TCP; undefined without a recent query. */
    activity(email: string): ReadonlyMap<string, number> | undefined {
      const { read: last, at: moved } = account.activity(email)
      return last === undefined || now() - last > freshMs ? undefined : (moved ?? new Map())
    },
  }
}

export type LiveBytes = ReturnType<typeof createLiveBytes>
