import { splitPeer } from '../kernel/address.ts'
import type { AccessLine } from './access-line.ts'

export interface Peer {
  peer: string
  inbound: string
  email: string
  /** First and latest line of this client on this connection, milliseconds. */
  since: number
  seen: number
  /** Another client used the same connection in between: a CDN carries several, so it must not be ended. */
  shared: boolean
}

interface Entry extends Peer {
  before: string | undefined
}

const most = 200_000

/** Emails are compared as the core does (C2). */
const keyOf = (email: string) => email.toLowerCase()

/**
 * Which client is on which connection, according to the core's access lines. Peers are kept per inbound: a NAT may use
 * the same port for two people on two of our ports. The latest line wins, the oldest are dropped first.
 */
export function createPeers(limit = most) {
  const byConnection = new Map<string, Entry>()
  const byEmail = new Map<string, Set<Entry>>()
  const nameOf = (entry: { peer: string; inbound: string }) => `${entry.peer} ${entry.inbound}`

  function unlink(entry: Entry) {
    const own = byEmail.get(keyOf(entry.email))
    own?.delete(entry)
    if (own?.size === 0) byEmail.delete(keyOf(entry.email))
  }

  function link(entry: Entry) {
    const own = byEmail.get(keyOf(entry.email))
    if (own) own.add(entry)
    else byEmail.set(keyOf(entry.email), new Set([entry]))
  }

  function forget(entry: { peer: string; inbound: string }) {
    const known = byConnection.get(nameOf(entry))
    if (!known) return
    byConnection.delete(nameOf(entry))
    unlink(known)
  }

  function note({ peer, inbound, email }: Pick<AccessLine, 'peer' | 'inbound' | 'email'>, now: number) {
    const name = nameOf({ peer, inbound })
    const known = byConnection.get(name)
    byConnection.delete(name) // set again below: the map is ordered by the latest line
    if (known && keyOf(known.email) === keyOf(email)) {
      known.seen = now
      byConnection.set(name, known)
      return
    }
    if (known) unlink(known)
    const shared = known !== undefined && (known.shared || known.before === keyOf(email))
    const entry: Entry = {
      peer,
      inbound,
      email,
      since: now,
      seen: now,
      shared,
      before: known && keyOf(known.email),
    }
    byConnection.set(name, entry)
    link(entry)
    const oldest = byConnection.size > limit ? byConnection.values().next().value : undefined
    if (oldest) forget(oldest)
  }

  return {
    note,
    forget,
    of: (email: string): Peer[] => [...(byEmail.get(keyOf(email)) ?? [])],
    owner: (peer: string, inbound: string): string | undefined =>
      byConnection.get(nameOf({ peer, inbound }))?.email,
    /** Source ports of all other clients seen at this address on this inbound; only used for a port hop. */
    portsOfOthers(ip: string, inbound: string, email: string): number[] {
      const others = [...byConnection.values()].filter(
        (entry) =>
          entry.inbound === inbound && keyOf(entry.email) !== keyOf(email) && splitPeer(entry.peer).ip === ip,
      )
      return others.map((entry) => splitPeer(entry.peer).port)
    },
    /** Whether any client was seen at this peer, on any of these inbounds. */
    knows: (peer: string, inbounds: readonly string[]): boolean =>
      inbounds.some((inbound) => byConnection.has(nameOf({ peer, inbound }))),
    sweep(isAlive: (peer: Peer) => boolean) {
      for (const entry of [...byConnection.values()]) if (!isAlive(entry)) forget(entry)
    },
    clear() {
      byConnection.clear()
      byEmail.clear()
    },
    /** All connections with a known client. */
    all: (): IterableIterator<Peer> => byConnection.values(),
    size: () => byConnection.size,
  }
}

export type Peers = ReturnType<typeof createPeers>
