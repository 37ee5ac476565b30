import type { SetupState, SetupTarget } from '#contract/setup-api.ts'
import type { RealityScan } from '../certificates/tools/reality-scan.ts'
import { freePort } from '../core/process/free-port.ts'
import { canBind } from '../inbounds/bindable.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { OwnAddress } from './own-address.ts'
import { type StandIn, standInName } from './stand-in.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'settings'> {
  ownAddress: OwnAddress
  realityScan: Pick<RealityScan, 'many'>
  standIn: StandIn
}

const patienceMs = 6_000
const ports = [443, 8443, 2083, 2087, 4433]
const doneMark = 'SetupDone'

/** Answers the questions of the first-run wizard; its writes use the ordinary API. */
export function createSetup({ db, commit, settings, ownAddress, realityScan, standIn }: Deps) {
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
      const open = inbound === undefined && !(await isDone())
      return {
        open,
        secure: user?.password_made ?? false,
        username: user?.username ?? '',
        port: await pickPort(),
        host: settings.current().publicHost || (open ? await ownAddress.find() : ''),
      }
    },
    async target(): Promise<SetupTarget> {
      // A server without internet access gets no answer for a long time, and a person is waiting.
      const tooLate = new Promise<readonly []>((resolve) => setTimeout(resolve, patienceMs, []).unref())
      const [best] = await Promise.race([realityScan.many(''), tooLate])
      if (best?.feasible) return { target: best.target, serverName: best.host, outside: true }
      return {
        target: `127.0.0.1:${await standIn.ensure()}`,
        serverName: standInName,
        outside: false,
      }
    },
    async done(actor: Actor): Promise<null> {
      if (await isDone()) return null
      return commit(actor, async (tx) => {
        await tx.insertInto('history_of_seeders').values({ seeder_name: doneMark }).execute()
        return { result: null, action: { action: 'setup.done', objectKind: 'panel', object: '' } }
      })
    },
  }
}

export type Setup = ReturnType<typeof createSetup>
