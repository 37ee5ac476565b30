import { randomBytes, randomUUID } from 'node:crypto'
import type { Mint } from '#domain/clients/mint.ts'
import { appendAudit, type Deed } from '../platform/audit/trail.ts'
import type { ClientChange, Publish } from '../platform/changes/bus.ts'
import type { Db, Reader, Tx } from '../platform/db/open.ts'
import { toClient } from '../platform/db/rows/client.ts'
import { setsFor } from '../platform/db/sets.ts'
import type { Actor } from '../platform/http/caller.ts'
import { createConflicts, type Draft, type OutboundTags } from './conflicts.ts'
import { createFind, type Known } from './find.ts'
import { createClientStore, type Names } from './store.ts'

export interface WritingDeps {
  db: Db
  now: () => number
  publish: Publish
  outboundTags: OutboundTags
  names?: Names
}

/** What the verbs of this room share: reads, rules and writes inside one transaction, one change told after it. */
export function createWriting({ db, now, publish, outboundTags, names }: WritingDeps) {
  const sets = setsFor(db.engine)
  const find = createFind(sets)
  const conflicts = createConflicts(sets, outboundTags)
  const store = createClientStore(sets, names)
  const mint = (): Mint => ({
    uuid: () => randomUUID(),
    bytes: (n) => new Uint8Array(randomBytes(n)),
    now: now(),
  })

  /** Refuses all where one is refused; `changed` are those of them that there is something to write of. */
  async function saveAll(
    tx: Tx,
    drafts: readonly Draft[],
    { changed = drafts, before = tx }: { changed?: readonly Draft[]; before?: Reader | Tx } = {},
  ): Promise<void> {
    const targets = await find.present(
      before,
      drafts.flatMap((d) => [...d.inboundIds]),
    )
    const [refusal] = (await conflicts(tx, drafts, targets)).values()
    if (refusal) throw refusal
    await store.save(tx, changed, now())
  }

  /** One transaction, one audit row, one change; nothing at all where nothing changed (P29). */
  async function write<T>(
    actor: Actor,
    work: (tx: Tx, before: Reader) => Promise<{ result: T; changes: ClientChange[]; deed: Deed | null }>,
  ): Promise<T> {
    const { result, changes, deed } = await db.write(async (tx, before) => {
      const outcome = await work(tx, before)
      if (outcome.deed) await appendAudit(tx, actor, outcome.deed, now())
      return outcome
    })
    // Also without a changed client: counters, groups and logs are shown in the same list.
    if (deed) await publish({ kind: 'clients-changed', clients: changes })
    return result
  }

  return { db, now, sets, find, conflicts, store, mint, saveAll, write }
}

export type Writing = ReturnType<typeof createWriting>

export const changeOf = ({ known, next, inboundIds }: Draft): ClientChange => ({
  email: next.email,
  formerEmail: known?.row.email ?? null,
  inboundIds,
  formerInboundIds: known?.inboundIds ?? [],
  before: known ? toClient(known.row) : null,
  ...(known?.row.enable && !next.enable && { closes: true }),
})

export const goneChange = ({ row, inboundIds }: Known): ClientChange => ({
  email: row.email,
  formerEmail: row.email,
  inboundIds: [],
  formerInboundIds: inboundIds,
  before: toClient(row),
})

/** Before and after with only the fields that differ: what a person wants to read. */
export function deedOf(action: string, { known, next, inboundIds }: Draft): Deed {
  const after: Record<string, unknown> = { ...next, inboundIds }
  if (!known) return { action, objectKind: 'client', object: next.email, after }
  const before: Record<string, unknown> = { ...toClient(known.row), inboundIds: known.inboundIds }
  const changed = Object.keys(after).filter(
    (k) => k !== 'updatedAt' && JSON.stringify(after[k]) !== JSON.stringify(before[k]),
  )
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((k) => [k, from[k]]))
  return { action, objectKind: 'client', object: known.row.email, before: pick(before), after: pick(after) }
}

/** A bulk call writes one row (R46). */
export const bulkDeed = (action: string, emails: readonly string[], after?: unknown): Deed => ({
  action,
  objectKind: 'clients',
  object: emails.length === 1 ? (emails[0] ?? '') : `${emails.length} clients`,
  after: {
    emails: emails.slice(0, 100),
    ...(emails.length > 100 && { more: emails.length - 100 }),
    ...(after !== undefined && { change: after }),
  },
})
