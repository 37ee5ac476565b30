import type { Coded } from '#contract/coded.ts'
import type { PreflightApp } from '#contract/core-preflight.ts'
import { coded } from '#domain/refusal.ts'
import { type AppFamily, aboutApp } from '#domain/subscription/app-family.ts'
import type { Db } from '../../store/open.ts'

const day = 86_400_000
/** How far back the apps that fetched a subscription count. */
const recentMs = 30 * day
/** Emails that are named; the counts are exact. */
const mostNamed = 20

export interface Affected {
  clients: number
  emails: string[]
}

export const nobody: Affected = { clients: 0, emails: [] }

/** The named ones; said if there are more. */
export const namesOf = ({ clients, emails }: Affected): Coded | string => {
  const names = emails.join(', ')
  return clients > emails.length ? coded('preflight.and-more', { emails: names }) : names
}

/** Which enabled clients would notice a change, and with which apps. */
export function createAffected(db: Db, now: () => number) {
  const enabled = () => db.read.selectFrom('clients as c').where('c.enable', '=', true)
  const on = (inboundIds: readonly number[]) =>
    enabled().where((eb) =>
      eb.exists(
        eb
          .selectFrom('client_inbounds as ci')
          .select('ci.client_id')
          .whereRef('ci.client_id', '=', 'c.id')
          .where('ci.inbound_id', 'in', [...inboundIds]),
      ),
    )

  /** The apps of the last 30 days. */
  const appsOf = (query: ReturnType<typeof on>) =>
    query
      .innerJoin('client_apps as a', 'a.client_id', 'c.id')
      .where('a.seen_at', '>=', now() - recentMs)
      .groupBy('a.app')
      .select((eb) => ['a.app', eb.fn.countAll().as('n')])

  async function counted(query: ReturnType<typeof on>): Promise<Affected> {
    const rows = await query.select('c.email').orderBy('c.id').limit(mostNamed).execute()
    const emails = rows.map(({ email }) => email)
    if (emails.length < mostNamed) return { clients: emails.length, emails }
    const all = await query.select((eb) => eb.fn.countAll().as('n')).executeTakeFirst()
    return { clients: Number(all?.n ?? 0), emails }
  }

  return {
    /** Attached to one of these inbounds. */
    onInbounds: async (ids: readonly number[]): Promise<Affected> =>
      ids.length === 0 ? nobody : counted(on(ids)),
    everybody: () => counted(enabled()),
    /** Attached to one of these inbounds, and using one of these apps. */
    async withApps(ids: readonly number[], apps: readonly AppFamily[]) {
      if (ids.length === 0 || apps.length === 0) return { ...nobody, apps: [] }
      const found = await counted(
        on(ids).where((eb) =>
          eb.exists(
            eb
              .selectFrom('client_apps as a')
              .select('a.client_id')
              .whereRef('a.client_id', '=', 'c.id')
              .where('a.app', 'in', [...apps])
              .where('a.seen_at', '>=', now() - recentMs),
          ),
        ),
      )
      const used = await appsOf(on(ids))
        .where('a.app', 'in', [...apps])
        .execute()
      return { ...found, apps: inOrder(used) }
    },
    apps: async (): Promise<PreflightApp[]> => inOrder(await appsOf(enabled()).execute()),
  }
}

export type AffectedClients = ReturnType<typeof createAffected>

/** The most used first. */
const inOrder = (rows: readonly { app: string; n: unknown }[]): PreflightApp[] =>
  rows
    .map(({ app, n }) => ({ app, name: aboutApp(app).name, clients: Number(n) }))
    .sort((a, b) => b.clients - a.clients || (a.app < b.app ? -1 : 1))
