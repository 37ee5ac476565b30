import type { InboundPort } from '../../core/process/held-claim.ts'
import type { Core } from '../../core/room.ts'
import type { Base } from '../../settings/base-services.ts'
import { splitPeer } from '../kernel/address.ts'
import { type EndSockets, idleMs } from '../kernel/end-sockets.ts'
import type { Peers } from './peers.ts'

export interface HopGuardDeps extends Pick<Base, 'timers' | 'log' | 'now'> {
  core: Pick<Core, 'api'>
  peers: Pick<Peers, 'portsOfOthers'>
  ends: Pick<EndSockets, 'blockAddress'>
}

interface Guarded {
  email: string
  inbound: InboundPort
  ips: string[]
  since: number
  /** Byte count once the data in flight at the cut had been counted. */
  first: number | undefined
  /** Byte count at the last check. */
  last: number
}

const checkEveryMs = 750
/** A fast stream has filled its window by then. */
const settledMs = 1_000
/** A slow one keeps filling it although it is silenced: the core counts what it writes, not what arrives. */
const windowBytes = 1 << 20
/** Above this number one query for everybody is cheaper than one per client. */
const fewEnough = 8

/**
 * A Hysteria client may hop: its QUIC connection continues from another port, past the filter, without a new log line.
 * A client whose bytes grow by more than a window, or for longer than a silenced connection lives, is blocked by
 * address. Known neighbours at that address are exempt, but a new one would be blocked too, so this must be certain.
 */
export function createPortHopGuard({ core, peers, ends, now, log, timers }: HopGuardDeps) {
  const guarded = new Map<string, Guarded>()
  let cancel: (() => void) | undefined

  async function readBytes(all: readonly Guarded[]): Promise<Map<string, number>> {
    const api = core.api()
    const prefix = (email: string) => `user>>>${email}>>>traffic>>>`
    const patterns = all.length > fewEnough ? ['user>>>'] : all.map(({ email }) => prefix(email))
    const sums = new Map<string, number>()
    for (const pattern of new Set(patterns)) {
      for (const { name, value } of (await api?.counters(pattern)) ?? []) {
        const email = name.split('>>>')[1] ?? ''
        if (name.startsWith(prefix(email))) sums.set(email, (sums.get(email) ?? 0) + value)
      }
    }
    return sums
  }

  async function isUser({ email, inbound }: Guarded): Promise<boolean> {
    const users = await core.api()?.userEmails(inbound.tag)
    return users?.some((user) => user.toLowerCase() === email.toLowerCase()) ?? true
  }

  async function keepOut(one: Guarded) {
    if (await isUser(one)) return // re-added in the meantime
    for (const ip of one.ips) {
      const except = peers.portsOfOthers(ip, one.inbound.tag, one.email)
      const done = await ends.blockAddress(one.inbound, { ip, except })
      log.warn(
        { inbound: one.inbound.tag, ip, known: except.length },
        done
          ? 'blocked the address of a client that changes its port, for a minute'
          : 'failed to block a client that changes its port',
      )
    }
  }

  /** Records the bytes of a client silenced `age` ms ago; true if only an unsilenced client could have so many. */
  function stillSends(one: Guarded, bytes: number, age: number): boolean {
    if (age < settledMs) return false
    one.first ??= bytes
    const grew = bytes > one.last && age > 1.2 * idleMs
    one.last = bytes
    return grew || bytes - one.first > windowBytes
  }

  async function check() {
    for (const [name, { since }] of guarded) if (since + 2 * idleMs <= now()) guarded.delete(name)
    const asked = new Map(guarded)
    const sums = await readBytes([...asked.values()])
    for (const [name, one] of asked) {
      if (guarded.get(name) !== one || !stillSends(one, sums.get(one.email) ?? 0, now() - one.since)) continue
      guarded.delete(name)
      await keepOut(one)
    }
  }

  function tick() {
    cancel = timers.after(checkEveryMs, () => {
      cancel = undefined
      check()
        .catch((error) => log.warn({ error: String(error) }, 'failed to follow up on a cut'))
        .finally(() => {
          if (guarded.size > 0 && !cancel) tick()
        })
    })
  }

  return {
    guard(email: string, inbound: InboundPort, silenced: readonly string[]) {
      const ips = [...new Set(silenced.map((peer) => splitPeer(peer).ip))]
      const name = `${inbound.tag} ${email}`
      guarded.set(name, { email, inbound, ips, since: now(), first: undefined, last: Infinity })
      if (!cancel) tick()
    },
    clear() {
      guarded.clear()
      cancel?.()
      cancel = undefined
    },
  }
}

export type PortHopGuard = ReturnType<typeof createPortHopGuard>
