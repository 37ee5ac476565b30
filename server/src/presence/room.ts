import { sql } from 'kysely'
import type { Change } from '../platform/changes/bus.ts'
import type { CoreApi } from '../platform/core-api/client.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { createSerial } from '../platform/db/serial.ts'
import { setsFor } from '../platform/db/sets.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { type ClientIps, createIpLog } from './ip-log.ts'
import { createNames } from './names.ts'
import { type Bump, createPresent } from './present.ts'

/** A client of the panel as the core sees it now. */
export interface Connected {
  email: string
  /** Its name in the core's own letters. */
  coreName: string
  ips: readonly { ip: string; lastSeen: number }[]
}

interface Deps {
  db: Db
  api(): Pick<CoreApi, 'online'> | undefined
  now(): number
  /** Told of every look, with all who are connected. */
  onLook?: (connected: readonly Connected[]) => Promise<void>
}

const lookEveryMs = 5_000

/** Who is online, since when nobody was seen, and from where they came: by the core's own statistics (R32). */
export function createPresence({ db, api, now, onLook }: Deps) {
  const present = createPresent(now)
  const ipLog = createIpLog(db)
  const names = createNames(db)
  const { unfold } = setsFor(db.engine)
  const serial = createSerial()

  async function writeBumps(tx: Tx, bumps: readonly Bump[]): Promise<void> {
    const rows = unfold([...bumps], { email: 'text', at: 'int' })
    await sql`update client_traffics set last_online = v.at from ${rows} as v
      where client_traffics.email = v.email and client_traffics.last_online < v.at`.execute(tx)
  }

  /** Nothing where nothing changed, else one batch. */
  async function store(bumps: readonly Bump[], ips: readonly ClientIps[], at: number): Promise<void> {
    if (bumps.length === 0 && ips.length === 0) return
    await db.write(async (tx) => {
      if (bumps.length > 0) await writeBumps(tx, bumps)
      if (ips.length > 0) await ipLog.write(tx, ips, at)
    })
    present.written(bumps)
    ipLog.written(ips)
  }

  async function connectedNow(core: Pick<CoreApi, 'online'>): Promise<Connected[]> {
    const users = await core.online()
    const nameOf = await names.of(users.map(({ email }) => email))
    return users.flatMap(({ email: coreName, ips }) => {
      const email = nameOf(coreName)
      return email === undefined || ips.length === 0 ? [] : [{ email, coreName, ips }]
    })
  }

  async function look(): Promise<void> {
    const core = api()
    let failure: unknown
    const connected = core
      ? await connectedNow(core).catch((error: unknown) => {
          failure = error
          return []
        })
      : []
    const at = now()
    const seconds = Math.floor(at / 1_000)
    for (const { email } of connected) present.mark(email, at)
    const seen = connected.map(({ email, ips }) => ({ email, ips: ips.map(({ ip }) => ip) }))
    ipLog.note(seen, seconds)
    await store(present.due(), ipLog.due(seconds), seconds)
    if (failure !== undefined) throw failure // what was due is stored all the same
    await onLook?.(connected)
  }

  return {
    /** Clients whose counters moved in this tick; the names are those of the panel. */
    moved(emails: Iterable<string>, at: number): void {
      for (const email of emails) present.mark(email, at)
    },
    online: (): readonly string[] => present.online(),
    /** Of those who are or were just here, milliseconds; the others' times are stored. */
    lastOnline: present.lastOnline,
    /** The operator emptied its log: an address that is still here is logged again. */
    ipsCleared: (email: string): void => ipLog.forget(email),
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
    job: { name: 'presence', everyMs: lookEveryMs, run: () => serial(look) } satisfies Job,
    /** What is not stored yet, once more at the end. */
    stop: (): Promise<void> => store(present.unwritten(), [], Math.floor(now() / 1_000)),
  }
}

export type Presence = ReturnType<typeof createPresence>
