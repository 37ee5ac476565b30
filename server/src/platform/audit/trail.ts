import type { Tx } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'

export interface Deed {
  action: string
  objectKind: string
  object: string
  before?: unknown
  after?: unknown
}

/** Key names whose values never enter the trail; a changed secret shows as changed, not as itself. */
const secretKeys =
  /^(.*password.*|.*token.*|.*secret.*|.*privatekey|privatekey.*|uuid|id|auth|seed|presharedkey|psk|shadowsockskey|decryption|licen[sc]e|warp|nord|subid|key|xraytemplateconfig)$/i
const mask = '***'
const longest = 4_000

/** Written in the transaction of the change itself: there is no change without its line, and no line without its change. */
export async function appendAudit(tx: Tx, actor: Actor, deed: Deed, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('audit')
    .values({
      at: now,
      actor_kind: actor.kind,
      actor: actor.name,
      action: deed.action,
      object_kind: deed.objectKind,
      object: deed.object,
      address: actor.address,
      before: asText(deed.before),
      after: asText(deed.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function asText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(value, (key, v) => (isSecret(key, v) ? mask : v))
  return text.length <= longest ? text : JSON.stringify({ shortened: text.slice(0, longest) })
}

/** A numeric `id` is a row number and tells nothing; a text one is a UUID that lets somebody in. */
const isSecret = (key: string, value: unknown): boolean =>
  typeof value === 'string' && value !== '' && secretKeys.test(key)
