import { setTimeout as sleep } from 'node:timers/promises'
import { emailKey } from '#domain/clients/names.ts'
import { clientOf } from '#domain/devices/core-user.ts'
import { canonicalListen, isWildcard } from '#domain/inbounds/listen.ts'
import type { CoreApi } from '../core/api/client.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Change } from '../store/changes/change.ts'
import { type CutResult, createCut, together } from './cut/cut.ts'
import { createLogForgeryGuard, type Heard } from './cut/log-forgery-guard.ts'
import { createPeers } from './cut/peers.ts'
import { isKept } from './cut/pick-sockets.ts'
import { createPortHopGuard } from './cut/port-hop-guard.ts'
import { shareNext } from './cut/share-next.ts'
import { createWatch } from './cut/watch.ts'
import type { InboundPort } from './inbound-port.ts'
import { createCoreSockets } from './kernel/core-sockets.ts'
import { createEndSockets } from './kernel/end-sockets.ts'
import { loadNative } from './kernel/native.ts'
import { type CutSupport, testCutting } from './kernel/self-test.ts'
import { createUdpDrop } from './kernel/udp-drop.ts'
import { createList } from './list.ts'
import { createLiveBytes, type LiveBytes } from './live-bytes.ts'
import { followChange } from './pace/follow-change.ts'
import { createPace, type PaceDeps } from './pace/pace.ts'

export interface ConnectionsDeps extends Clock {
  /** The running core's pid; a different pid means another core with no known state. */
  pid(): number | undefined
  api(): Pick<CoreApi, 'counters' | 'online' | 'onlineIps' | 'userEmails'> | undefined
  inbounds(): readonly InboundPort[]
  log: Log
  /** The speeds of clients, and what to do where they cannot be held. */
  pacing?: Pick<PaceDeps, 'limits' | 'onForbidden'>
  /** Finds out what this machine allows; default: the self-test. */
  probe?: (pid: number | undefined) => Promise<CutSupport>
}

const sweepMs = 60_000
const untested: CutSupport = { way: 'none', sentence: 'How sessions can be ended has not been tested yet.' }

