import { clientOf, withoutInbound } from '#domain/core-config/user-names.ts'
import { splitPeer } from '../kernel/address.ts'
import type { AccessLine } from './access-line.ts'

export interface Peer {
  peer: string
  inbound: string
  email: string
  /** The name that the core has for it: the client's, or that of one of its devices. */
  user: string
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
const isSameUser = (a: string, b: string) => keyOf(withoutInbound(a)) === keyOf(withoutInbound(b))

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

  function note(
    {
      peer,
      inbound,
      email,
      user = email,
    }: Pick<AccessLine, 'peer' | 'inbound' | 'email'> & { user?: string },
    now: number,
  ) {
    const name = nameOf({ peer, inbound })
    const known = byConnection.get(name)
    byConnection.delete(name) // set again below: the map is ordered by the latest line
    if (known && isSameUser(known.user, user)) {
      known.seen = now
      byConnection.set(name, known)
      return
    }
    if (known) unlink(known)
    const shared = known !== undefined && (known.shared || known.before === keyOf(withoutInbound(user)))
    const entry: Entry = {
      peer,
      inbound,
      email,
      user,
      since: now,
      seen: now,
      shared,
      before: known && keyOf(withoutInbound(known.user)),
    }
    byConnection.set(name, entry)
    link(entry)
    const oldest = byConnection.size > limit ? byConnection.values().next().value : undefined
    if (oldest) forget(oldest)
  }

  return {
    note,
    forget,
    /** All connections of a client, with those of its devices. */
    of: (email: string): Peer[] => [...(byEmail.get(keyOf(email)) ?? [])],
    /**
     * Those of a client itself or of one of its devices. The name for one inbound is the same user: what was open when its
     * bytes began to be counted apart still has the other name.
     */
    ofUser: (user: string): Peer[] =>
      [...(byEmail.get(keyOf(clientOf(user))) ?? [])].filter((entry) => isSameUser(entry.user, user)),
    owner: (peer: string, inbound: string): string | undefined =>
      byConnection.get(nameOf({ peer, inbound }))?.email,
    /** Source ports of all other users seen at this address on this inbound; only used for a port hop. */
    portsOfOthers(ip: string, inbound: string, user: string): number[] {
      const others = [...byConnection.values()].filter(
        (entry) =>
          entry.inbound === inbound && !isSameUser(entry.user, user) && splitPeer(entry.peer).ip === ip,
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
