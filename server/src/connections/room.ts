import { emailKey } from '#domain/clients/field-rules.ts'
import { clientOf, withoutInbound } from '#domain/core-config/user-names.ts'
import { isHiddenUser } from '#domain/core-config/users.ts'
import { canonicalListen, isWildcard } from '#domain/inbounds/listen.ts'
import { hostPort } from '#domain/net/address.ts'
import type { Core } from '../core/room.ts'
import { realTimers } from '../platform/jobs/timers.ts'
import type { Base } from '../settings/base-services.ts'
import type { Change } from '../store/changes/change.ts'
import type { AccessLine } from './cut/access-line.ts'
import { type CutResult, createCutter, onlineIn, together } from './cut/cut.ts'
import { createLogForgeryGuard, type ReadLine } from './cut/log-forgery-guard.ts'
import { createPeers } from './cut/peers.ts'
import { isKept } from './cut/pick-sockets.ts'
import { createPortHopGuard } from './cut/port-hop-guard.ts'
import { createWatch } from './cut/watch.ts'
import { splitPeer } from './kernel/address.ts'
import { createCoreSockets } from './kernel/core-sockets.ts'
import { createEndSockets } from './kernel/end-sockets.ts'
import { createSupport, type testCutting } from './kernel/self-test.ts'
import { createUdpDrop } from './kernel/udp-drop.ts'
import { createList } from './list.ts'
import { type ByteLedger, createLiveBytes, type LiveBytes } from './live-bytes.ts'
import { createPace, type Pace, type PaceDeps } from './pace/pace.ts'

export interface ConnectionsDeps extends Pick<Base, 'log' | 'now'> {
  core: Pick<Core, 'pid' | 'api' | 'inboundPorts'>
  /** The speeds of clients, and who is told where they cannot be held. */
  pacing?: Pick<PaceDeps, 'limits' | 'notify'>
  /** Finds out what this machine allows; default: the self-test. */
  probe?: typeof testCutting
}

const sweepMs = 60_000

/**
 * Knows which live connections belong to which client, and ends exactly those (C1). Owns no table. Offers the list of a
 * client's connections, ways to end them, speeds, and bytes that the core has not counted yet.
 */