function after(ms: number, work: () => void) {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

/** Knows which live connections belong to which client, and ends exactly those (C1). */
export function createConnections({
  pid,
  api,
  inbounds,
  now,
  log,
  pacing,
  probe = testCutting,
}: ConnectionsDeps) {
  const peers = createPeers()
  const readLine = createLogForgeryGuard(now)
  const silence = createUdpDrop(now)
  const sockets = createCoreSockets(pid)
  let verdict: CutSupport = untested
  let core: number | undefined
  let timer: NodeJS.Timeout | undefined
  let bytes: LiveBytes | undefined
  const ends = createEndSockets({ pid, verdict: () => verdict, sockets, silence, log })
  const hops = createPortHopGuard({ api, peers, block: ends.blockAddress, now, log, after })
  const cutNow = createCut({
    api,
    inbounds,
    verdict: () => verdict,
    peers,
    sockets,
    ends,
    onSilenced: hops.guard,
    now,
    wait: sleep,
  })
  const list = createList({ api, inbounds, native: () => verdict.native, peers, sockets, now })
  const watch = createWatch({ api, now, again: (user, tag) => cutNow(user, [tag]), log })

  const pace =
    pacing &&
    createPace({
      pid,
      inbounds,
      peers,
      log,
      native: () => verdict.native,
      limits: pacing.limits,
      onForbidden: () => verdict.way !== 'none' && pacing.onForbidden(),
    })

  function sameCore() {
    if (core === pid()) return
    core = pid()
    verdict = untested // another core may be out of reach
    peers.clear()
    silence.clear()
    watch.clear()
    hops.clear()
    pace?.clear()
  }

  const test = shareNext(async () => {
    sameCore()
    verdict = await probe(core)
  })

  async function sweep() {
    sameCore()
    if (core === undefined || peers.size() === 0) return
    const began = now()
    const table = await sockets.tcp()
    const network = new Map(inbounds().map((inbound) => [inbound.tag, inbound.network]))
    peers.sweep((peer) => isKept(peer, network.get(peer.inbound) ?? 'tcp', table, began))
    pace?.sweep()
  }

  /** The names under which a client is connected now. */
  async function usersOf(email: string): Promise<string[]> {
    const online =
      (await api()
        ?.online()
        .catch(() => [])) ?? []
    const names = [...online.map((user) => user.email), ...peers.of(email).map(({ user }) => user)]
    const own = names.filter((name) => emailKey(clientOf(name)) === emailKey(email))
    return [...new Map([email, ...own].map((name) => [emailKey(name), name])).values()]
  }

  async function expire() {
    if (core === undefined || !silence.isDue()) return
    silence.expire(verdict.native, { pid: core, descriptors: await sockets.descriptors() })
  }

  const tend = () =>
    Promise.all([sweep(), expire()]).catch((error) =>
      log.warn({ error: String(error) }, 'connection upkeep failed'),
    )

  return {
    /** Every line of the core's stdout; keeps who is connected where, never the line. Returns how far it is trusted. */
    onLine(line: string): Heard {
      sameCore()
      const heard = readLine(line)
      const { found, withdrawn } = heard
      for (const line of withdrawn) peers.forget(line)
      if (!found) return heard
      bytes?.heard(found.email)
      peers.note(found, now())
      watch.onLine(found.user, found.inbound)
      pace?.heard(found)
      return heard
    },
    /** Bytes that a ledger does not have yet; called once, by its owner. `counted`: up to its latest core reading. */
    liveBytes(counted: (email: string) => number): LiveBytes {
      bytes = createLiveBytes({ pid, inbounds, native: loadNative, peers, counted, now })
      return bytes
    },
    /** Other speeds hold for some clients. */
    onChange: (change: Change) => pace && followChange(pace, change),
    /** The same for these clients, without a write. */
    speedsChanged: (emails: ReadonlySet<string>) => pace?.changed((email) => emails.has(email)),
    list: (email: string) => {
      sameCore()
      return list(email)
    },
    /** Tags of the inbounds on which a client has a connection. */
    tagsOf: (email: string): ReadonlySet<string> => new Set(peers.of(email).map(({ inbound }) => inbound)),
    /** This user must already be removed from the core. With tags: only on these inbounds. */
    async cut(user: string, tags?: readonly string[]): Promise<CutResult> {
      sameCore()
      if (verdict.way === 'none') await test()
      for (const { tag } of inbounds()) if (!tags || tags.includes(tag)) watch.add(user, tag)
      return cutNow(user, tags)
    },
    /** Ends what a client and its devices have open now. It stays in the core and may connect again. */
    async kick(email: string): Promise<CutResult> {
      sameCore()
      if (verdict.way === 'none') await test()
      const users = await usersOf(email)
      return together(await Promise.all(users.map((user) => cutNow(user, undefined, undefined, 'once'))))
    },
    /** The inbound was removed from the core: ends its TCP connections; UDP ended with its socket. */
    async endInbound({ listen, port }: { listen: string; port: number }): Promise<number> {
      sameCore()
      if (verdict.way === 'none') await test()
      const everywhere = isWildcard(listen)
      const own = canonicalListen(listen)
      const rows = (await sockets.tcp()).rows.filter(
        (row) => row.localPort === port && !row.peer.endsWith(':0') && (everywhere || row.localIp === own),
      )
      return (await ends.endTcp(rows)).length
    },
    /** Ends a client's connections from these addresses, with those of its devices; a rule keeps it from reconnecting. */
    async cutPeers(email: string, ips: readonly string[]): Promise<CutResult> {
      sameCore()
      if (verdict.way === 'none') await test()
      const from = new Set(ips)
      return together(await Promise.all((await usersOf(email)).map((user) => cutNow(user, undefined, from))))
    },
    /** When each address of a client last moved bytes; undefined if unknown. */
    activity: (email: string) => bytes?.activity(email),
    /** At the start of every core, and before an orphan is adopted (R44). */
    async selfTest(): Promise<Pick<CutSupport, 'way' | 'sentence'>> {
      await test()
      log.info({ way: verdict.way }, verdict.sentence)
      return { way: verdict.way, sentence: verdict.sentence }
    },
    verdict: (): Pick<CutSupport, 'way' | 'sentence'> => ({ way: verdict.way, sentence: verdict.sentence }),
    start() {
      timer ??= setInterval(tend, sweepMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      silence.clear()
      hops.clear()
      pace?.stop()
    },
  }
}

export type Connections = ReturnType<typeof createConnections>
