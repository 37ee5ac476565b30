import { clientOf } from '#domain/core-config/user-names.ts'
import { outsideTunnel } from '#domain/wireguard/pool.ts'
import type { Sightings } from '../clients/sightings.ts'
import type { CoreApi } from '../core/api/client.ts'
import type { Core } from '../core/room.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import type { Change } from '../store/changes/change.ts'
import type { IpLimit } from './ip-limit.ts'
import { type ClientIps, createIpLog } from './ip-log.ts'
import { createNames } from './names.ts'
import type { Here, OtherInstances } from './other-instances.ts'
import { type Bump, createPresent } from './present.ts'

/** A client of the panel as the core sees it now. */
export interface Connected {
  email: string
  /** The core's spelling of its email; its devices with keys of their own are not told apart. */
  coreName: string
  /** None if it is only in a tunnel, of WireGuard or MASQUE: the core does not say from where. */
  ips: readonly { ip: string; lastSeen: number }[]
}

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  core: Pick<Core, 'api' | 'masquePools'>
  /** The clients room writes its own tables. */
  sightings: Sightings
  /** Other instances are told who is online here. */
  otherInstances?: Pick<OtherInstances, 'tell'>
  ipLimit?: IpLimit
}

const checkEveryMs = 5_000

/** The addresses of several devices of one client, each once, with the time when it was last seen. */
function merged(a: Connected['ips'], b: Connected['ips']): Connected['ips'] {
  const seen = new Map(a.map(({ ip, lastSeen }) => [ip, lastSeen]))
  for (const { ip, lastSeen } of b) seen.set(ip, Math.max(lastSeen, seen.get(ip) ?? 0))
  return [...seen].map(([ip, lastSeen]) => ({ ip, lastSeen }))
}

/**
 * Who is online, when each was last seen, and from which addresses, by the core's own statistics (R32). Owns the tables
 * `online_elsewhere` and `client_refusals`; times and addresses are stored by the clients room. Offers the list of
 * online clients here, on nodes and at other instances, and enforces the IP limit.
 */
export function createPresence({ db, commit, sightings, core, now, otherInstances, ipLimit }: Deps) {
  const listeners: ((connected: readonly Connected[]) => void)[] = []
  const otherPlaces: (() => readonly Here[])[] = []
  const present = createPresent(now)
  const ipLog = createIpLog()
  const names = createNames(db)
  const serial = createSerial()

  /** One batch, or nothing if nothing changed. */
  async function write(bumps: readonly Bump[], ips: readonly ClientIps[], at: number): Promise<void> {
    if (bumps.length === 0 && ips.length === 0) return
    await commit.upkeep(async (tx) => {
      if (bumps.length > 0) await sightings.seen(tx, bumps)
      if (ips.length > 0) await sightings.logIps(tx, ips, at)
    })
    present.written(bumps)
    ipLog.written(ips)
  }

  async function connectedNow(api: CoreApi): Promise<Connected[]> {
    const users = await api.online()
    const pools = core.masquePools()
    const nameOf = await names.of(users.map(({ email }) => email))
    const found = new Map<string, Connected>()
    for (const { email: user, ips } of users) {
      const client = nameOf(user)
      if (client === undefined || ips.length === 0) continue
      const { email } = client
      const places = outsideTunnel(ips, [client.allowedIPs, ...pools].filter(Boolean).join())
      // The core keeps what was open in a tunnel until it has been idle for minutes, although nothing passes any more.
      if (places.length === 0 && !client.enable) continue
      const known = found.get(email)
      const coreName = known && clientOf(user) !== user ? known.coreName : clientOf(user)
      found.set(email, { email, coreName, ips: known ? merged(known.ips, places) : places })
    }
    return [...found.values()]
  }

  async function check(): Promise<void> {
    const api = core.api()
    let failure: unknown
    const connected = api
      ? await connectedNow(api).catch((error: unknown) => {
          failure = error
          return []
        })
      : []
    const at = now()
    const seconds = Math.floor(at / 1_000)
    for (const { email } of connected) present.mark(email, at)
    const seen = connected.map(({ email, ips }) => ({ email, ips: ips.map(({ ip }) => ip) }))
    ipLog.note(seen, seconds)
    await write(present.due(), ipLog.due(seconds), seconds)
    await otherInstances?.tell([
      ...present.online().map((email) => ({ email, place: '' })),
      ...(ipLimit?.active(connected) ?? []),
      ...otherPlaces.flatMap((places) => places()),
    ])
    if (failure !== undefined) throw failure // after storing what was due
    for (const listener of listeners) listener(connected)
    await ipLimit?.check(connected)
  }

  return {
    /** `listener` is told all connected clients every few seconds. */
    onConnected: (listener: (connected: readonly Connected[]) => void) => void listeners.push(listener),
    /** Clients that are online at other places this panel is responsible for: on its nodes. */
    alsoAt: (places: () => readonly Here[]) => void otherPlaces.push(places),
    /** Marks clients whose counters moved in this tick; emails as the panel spells them. */
    moved(emails: Iterable<string>, at: number): void {
      for (const email of emails) present.mark(email, at)
    },
    online: (): readonly string[] => present.online(),
    /** For clients that are online or just left, in milliseconds; other times are in storage. */
    lastOnline: present.lastOnline,
    /** The operator cleared the log: addresses that are still connected are logged again. */
    ipsCleared: (email: string): void => ipLog.forget(email),
    forgetNames: names.forgetAll,
    onChange(change: Change): void {
      if (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed') return
      names.forget(change.clients)
      for (const { email, formerEmail, inboundIds } of change.clients) {
        const renamed = formerEmail !== null && formerEmail !== email
        const gone = renamed ? formerEmail : inboundIds.length === 0 ? email : undefined
        if (gone === undefined) continue
        present.forget(gone)
        ipLog.forget(gone)
      }
    },
    job: { name: 'presence', everyMs: checkEveryMs, run: () => serial(check) } satisfies Job,
    /** Stores what is left at shutdown. */
    stop: (): Promise<void> => write(present.unwritten(), [], Math.floor(now() / 1_000)),
  }
}

export type Presence = ReturnType<typeof createPresence>