export function createConnections({ core, now, log, pacing, probe }: ConnectionsDeps) {
  const timers = realTimers
  const peers = createPeers()
  const readLine = createLogForgeryGuard(now)
  const silence = createUdpDrop(now)
  const sockets = createCoreSockets(core)
  const support = createSupport(core, probe)
  let pid: number | undefined
  let timer: NodeJS.Timeout | undefined
  let bytes: LiveBytes | undefined
  const ends = createEndSockets({ core, support, sockets, silence, log })
  const portHopGuard = createPortHopGuard({ core, peers, ends, timers, now, log })
  const cutter = createCutter({ core, support, peers, sockets, ends, portHopGuard, timers, now })
  const list = createList({ core, support, peers, sockets, now })
  const watch = createWatch({ core, cutter, now, log })
  const pace = pacing && createPace({ core, support, peers, log, ...pacing })

  function sameCore() {
    if (pid === core.pid()) return
    pid = core.pid()
    support.forget()
    peers.clear()
    silence.clear()
    watch.clear()
    portHopGuard.clear()
    pace?.clear()
  }

  async function ensureTested() {
    sameCore()
    if (support.current().way === 'none') await support.test()
  }

  /** Inside a tunnel every stream has a port of its own: the device is its address. */
  function placed(line: AccessLine): AccessLine {
    const inbound = core.inboundPorts().find(({ tag }) => tag === line.inbound)
    return inbound?.network === 'tunnel' ? { ...line, peer: hostPort(splitPeer(line.peer).ip, 0) } : line
  }

  const verdict = () => {
    const { way, sentence } = support.current()
    return { way, sentence }
  }

  async function sweep() {
    sameCore()
    if (pid === undefined || peers.size() === 0) return
    const began = now()
    const table = await sockets.tcp()
    const network = new Map(core.inboundPorts().map((inbound) => [inbound.tag, inbound.network]))
    peers.sweep((peer) => isKept(peer, network.get(peer.inbound) ?? 'tcp', table, began))
    pace?.sweep()
  }

  /** The names under which a client is connected now. */
  async function usersOf(email: string): Promise<string[]> {
    const names = [
      ...(await onlineIn(core)).map((user) => user.email),
      ...peers.of(email).map(({ user }) => user),
    ]
    const own = names.filter((name) => emailKey(clientOf(name)) === emailKey(email))
    return [...new Set([email, ...own].map((name) => emailKey(withoutInbound(name))))]
  }

  async function expire() {
    if (pid === undefined || !silence.isDue()) return
    silence.expire(support.current().native, { pid, descriptors: await sockets.descriptors() })
  }

  const tend = () =>
    Promise.all([sweep(), expire()]).catch((error) =>
      log.warn({ error: String(error) }, 'connection upkeep failed'),
    )

  return {
    /** Every line of the core's stdout; keeps who is connected where, never the line. Returns how far it is trusted. */
    onLine(line: string): ReadLine {
      sameCore()
      const read = readLine(line)
      const { found, withdrawn } = read
      for (const line of withdrawn) peers.forget(placed(line))
      if (!found || isHiddenUser(found.user)) return read
      bytes?.onLine(found.email)
      peers.note(placed(found), now())
      watch.onLine(found.user, found.inbound)
      pace?.onLine(found)
      return read
    },
    /** Bytes that a ledger does not have yet; called once, by its owner. */
    liveBytes(ledger: ByteLedger): LiveBytes {
      bytes = createLiveBytes({ core, peers, ledger, now })
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
      await ensureTested()
      for (const { tag } of core.inboundPorts()) if (!tags || tags.includes(tag)) watch.add(user, tag)
      return cutter.cut(user, tags)
    },
    /** Ends what a client and its devices have open now. It stays in the core and may connect again. */
    async disconnect(email: string): Promise<CutResult> {
      await ensureTested()
      const users = await usersOf(email)
      return together(await Promise.all(users.map((user) => cutter.cut(user, undefined, undefined, 'once'))))
    },
    /** The inbound was removed from the core: ends its TCP connections; UDP ended with its socket. */
    async endInbound({ listen, port }: { listen: string; port: number }): Promise<number> {
      await ensureTested()
      const everywhere = isWildcard(listen)
      const own = canonicalListen(listen)
      const rows = (await sockets.tcp()).rows.filter(
        (row) => row.localPort === port && !row.peer.endsWith(':0') && (everywhere || row.localIp === own),
      )
      return (await ends.endTcp(rows)).length
    },
    /** Ends a client's connections from these addresses, with those of its devices; a rule keeps it from reconnecting. */
    async cutPeers(email: string, ips: readonly string[]): Promise<CutResult> {
      await ensureTested()
      const from = new Set(ips)
      return together(
        await Promise.all((await usersOf(email)).map((user) => cutter.cut(user, undefined, from))),
      )
    },
    /** When each address of a client last moved bytes; undefined if unknown. */
    activity: (email: string) => bytes?.activity(email),
    /** At the start of every core, and before an orphan is adopted (R44). */
    async selfTest() {
      sameCore()
      await support.test()
      log.info({ way: support.current().way }, support.current().sentence)
      return verdict()
    },
    verdict,
    start() {
      timer ??= setInterval(tend, sweepMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      silence.clear()
      portHopGuard.clear()
      pace?.stop()
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

/** What a committed write changes for connected clients. */
export function followChange(pace: Pick<Pace, 'changed'>, change: Change): void {
  if (change.kind === 'plans-changed') pace.changed((_, { planId }) => planId > 0)
  if (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed') return
  const emails = new Set<string>()
  for (const { email, formerEmail } of change.clients) {
    emails.add(emailKey(email))
    if (formerEmail !== null) emails.add(emailKey(formerEmail))
  }
  const groups = new Set(change.kind === 'clients-changed' ? change.groups : [])
  const concerns = (email: string, group: string) => emails.has(emailKey(email)) || groups.has(group)
  pace.changed((email, { group }) => concerns(email, group), change.kind === 'inbounds-changed')
}
