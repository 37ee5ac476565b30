import type { Coded } from '#contract/coded.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { cellOf, idsIn, withoutAct } from '#domain/follow/held.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { Tx } from '../../store/open.ts'
import { type TrafficRow, toClient, type WrittenClient } from '../../store/rows/client.ts'
import type { Restore } from '../../undo/room.ts'
import { type Draft, draftOf } from '../conflicts.ts'
import type { Known, Target } from '../find.ts'
import { createFollowActs, whoOf } from '../follow/acts.ts'
import { nameAgain } from '../follow/name-again.ts'
import { union } from '../service.ts'
import { changeOf, goneChange, type Writing } from '../writing.ts'
import {
  type ChangedImage,
  columns,
  type GoneImage,
  type Image,
  isChanged,
  isGone,
  isLoose,
  isMade,
  isPolicy,
  type MadeImage,
  type PolicyImage,
} from './image.ts'
import { createUndoWrites } from './writes.ts'

const leavesNone = (none: readonly Draft[]) =>
  new Refusal('undo.leaves-none', { count: none.length, who: whoOf(none) })

type Kept = ChangedImage | GoneImage
type Pair<I extends Kept> = { image: I; draft: Draft }
type Made = { image: MadeImage; known: Known }
type Leave = (email: string, reason: ReturnType<typeof codedOf>) => void

/** Several imported clients may share a subscription id; those of one act do not block each other. */
function unshared(drafts: readonly Draft[]): Map<Draft, Draft> {
  const seen = new Set<string>()
  return new Map(
    drafts.map((draft) => {
      const isShared = draft.known === null && seen.has(draft.next.subId)
      seen.add(draft.next.subId)
      return [isShared ? { ...draft, next: { ...draft.next, subId: '' } } : draft, draft]
    }),
  )
}

