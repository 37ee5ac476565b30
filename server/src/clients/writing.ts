import type { RawBuilder } from 'kysely'
import type { Act, UndoableAct } from '#contract/acts.ts'
import { settleEnable } from '#domain/clients/enable.ts'
import { type DeviceKeyed, keyedDevices } from '#domain/devices/keys.ts'
import { createMint } from '../platform/mint.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Outcome } from '../store/changes/commit.ts'
import type { Reader, Tx } from '../store/open.ts'
import { type Member, readPolicies } from '../store/policies.ts'
import { editedPart, toClient } from '../store/rows/client.ts'
import { setsFor } from '../store/sets.ts'
import type { KeepUndo } from '../undo/store.ts'
import { createConflicts, type Draft, draftOf, type OutboundTags } from './conflicts.ts'
import { chargedBytes, createFind, type Known } from './find.ts'
import { createFollow, type Missing } from './follow/follow.ts'
import { createGroupSums } from './group-sums.ts'
import { createInboundTraffic } from './inbound-traffic.ts'
import { createQuotas } from './quotas/quotas.ts'
import { type ClientHooks, createClientStore } from './store.ts'
import type { Image } from './undo/image.ts'

export interface WritingDeps extends Pick<Base, 'commit' | 'db' | 'now'> {
  outboundTags: OutboundTags
  /** Keeps what an act changed, so that it can be undone. */
  keepUndo?: KeepUndo | undefined
  /** The panel's time zone, in which quotas begin anew. */
  zone?: () => string
}

/** Reads, rules and writes that the operations of this room share inside one transaction. */
export function createWriting({ outboundTags, keepUndo, zone = () => 'UTC', ...base }: WritingDeps) {
  const { db, now } = base
  const hooks: Partial<ClientHooks> = {}
  const sets = setsFor(db.engine)
  const find = createFind(sets)
  const conflicts = createConflicts(sets, outboundTags)
  const sums = createGroupSums(sets)
  const inboundTraffic = createInboundTraffic(db)
  const quotas = createQuotas({ db, sets, find, now, zone })
  const commit = quotas.telling(base.commit)
  const store = createClientStore(sets, sums, inboundTraffic, quotas, hooks)
  const mint = () => createMint(now())
  const { follow, give } = createFollow({ sets, find, conflicts, mint })

  /** All or nothing: one refusal rejects the batch. `changed` is the subset that needs writing. */
  async function saveAll(
    tx: Tx,
    drafts: readonly Draft[],
    { changed = drafts, before = tx }: { changed?: readonly Draft[]; before?: Reader | Tx } = {},
  ): Promise<void> {
    await follow(tx, changed, { before })
    const targets = await find.targetsOf(before, drafts)
    const [refusal] = (await conflicts(tx, drafts, targets)).values()
    if (refusal) throw refusal
    const [unfit] = (await quotas.checks.refusedAmong(before, changed)).values()
    if (unfit) throw unfit
    await store.save(tx, changed, now())
  }

  /** The limits of these clients, with those of their groups and plans. */
  const policies = (source: Reader | Tx, members: readonly Member[]) => readPolicies(source, sets, members)

  const policiesOf = (source: Reader | Tx, known: readonly Known[]) =>
    policies(
      source,
      known.map(({ row }) => toClient(row)),
    )

  /**
   * Drafts that conflict with nobody. Returns what their groups and plans name and they cannot have. `keep`: what their group
   * gave stays.
   */
  async function saveFine(tx: Tx, drafts: readonly Draft[], keep = false): Promise<Missing[]> {
    const missing = await follow(tx, drafts, { keep })
    await saveAsIs(tx, drafts)
    return missing
  }

  async function saveAsIs(tx: Tx, drafts: readonly Draft[]): Promise<void> {
    if (drafts.length > 0) await store.save(tx, drafts, now())
  }

  /** The number under which an act can be undone. */
  const keep = async (
    tx: Tx,
    action: UndoableAct,
    images: readonly Image[],
    groups: readonly object[] = [],
  ): Promise<{ undo?: number }> =>
    keepUndo && images.length + groups.length > 0 ? { undo: await keepUndo(tx, action, images, groups) } : {}

  const shared = { db, now, commit, sets, sums, inboundTraffic, quotas, find, conflicts, store, mint, hooks }
  return { ...shared, follow, give, saveAll, saveFine, saveAsIs, policies, policiesOf, keep }
}

