import type { Peer, Peers } from './cut/peers.ts'
import { shareNext } from './cut/share-next.ts'
import type { InboundPort } from './inbound-port.ts'
import { readTcp, type TcpReading } from './kernel/inet-diag.ts'
import type { Native } from './kernel/native.ts'
import { createLiveAccount, type OwnedReading, type Speed } from './live-account.ts'

export interface LiveBytesDeps {
  /** The core that runs: another one has other sockets and other counters. */
  pid(): number | undefined
  inbounds(): readonly InboundPort[]
  /** Rejects where the kernel cannot be asked; then nothing is known and nothing is claimed. */
  native(): Promise<Native>
  peers: Pick<Peers, 'all'>
  /**
   * What has been counted of a client in this process so far, both ways: up to the very reading of the core that the
   * result is added to. One that lags behind would count a tick's bytes twice.
   */
  counted(email: string): number
  now(): number
  read?: (native: Native) => Promise<TcpReading[]>
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
 * The sockets on the inbounds' ports, each with its client where that is certain: heard on this very connection, alone
 * on it, and no second socket looks the same. Behind a fallback master that hands the real address on, the master's
 * socket is the child's client's.
 */
export function ownedReadings(
  readings: readonly TcpReading[],
  inbounds: readonly InboundPort[],
  peers: Iterable<Peer>,
): OwnedReading[] {
  const portOf = new Map(inbounds.map(({ tag, port }) => [tag, port]))
  const ports = new Set(portOf.values())
  const here = readings.filter(({ localPort, inode }) => inode !== 0 && ports.has(localPort))
  const times = new Map<string, number>()
  for (const { localPort, peer } of here)
    times.set(at(localPort, peer), (times.get(at(localPort, peer)) ?? 0) + 1)
  const heard = new Map<string, Peer[]>()
  for (const peer of peers) {
    const same = heard.get(peer.peer)
    if (same) same.push(peer)
    else heard.set(peer.peer, [peer])
  }
  return here.map((reading) => {
    const known = heard.get(reading.peer)
    if (!known || times.get(at(reading.localPort, reading.peer)) !== 1)
      return { ...reading, email: undefined }
    const direct = known.filter(({ inbound }) => portOf.get(inbound) === reading.localPort)
    const handedOn = () => known.filter(({ inbound, peer }) => !times.has(at(portOf.get(inbound) ?? 0, peer)))
    return { ...reading, email: oneOf(direct.length > 0 ? direct : handedOn()) }
  })
}

/** Older than this, a dump says nothing about now. */
const freshMs = 15_000

/**
 * Bytes that the kernel's counts of the clients' TCP sockets show and the ledger does not yet have: the core counts a
 * spliced download when it ends (C5). They say when to cut; the ledger stays the core's.
 */
export function createLiveBytes({
  pid,
  inbounds,
  native,
  peers,
  counted,
  now,
  read = readTcp,
}: LiveBytesDeps) {
  const account = createLiveAccount(counted)
  let core: number | undefined

  function sameCore() {
    if (core === pid()) return
    core = pid()
    account.clear()
  }

  const uncounted = shareNext(async (): Promise<ReadonlyMap<string, number>> => {
    sameCore()
    const via = core === undefined ? undefined : await native().catch(() => undefined)
    if (!via) return new Map()
    const readings = await read(via)
    sameCore() // it may have ended while the kernel was asked
    if (core !== undefined) account.read(ownedReadings(readings, inbounds(), peers.all()), now())
    return account.uncounted()
  })

  return {
    /** Called for every line of a client, before its bytes are counted. */
    heard(email: string): void {
      sameCore()
      account.heard(email, now())
    },
    /** Asks the kernel once. Right after each tick of the ledger. */
    uncounted,
    /** Of the last two askings. */
    speeds: (): ReadonlyMap<string, Speed> => account.speeds(),
    /** When each address of a client last moved bytes over TCP; undefined when nobody has looked lately. */
    activity(email: string): ReadonlyMap<string, number> | undefined {
      const { read: last, at: moved } = account.activity(email)
      return last === undefined || now() - last > freshMs ? undefined : (moved ?? new Map())
    },
  }
}

export type LiveBytes = ReturnType<typeof createLiveBytes>
