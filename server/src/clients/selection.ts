import { CompiledQuery } from 'kysely'
import type { PagedQuery } from '#contract/client-bodies.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { thresholds } from '#domain/clients/status.ts'
import { numbered } from '../platform/db/statements.ts'
import type { Base } from '../settings/base-services.ts'
import type { Reader } from '../store/open.ts'
import { chunked, type Sets } from '../store/sets.ts'
import type { OnlineClients } from './online.ts'
import { pageSql } from './page-sql.ts'

/** Who is meant: the named clients, or all that a query of the list matches, except some. */
export interface Selection {
  emails?: readonly string[] | undefined
  query?: PagedQuery | undefined
  except?: readonly string[] | undefined
}

export type PickClients = (source: Reader, selection: Selection) => Promise<readonly string[]>

interface Deps extends Pick<Base, 'db' | 'now' | 'settings'> {
  sets: Sets
  online: OnlineClients
}

/** More than a panel has clients. */
const all = 2_147_483_647

/** What only the order of a list needs. */
const noOrder = { rates: () => [], weekFrom: () => 0 }

/** Evaluated inside the transaction of the act: it sees the clients that the act changes. */
export function createPickClients({ db, sets, now, settings, online }: Deps): PickClients {
  return async (tx, { emails = [], query, except = [] }) => {
    if (!query) return emails
    const { expireDiff, trafficDiff } = settings.current()
    const context = {
      ...{ now: now(), thresholds: thresholds(expireDiff, trafficDiff), online: online.emails() },
      ...noOrder,
    }
    const { sql, parameters } = pageSql(
      { ...query, page: 1, pageSize: all },
      { engine: db.engine, ...context },
    )
    const { rows } = await tx.executeQuery<{ id: number }>(
      CompiledQuery.raw(db.engine === 'sqlite' ? numbered(sql) : sql, parameters),
    )
    const left = new Set(except.map(emailKey))
    const found: string[] = []
    for (const part of chunked(rows.map(({ id }) => id))) {
      const some = await tx
        .selectFrom('clients')
        .select(['email', 'email_key'])
        .where(sets.among('id', part))
        .orderBy('id')
        .execute()
      for (const { email, email_key } of some) if (!left.has(email_key)) found.push(email)
    }
    return found
  }
}
