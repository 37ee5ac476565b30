import type { Db, Tx } from '../open.ts'
import { chunked, setsFor } from '../sets.ts'
import type { Action } from './trail.ts'

/** A client that an act on many is about, and what the act did to it where that differs from client to client. */
export interface AboutClient {
  email: string
  what: string
}

const portion = 5_000

/** The name that the client has after the act. */
function ownClient({ objectKind, object, after }: Action): AboutClient[] {
  if (objectKind !== 'client') return []
  const { email } = (after ?? {}) as { email?: unknown }
  return [{ email: typeof email === 'string' ? email : object, what: '' }]
}

/** Stores which clients an entry is about, by their ids: a rename keeps the history. A deleted client has none. */
export async function noteClients(
  tx: Tx,
  engine: Db['engine'],
  auditId: number,
  action: Action,
): Promise<void> {
  const { among } = setsFor(engine)
  const byWhat = new Map<string, string[]>()
  for (const { email, what } of action.clients ?? ownClient(action)) {
    const emails = byWhat.get(what)
    if (emails) emails.push(email)
    else byWhat.set(what, [email])
  }
  for (const [what, emails] of byWhat)
    for (const part of chunked([...new Set(emails)], portion))
      await tx
        .insertInto('audit_clients')
        .columns(['audit_id', 'client_id', 'what'])
        .expression((e) =>
          e
            .selectFrom('clients')
            .select(({ val, cast }) => [
              cast<number>(val(auditId), 'integer').as('audit_id'),
              'id as client_id',
              cast<string>(val(what), 'text').as('what'),
            ])
            .where(among('email', part)),
        )
        .onConflict((on) => on.doNothing())
        .execute()
}
