import type { Act } from '#contract/acts.ts'
import { redacted } from '#domain/secrets/redact.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Db, Tx } from '../open.ts'
import { chunked, setsFor } from '../sets.ts'

/** An action as the audit log shows it. */
export interface Action {
  action: Act
  objectKind: string
  object: string
  before?: unknown
  after?: unknown
  /** The number under which it can be undone. */
  undo?: number
  /** All clients of an act on many: it is in the history of each. */
  clients?: readonly AboutClient[]
}

const longest = 4_000

/** Written in the transaction of the change: neither exists without the other. */
export async function appendAudit(tx: Tx, actor: Actor, what: Action, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('audit')
    .values({
      at: now,
      actor_kind: actor.kind,
      actor: actor.name,
      action: what.action,
      object_kind: what.objectKind,
      object: what.object,
      address: actor.address,
      before: asText(what.before),
      after: asText(what.after),
      ...(what.undo !== undefined && { undo_id: what.undo }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  // As JSON first: dates and values with a `toJSON` of their own are what they are in a row.
  const text = JSON.stringify(redacted(JSON.parse(JSON.stringify(value))))
  return text.length <= longest ? text : JSON.stringify({ shortened: text.slice(0, longest) })
}

/** A client that an act on many is about, and what the act did to it where that differs from client to client. */
interface AboutClient {
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
