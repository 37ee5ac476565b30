import type { Act } from '#contract/acts.ts'
import { redacted } from '#domain/secrets/redact.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Tx } from '../open.ts'
import type { AboutClient } from './about-clients.ts'

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