/** Puts clients back as they were before an act, and adds the bytes that were counted since. */
export function createRestore(w: Writing): Restore {
  const writes = createUndoWrites(w)
  const follows = createFollowActs(w)

  async function presentOf(tx: Tx, images: readonly Kept[]) {
    const links = images.flatMap((image) => (isGone(image) ? image.gone.links : (image.removed ?? [])))
    const ids = links.map((link) => link.inbound_id)
    return w.find.present(tx, ids)
  }

  /** Which of the deleted clients are there again, under another row. */
  async function backOf(tx: Tx, gone: readonly GoneImage[]): Promise<Set<string>> {
    const emails = gone.map(({ email }) => email)
    return new Set((await w.find.many(tx, emails)).keys())
  }

  /** What their groups and plans name by now may be other inbounds than when they were deleted. */
  async function followAgain(tx: Tx, gone: readonly GoneImage[]): Promise<void> {
    const ids = gone.filter(({ gone: { client } }) => client.group_name || client.plan_id).map(({ id }) => id)
    const known = [...(await w.find.byId(tx, ids)).values()]
    const drafts: Draft[] = known.map((one) => draftOf(one, toClient(one.row)))
    await w.follow(tx, drafts, { as: 'undo', all: true })
    await w.saveAsIs(
      tx,
      drafts.filter(({ known: one, inboundIds }) => one?.inboundIds.join() !== inboundIds.join()),
    )
  }

  /** Members that have come since the act follow, too; what was given by a policy that names nothing again stays. */
  async function followersSince(tx: Tx, policies: readonly PolicyImage[]): Promise<ClientChange[]> {
    const changes: ClientChange[] = []
    for (const { policy, named } of policies) {
      if (!named.was.followInbounds) await follows.release(tx, policy)
      changes.push(...(await follows.settle(tx, [policy], leavesNone)))
    }
    return changes
  }

  /** Clients that the act made and that nobody has used or edited since. */
  async function untouched(tx: Tx, made: readonly MadeImage[], leave: Leave): Promise<Made[]> {
    if (made.length === 0) return []
    const emails = made.map(({ email }) => email)
    const known = await w.find.many(tx, emails)
    const ids = [...known.values()].map(({ row }) => row.id)
    const devices = new Set(((await w.hooks.rowsOf?.(tx, ids)) ?? []).map((row) => row.client_id))
    return made.flatMap((image) => {
      const verdict = judgeMade(image, known.get(emailKey(image.email)), devices)
      if ('known' in verdict) return [{ image, known: verdict.known }]
      leave(image.email, verdict.reason)
      return []
    })
  }

  return async (tx, act, { partly, mayDelete }) => {
    const kept = act.images as readonly Image[] // kept by this room
    const policies = kept.filter(isPolicy)
    for (const image of policies) await nameAgain(w, tx, image)
    const changed = kept.filter(isChanged)
    const gone = kept.filter(isGone)
    const images = [...changed, ...gone]
    const present = await presentOf(tx, images)
    const ids = changed.map(({ id }) => id)
    const known = await w.find.byId(tx, ids)
    const back = await backOf(tx, gone)
    const left: { email: string; reason: string; reasonCoded: ReturnType<typeof codedOf>[] }[] = []
    const leave: Leave = (email, reason) =>
      void left.push({ email, reason: inEnglish(reason), reasonCoded: [reason] })

    const leaving = await untouched(tx, kept.filter(isMade), leave)
    const pairs: Pair<Kept>[] = []
    for (const image of images) {
      const verdict = isGone(image)
        ? judgeGone(image, back.has(emailKey(image.email)), present)
        : judgeChanged(image, known.get(image.id), present)
      if ('reason' in verdict) leave(image.email, verdict.reason)
      else pairs.push({ image, draft: verdict.draft })
    }
    const drafts = pairs.map(({ draft }) => draft)
    await w.follow(tx, drafts, { as: 'undo' })
    const all = await w.find.targetsOf(tx, drafts)
    const asked = unshared(drafts)
    const refused = new Map(
      [...(await w.conflicts(tx, [...asked.keys()], all))].map(([draft, why]) => [asked.get(draft), why]),
    )
    const fine = pairs.filter(({ draft }) => !refused.has(draft))
    const none = fine.filter(({ draft }) => draft.known?.inboundIds.length && draft.inboundIds.length === 0)
    if (policies.length > 0 && none.length > 0) throw leavesNone(none.map(({ draft }) => draft))
    for (const { image, draft } of pairs) {
      const why = refused.get(draft)
      if (why) leave(image.email, codedOf(why))
    }
    const emails = [...fine, ...leaving].map(({ image }) => image.email)
    const deletes = leaving.length
    if ((left.length > 0 && !partly) || (deletes > 0 && !mayDelete))
      return { emails, deletes, changes: [], left }
    const used = await writes.putBack(
      tx,
      fine.filter(
        (pair): pair is Pair<ChangedImage> & { draft: Draft & { known: Known } } => !isGone(pair.image),
      ),
    )
    const returning = fine.flatMap(({ image }) => (isGone(image) ? [image] : []))
    await writes.bringBack(tx, returning)
    await followAgain(tx, returning)
    await writes.takeAway(tx, leaving)
    await writes.recountLoose(tx, kept.filter(isLoose))
    await writes.dropGroups(tx, act.groups)
    const others = [...(await followersSince(tx, policies)), ...(await w.quotas.settleClients(tx, used))]
    return {
      emails: [...fine.map(({ draft }) => draft.next.email), ...leaving.map(({ image }) => image.email)],
      deletes,
      changes: [
        ...fine.map(({ draft }) => changeOf(draft)),
        ...leaving.map(({ known: k }) => goneChange(k)),
        ...others,
      ],
      left,
    }
  }
}

/** Columns that the panel itself moves: that a client ended or came back meanwhile is no edit. */
const panels = new Set<keyof WrittenClient>([
  ...(['enable', 'disabled_by_panel', 'slowed', 'updated_at'] as const),
  ...(['given_inbounds', 'without_inbounds', 'counted_inbounds', 'spent_inbounds'] as const),
])

/** Filled in where an inbound needs them, also one that a group or plan has given since. */
const keys = new Set<keyof WrittenClient>([
  ...(['uuid', 'uuid_key', 'password', 'password_key', 'auth', 'auth_key', 'shadowsocks_key'] as const),
  ...(['wg_private_key', 'wg_public_key', 'wg_allowed_ips'] as const),
])

type Verdict = { draft: Draft } | { reason: Coded }

