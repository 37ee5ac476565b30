import { sql } from 'kysely'
import type { Tx } from '../store/open.ts'
import { ended, hasRenewalLeft } from './page-sql.ts'

type Pick = (tx: Tx) => Promise<string[]>

const emails = async (tx: Tx, text: string): Promise<string[]> =>
  (await sql.raw<{ email: string }>(text).execute(tx)).rows.map((r) => r.email)

/** Depleted or expired, with no renewal left: `isDeletable` of the domain. */
export const isDeletableSql =
  (now: number): Pick =>
  (tx) =>
    emails(
      tx,
      `select c.email as email from client_traffics t join clients c on c.email = t.email where not ${hasRenewalLeft} and (${ended(String(Math.trunc(now)))})`,
    )

export const orphansSql: Pick = (tx) =>
  emails(
    tx,
    'select c.email as email from clients c where not exists (select 1 from client_inbounds ci where ci.client_id = c.id)',
  )