export type Writing = ReturnType<typeof createWriting>

/**
 * The outcome of an operation; without an action it changed nothing (P29). The change is published even if it names no
 * client: counters, groups and logs show in the same list.
 */
export const outcomeOf = <T>(
  result: T,
  action: Action | undefined,
  clients: readonly ClientChange[] = [],
  groups: readonly string[] = [],
): Outcome<T> =>
  action
    ? { result, action, change: { kind: 'clients-changed', clients, ...(groups.length > 0 && { groups }) } }
    : { result }

/** The devices that a change concerns in the core; most clients have none with a key of its own. */
export function devicesIn(...states: readonly DeviceKeyed[]): Pick<ClientChange, 'devices'> {
  const devices = new Set(states.flatMap(keyedDevices))
  return devices.size > 0 ? { devices: [...devices] } : {}
}

export const changeOf = ({ known, next, inboundIds }: Draft): ClientChange => ({
  ...(known && { id: known.row.id }),
  email: next.email,
  formerEmail: known?.row.email ?? null,
  inboundIds,
  formerInboundIds: known?.inboundIds ?? [],
  before: known ? toClient(known.row) : null,
  ...devicesIn(...(known ? [toClient(known.row)] : []), next),
  ...(known?.row.enable && !next.enable && { closes: true }),
})

export const goneChange = ({ row, inboundIds }: Known): ClientChange => ({
  id: row.id,
  email: row.email,
  formerEmail: row.email,
  inboundIds: [],
  formerInboundIds: inboundIds,
  before: toClient(row),
  ...devicesIn(toClient(row)),
})

export function actionOf(action: Act, { known, next, inboundIds }: Draft): Action {
  const after: Record<string, unknown> = { ...editedPart(next), inboundIds }
  if (!known) return { action, objectKind: 'client', object: next.email, after }
  const before: Record<string, unknown> = { ...editedPart(toClient(known.row)), inboundIds: known.inboundIds }
  const changed = Object.keys(after).filter(
    (k) => k !== 'updatedAt' && JSON.stringify(after[k]) !== JSON.stringify(before[k]),
  )
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((k) => [k, from[k]]))
  return { action, objectKind: 'client', object: known.row.email, before: pick(before), after: pick(after) }
}

/** The outcome of an act on many clients; without a change it did nothing. */
export const bulkOutcome = <T>(
  result: T,
  action: Act,
  changes: readonly ClientChange[],
  details?: unknown,
  undo?: { undo?: number },
): Outcome<T> => {
  const emails = changes.map(({ email }) => email)
  return outcomeOf(result, emails.length > 0 ? bulkAction(action, emails, details, undo) : undefined, changes)
}

/** A bulk call writes one audit row (R46). */
export const bulkAction = (
  action: Act,
  emails: readonly string[],
  after?: unknown,
  { undo }: { undo?: number } = {},
): Action => ({
  ...(undo !== undefined && { undo }),
  action,
  clients: emails.map((email) => ({ email, what: '' })),
  objectKind: 'clients',
  object: emails.length === 1 ? (emails[0] ?? '') : `${emails.length} clients`,
  after: {
    emails: emails.slice(0, 100),
    ...(emails.length > 100 && { more: emails.length - 100 }),
    ...(after !== undefined && { change: after }),
  },
})

/**
 * After a group or plan has changed: its clients that have ended are cut or go on slowly, as it says now. Those past
 * the allowance of the day are free until the next tick decides again.
 */
export async function settleEnded(w: Writing, tx: Tx, where: RawBuilder<unknown>): Promise<Draft[]> {
  const ended = await tx
    .selectFrom('clients')
    .select('email')
    .where(where.$castTo<boolean>())
    .where((e) => e.or([e('disabled_by_panel', '=', true), e('slowed', '<>', '')]))
    .execute()
  const emails = ended.map(({ email }) => email)
  const known = [...(await w.find.many(tx, emails)).values()]
  const limits = await w.policiesOf(tx, known)
  const drafts = known.flatMap((k): Draft[] => {
    const before = toClient(k.row)
    const calm = before.slowed === 'day' ? { ...before, slowed: '' as const } : before
    const next = settleEnable(calm, chargedBytes(k.traffic), w.now(), limits(before))
    return next === before ? [] : [draftOf(k, { ...next, updatedAt: w.now() })]
  })
  await w.saveFine(tx, drafts)
  return drafts
}
