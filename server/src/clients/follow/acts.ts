import { createHash } from 'node:crypto'
import type { UndoableAct } from '#contract/acts.ts'
import type { Named } from '#contract/follow.ts'
import type { FollowDone, FollowPreview, FollowWish } from '#contract/follow-api.ts'
import { followed, type Held, heldBy, kept, sameHeld, takenOver } from '#domain/follow/held.ts'
import { checkNamed, nothingNamed, sameNamed } from '#domain/follow/named.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Action } from '../../store/audit/trail.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import { type Policy, readSources, wantedOf } from '../../store/named.ts'
import type { Reader, Tx } from '../../store/open.ts'
import { toClient } from '../../store/rows/client.ts'
import type { Draft } from '../conflicts.ts'
import { skipOf } from '../create-many.ts'
import type { Known } from '../find.ts'
import { imageOf } from '../undo/image.ts'
import { bulkAction, changeOf, type Writing } from '../writing.ts'
import { members } from './members.ts'

export interface Wish extends Pick<FollowWish, 'takeOver'> {
  named: Named
}
type KnownDraft = Draft & { known: Known }
type Judged = Awaited<ReturnType<ReturnType<typeof createFollowActs>['judge']>>

const mostNamed = 3
const mostExamples = 10
const mostRefused = 100

export interface ActOutcome {
  result: FollowDone
  action: Action
  changes: ClientChange[]
}

export const whoOf = (drafts: readonly Draft[]): string =>
  [
    ...drafts.slice(0, mostNamed).map(({ next }) => next.email),
    ...(drafts.length > mostNamed ? ['…'] : []),
  ].join(', ')

const gains = ({ known, inboundIds }: KnownDraft) => inboundIds.filter((id) => !known.inboundIds.includes(id))
const losses = ({ known, inboundIds }: KnownDraft) =>
  known.inboundIds.filter((id) => !inboundIds.includes(id))