const isOperators = ({ row }: Known, image: ChangedImage): boolean =>
  image.is.enable !== undefined &&
  row.enable !== image.is.enable &&
  row.enable !== image.was.enable &&
  !row.disabled_by_panel

/** Names of the columns that somebody changed after the act. */
function editedSince(known: Known, image: ChangedImage): string[] {
  const names = Object.keys(image.was) as (keyof WrittenClient)[] // of an image
  const edited = names.filter(
    (name) => !panels.has(name) && known.row[name] !== image.is[name] && known.row[name] !== image.was[name],
  )
  return isOperators(known, image) ? [...edited, 'enable'] : edited
}

/** The client as it was before the act, or what has changed since. */
export function judgeChanged(
  image: ChangedImage,
  known: Known | undefined,
  present: ReadonlyMap<number, Target>,
): Verdict {
  if (!known) return { reason: coded('undo.client-gone') }
  const edited = editedSince(known, image)
  if (edited.length > 0) return { reason: coded('undo.client-edited', { fields: edited.join(', ') }) }
  if (image.counted && known.traffic?.set_at !== image.counted.setAt)
    return { reason: coded('undo.counters-set') }
  const removed = (image.removed ?? []).map((link) => link.inbound_id)
  if (!removed.every((id) => present.has(id))) return { reason: coded('undo.inbound-gone') }
  const added = new Set(image.added)
  const inboundIds = union(known.inboundIds, removed).filter((id) => !added.has(id))
  const row = { ...known.row, ...image.was, ...listsWithout(image, known.row) }
  return { draft: { known, next: toClient(row), inboundIds } }
}

/** Other acts may have given it more inbounds since, and taken others away. */
function listsWithout({ was, is }: ChangedImage, row: WrittenClient) {
  const without = (name: 'given_inbounds' | 'without_inbounds') =>
    is[name] === undefined ? row[name] : withoutAct(row[name], was[name] ?? '', is[name])
  return { given_inbounds: without('given_inbounds'), without_inbounds: without('without_inbounds') }
}

export function judgeGone(
  { gone }: GoneImage,
  isBack: boolean,
  present: ReadonlyMap<number, Target>,
): Verdict {
  if (isBack) return { reason: coded('undo.client-back') }
  const inboundIds = gone.links.map((link) => link.inbound_id)
  if (!inboundIds.every((id) => present.has(id))) return { reason: coded('undo.inbound-gone') }
  return { draft: { known: null, next: toClient(gone.client), inboundIds } }
}

const bytesOf = (traffic: Pick<TrafficRow, 'up' | 'down' | 'last_online'> | undefined) =>
  [traffic?.up ?? 0, traffic?.down ?? 0, traffic?.last_online ?? 0].join(' ')

/** Names of what somebody changed of a client after it was made. */
function editedMade({ row, inboundIds }: Known, { is, inboundIds: had }: MadeImage['made']): string[] {
  const isGivenMore = row.given_inbounds !== (is.given_inbounds ?? '')
  const edited: string[] = columns.filter(
    (name) =>
      name !== 'search_text' &&
      (!panels.has(name) || name === 'without_inbounds') &&
      !(isGivenMore && keys.has(name) && !is[name]) &&
      (row[name] || undefined) !== (is[name] || undefined),
  )
  if (row.external_links !== '') edited.push('external_links')
  const ownOf = (ids: readonly number[], given: string) =>
    cellOf(ids.filter((id) => !idsIn(given).includes(id)))
  const isSame = ownOf(inboundIds, row.given_inbounds) === ownOf(had, is.given_inbounds ?? '')
  return isSame ? edited : [...edited, 'inboundIds']
}

/** A client that was made is taken away only if nobody has used or edited it. `devices`: one has fetched its links. */
export function judgeMade(
  { made }: MadeImage,
  known: Known | undefined,
  devices: ReadonlySet<number>,
): { known: Known } | { reason: Coded } {
  if (!known || known.row.created_at !== (made.is.created_at ?? 0))
    return { reason: coded('undo.client-gone') }
  if (bytesOf(known.traffic) !== bytesOf(made.had) || devices.has(known.row.id))
    return { reason: coded('undo.client-used') }
  const edited = editedMade(known, made)
  return edited.length > 0
    ? { reason: coded('undo.client-edited', { fields: edited.join(', ') }) }
    : { known }
}
