import type { CoreApi } from '../core-api/client.ts'
import type { Log } from '../log.ts'
import { splitPeer } from './address.ts'
import type { BlockedAddress } from './bpf.ts'
import type { InboundPort } from './inbound-port.ts'
import type { Peers } from './peers.ts'

export interface HopGuardDeps {
  api(): Pick<CoreApi, 'counters' | 'userEmails'> | undefined
  peers: Pick<Peers, 'portsOfOthers'>
  block(inbound: InboundPort, address: BlockedAddress): Promise<boolean>
  now(): number
  log: Log
  /** Calls back after so many milliseconds; returns what takes it back. */
  after(ms: number, work: () => void): () => void
}

interface Guarded {
  email: string
  inbound: InboundPort
  ips: string[]
  until: number
  /** Bytes at the last look. */
  bytes: number | undefined
}

/** What was under way when the filter came has arrived by the first look. */
const lookMs = 750
/** As long as a QUIC connection that hears nothing can live on, and then some. */
const guardedMs = 60_000
/** With more than these one question for everybody is cheaper than one for each. */
const fewEnough = 8

/**
 * A Hysteria client may hop: its QUIC connection goes on from another port, past the filter, and says no new line.
 * Whose bytes still grow after it was silenced is kept out by its address, sparing the neighbours there that are known.
 */
export function createHopGuard({ api, peers, block, now, log, after }: HopGuardDeps) {
  const guarded = new Map<string, Guarded>()
  let cancel: (() => void) | undefined

  async function readBytes(all: readonly Guarded[]): Promise<Map<string, number>> {
    const core = api()
    const prefix = (email: string) => `user>>>${email}>>>traffic>>>`
    const patterns = all.length > fewEnough ? ['user>>>'] : all.map(({ email }) => prefix(email))
    const sums = new Map<string, number>()
    for (const pattern of new Set(patterns)) {
      for (const { name, value } of (await core?.counters(pattern)) ?? []) {
        const email = name.split('>>>')[1] ?? ''
        if (name.startsWith(prefix(email))) sums.set(email, (sums.get(email) ?? 0) + value)
      }
    }
    return sums
  }

  async function isUser({ email, inbound }: Guarded): Promise<boolean> {
    const users = await api()?.userEmails(inbound.tag)
    return users?.some((user) => user.toLowerCase() === email.toLowerCase()) ?? true
  }

  async function keepOut(one: Guarded) {
    if (await isUser(one)) return // let in again meanwhile
    for (const ip of one.ips) {
      const except = peers.portsOfOthers(ip, one.inbound.tag, one.email)
      const done = await block(one.inbound, { ip, except })
      if (!done)
        log.warn({ inbound: one.inbound.tag }, 'a client that changes its port could not be kept out')
    }
  }

  async function look() {
    for (const [name, { until }] of guarded) if (until <= now()) guarded.delete(name)
    const sums = await readBytes([...guarded.values()])
    for (const [name, one] of guarded) {
      const bytes = sums.get(one.email) ?? 0
      const grew = one.bytes !== undefined && bytes > one.bytes
      one.bytes = bytes
      if (!grew) continue
      guarded.delete(name)
      await keepOut(one)
    }
  }

  function tick() {
    cancel = after(lookMs, () => {
      cancel = undefined
      look()
        .catch((error) => log.warn({ error: String(error) }, 'a cut could not be looked after'))
        .finally(() => {
          if (guarded.size > 0 && !cancel) tick()
        })
    })
  }

  return {
    guard(email: string, inbound: InboundPort, silenced: readonly string[]) {
      const ips = [...new Set(silenced.map((peer) => splitPeer(peer).ip))]
      const name = `${inbound.tag} ${email}`
      guarded.set(name, { email, inbound, ips, until: now() + guardedMs, bytes: undefined })
      if (!cancel) tick()
    },
    clear() {
      guarded.clear()
      cancel?.()
      cancel = undefined
    },
  }
}