/** A group or a plan names other inbounds, and its members follow: previewed, in one transaction, undone in one (ADR 149). */
export function createFollowActs(w: Writing) {
  const { find } = w

  /** Who changes, and how; without a wish by what the group or plan names now. Nothing is stored. */
  async function judge(source: Reader, policy: Policy, wish?: Wish) {
    const all = await members.of(source, policy)
    const sourcesOf = await readSources(source, w.sets, all, wish && { policy, named: wish.named })
    const isKept = wish !== undefined && !wish.named.followInbounds
    const next = new Map<number, Held>()
    let own = 0
    for (const { id, attached, ...member } of all) {
      const sources = sourcesOf(member)
      const [named, wanted] = [sources[policy.kind], wantedOf(sources)]
      const before = heldBy(member, attached)
      if (attached.some((one) => named.has(one) && !before.given.includes(one))) own++
      const had = wish?.takeOver ? takenOver(before, named) : before
      const has = followed(isKept ? kept(had, wanted) : had, wanted)
      if (!sameHeld(before, has)) next.set(id, has)
    }
    const known = await find.byId(source, [...next.keys()])
    const drafts = new Map<KnownDraft, Held>()
    for (const [id, has] of next) {
      const hit = known.get(id)
      if (hit) drafts.set({ known: hit, next: toClient(hit.row), inboundIds: hit.inboundIds }, has)
    }
    const missing = await w.give(source, drafts)
    const changing = [...drafts.keys()].filter(
      (draft) =>
        !sameHeld(
          heldBy(toClient(draft.known.row), draft.known.inboundIds),
          heldBy(draft.next, draft.inboundIds),
        ),
    )
    const none = changing.filter((draft) => draft.inboundIds.length === 0 && losses(draft).length > 0)
    for (const draft of changing)
      if (gains(draft).length + losses(draft).length > 0) draft.next = { ...draft.next, updatedAt: w.now() }
    return { clients: all.length, own, drafts: changing, missing, none }
  }

  function versionOf(policy: Policy, wish: Wish, { drafts, missing }: Judged): string {
    const hash = createHash('sha256').update(JSON.stringify([policy, wish]))
    for (const draft of drafts)
      hash.update(`\n${draft.known.row.id} ${gains(draft)} ${losses(draft)} ${draft.next.givenInbounds}`)
    for (const { draft, inboundId } of missing) hash.update(`\n${draft.known?.row.id} - ${inboundId}`)
    return hash.digest('base64url')
  }

  const refusedOf = ({ missing }: Judged) => missing.map(({ draft, why }) => skipOf(draft.next.email, why))

  function byInbound(drafts: readonly KnownDraft[]) {
    const counted = new Map<number, { id: number; attach: number; detach: number }>()
    const at = (id: number) => {
      const found = counted.get(id) ?? { id, attach: 0, detach: 0 }
      counted.set(id, found)
      return found
    }
    for (const draft of drafts) {
      for (const id of gains(draft)) at(id).attach++
      for (const id of losses(draft)) at(id).detach++
    }
    return [...counted.values()].sort((a, b) => a.id - b.id)
  }

  async function save(tx: Tx, drafts: readonly KnownDraft[]) {
    const moved = drafts.filter((draft) => gains(draft).length + losses(draft).length > 0)
    await w.saveAsIs(tx, drafts)
    return moved.map(changeOf)
  }

  const wishOf = (asked: FollowWish): Wish => ({ named: checkNamed(asked), takeOver: asked.takeOver })

  /** A group or a plan may name inbounds that there are. */
  async function checkedWish(source: Reader, asked: FollowWish, userId: number): Promise<Wish> {
    const wish = wishOf(asked)
    if (wish.named.followInbounds) await find.targets(source, wish.named.inboundIds, userId)
    return wish
  }

  return {
    judge,
    checkedWish,

    async preview(source: Reader, policy: Policy, asked: FollowWish, userId: number): Promise<FollowPreview> {
      const wish = await checkedWish(source, asked, userId)
      const judged = await judge(source, policy, wish)
      const { drafts, none } = judged
      const moved = drafts.filter((draft) => gains(draft).length + losses(draft).length > 0)
      const refused = refusedOf(judged)
      return {
        clients: judged.clients,
        changed: drafts.length,
        attached: drafts.filter((draft) => gains(draft).length > 0).length,
        detached: drafts.filter((draft) => losses(draft).length > 0).length,
        byHand: judged.own,
        none: none.length,
        noneExamples: none.slice(0, mostExamples).map(({ next }) => next.email),
        refused: refused.length,
        refusedExamples: refused.slice(0, mostRefused),
        inbounds: byInbound(drafts),
        examples: moved.slice(0, mostExamples).map((draft) => ({
          email: draft.next.email,
          attach: gains(draft),
          detach: losses(draft),
        })),
        version: versionOf(policy, wish, judged),
      }
    },

    /** `was`: what it names now. `write` stores what it names from now on. All or nothing, and only what was previewed. */
    async act(
      tx: Tx,
      { policy, name, was, wish, version, leaveNone, isNew }: FollowAct,
      write: (tx: Tx, named: Named) => Promise<void>,
    ): Promise<ActOutcome> {
      const judged = await judge(tx, policy, wish)
      if (version !== versionOf(policy, wish, judged))
        throw new Refusal('follow.preview-outdated', { name }, 'version')
      const { drafts, none } = judged
      if (none.length > 0 && !leaveNone)
        throw new Refusal('follow.leaves-none', { count: none.length, who: whoOf(none) }, 'leaveNone')
      const losing = drafts.filter((draft) => losses(draft).length > 0)
      const links = await find.links(
        tx,
        losing.map(({ known }) => known.row.id),
      )
      const images = drafts.map((draft) => imageOf(draft, links.get(draft.known.row.id)))
      await write(tx, wish.named)
      const changes = await save(tx, drafts)
      const action: UndoableAct = policy.kind === 'plan' ? 'plan.inbounds' : 'group.inbounds'
      const isSame = drafts.length === 0 && sameNamed(was, wish.named)
      const image = { policy, name, named: { was, is: wish.named }, ...(isNew && { isNew }) }
      const undo = isSame ? {} : await w.keep(tx, action, [image, ...images])
      const refused = refusedOf(judged)
      const done: FollowDone = {
        named: wish.named,
        changed: drafts.length,
        attached: drafts.filter((draft) => gains(draft).length > 0).length,
        detached: losing.length,
        ...(refused.length > 0 && { refused }),
        ...undo,
      }
      const emails = changes.map(({ email }) => email)
      const { attached, detached } = done
      const bulk = bulkAction(action, emails, { ...wish.named, attached, detached }, undo)
      const object = policy.kind === 'plan' ? `${policy.id} ${name}` : name
      return {
        result: done,
        action: { ...bulk, objectKind: policy.kind, object },
        changes,
      }
    },

    /** The members have what the group or plan names now. `spare`: the refusal, if clients would be left without any inbound. */
    async settle(tx: Tx, policies: readonly Policy[], spare: (none: readonly Draft[]) => Refusal) {
      const changes: ClientChange[] = []
      for (const policy of policies) {
        const { drafts, none } = await judge(tx, policy)
        if (none.length > 0) throw spare(none)
        changes.push(...(await save(tx, drafts)))
      }
      return changes
    },

    async followGroups(tx: Tx): Promise<ClientChange[]> {
      const named = tx.selectFrom('client_groups').select('name').where('follows', '<>', '').orderBy('name')
      const changes: ClientChange[] = []
      for (const { name } of await named.execute())
        changes.push(...(await save(tx, (await judge(tx, { kind: 'group', name })).drafts)))
      return changes
    },

    /** It names nothing any longer, and what it gave stays. */
    async release(tx: Tx, policy: Policy): Promise<void> {
      const { drafts } = await judge(tx, policy, { named: nothingNamed, takeOver: false })
      await save(tx, drafts)
    },

    hasMembers: (tx: Reader, policy: Policy): Promise<boolean> => members.some(tx, policy),
  }
}

export interface FollowAct {
  policy: Policy
  name: string
  was: Named
  wish: Wish
  version: string
  leaveNone: boolean
  /** It is stored by this act. */
  isNew?: true
}

export type FollowActs = ReturnType<typeof createFollowActs>
