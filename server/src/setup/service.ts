import type { SetupState, SetupTarget } from '#contract/setup-api.ts'
import { appendAudit } from '../audit/trail.ts'
import type { Db } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'
import type { StandIn } from './stand-in.ts'

interface Deps {
  db: Db
  now: () => number
  /** Nobody of ours or of this machine listens there, and we may. */
  canBind: (port: number) => Promise<boolean>
  freePort: () => Promise<number>
  host: () => string
  /** Which of them answer with TLS 1.3, h2 and a good certificate, the quickest first. */
  scan: (hosts: readonly string[]) => Promise<readonly string[]>
  standIn: StandIn
}

/** Large, old, not behind a CDN that would carry strangers' traffic for free. */
const targets = [
  'www.samsung.com',
  'www.nvidia.com',
  'www.amd.com',
  'addons.mozilla.org',
  'www.microsoft.com',
  'dl.google.com',
]
const ports = [443, 8443, 2083, 2087, 4433]
export const standInName = 'www.microsoft.com'
const doneMark = 'SetupDone'

/** What the first-run wizard needs to know; what it does goes through the same doors as everybody's. */
export function createSetup({ db, now, canBind, freePort, host, scan, standIn }: Deps) {
  const isDone = async () =>
    (await db.read
      .selectFrom('history_of_seeders')
      .select('id')
      .where('seeder_name', '=', doneMark)
      .executeTakeFirst()) !== undefined

  async function pickPort(): Promise<number> {
    for (const port of ports) if (await canBind(port)) return port
    return freePort()
  }

  return {
    async state(userId: number): Promise<SetupState> {
      const inbound = await db.read.selectFrom('inbounds').select('id').limit(1).executeTakeFirst()
      const user = await db.read
        .selectFrom('users')
        .select(['username', 'password_made'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return {
        open: inbound === undefined && !(await isDone()),
        secure: user?.password_made ?? false,
        username: user?.username ?? '',
        port: await pickPort(),
        host: host(),
      }
    },
    async target(): Promise<SetupTarget> {
      const best = (await scan(targets))[0]
      if (best) return { target: `${best}:443`, serverName: best, outside: true }
      return {
        target: `127.0.0.1:${await standIn.ensure()}`,
        serverName: standInName,
        outside: false,
      }
    },
    async done(actor: Actor): Promise<null> {
      if (await isDone()) return null
      await db.write(async (tx) => {
        await tx.insertInto('history_of_seeders').values({ seeder_name: doneMark }).execute()
        await appendAudit(tx, actor, { action: 'setup.done', objectKind: 'panel', object: '' }, now())
      })
      return null
    },
  }
}

export type Setup = ReturnType<typeof createSetup>
