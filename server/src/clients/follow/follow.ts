import { fittingCredentials, type Mint } from '#domain/clients/credentials.ts'
import {
  byHand,
  cellsOf,
  followed,
  type Held,
  heldBy,
  kept,
  leftOut,
  nothingHeld,
} from '#domain/follow/held.ts'
import type { Refusal } from '#domain/refusal.ts'
import { readSources, wantedOf } from '../../store/named.ts'
import type { Reader } from '../../store/open.ts'
import type { Sets } from '../../store/sets.ts'
import type { Conflicts, Draft } from '../conflicts.ts'
import type { Find } from '../find.ts'

interface Deps {
  sets: Sets
  find: Find
  conflicts: Conflicts
  mint: () => Mint
}

export interface FollowOptions {
  /** Where point reads go. */
  before?: Reader
  /** `hand`: another list of inbounds is somebody's wish. `undo`: it is what an act left to undo. */
  as?: 'hand' | 'undo'
  /** Their group or plan is going: what it gave stays. */
  keep?: boolean
  /** Those that have not changed, too. */
  all?: boolean
}

/** An attachment that cannot be made, and why. */
export interface Missing {
  draft: Draft
  inboundId: number
  why: Refusal
}

const heldNow = ({ known, next }: Draft): Held => (known ? heldBy(next, known.inboundIds) : nothingHeld)

/** Only these are asked what their group and plan name: an edit of any other client costs what it did. */
function isConcerned({ known, next, inboundIds }: Draft, all: boolean): boolean {
  const { group, planId, givenInbounds, withoutInbounds } = next
  if (group === '' && planId === 0 && givenInbounds === '' && withoutInbounds === '') return false
  if (!known || all) return true
  const { row } = known
  return row.group_name !== group || row.plan_id !== planId || known.inboundIds.join() !== inboundIds.join()
}

/** Gives clients the inbounds that their group and plan name (ADR 149). Changes the drafts, before they are checked and saved. */
export function createFollow({ sets, find, conflicts, mint }: Deps) {
  const held = new WeakMap<Draft, Held>()

  function put(draft: Draft, next: Held): void {
    held.set(draft, next)
    draft.inboundIds = next.attached
    draft.next = { ...draft.next, ...cellsOf(next) }
  }

  /** Credentials that the new inbounds need. */
  async function withKeys(source: Reader, drafts: readonly Draft[]): Promise<void> {
    const targets = await find.targetsOf(source, drafts)
    for (const draft of drafts) {
      const fits = draft.inboundIds.flatMap((id) => targets.get(id) ?? [])
      draft.next = { ...draft.next, ...fittingCredentials(draft.next, fits, mint()) }
    }
  }

  /** One inbound after the other, for drafts that cannot have all of them: which ones they can have. */
  async function oneByOne(
    source: Reader,
    drafts: readonly Draft[],
    more: ReadonlyMap<Draft, readonly number[]>,
  ): Promise<Missing[]> {
    const missing: Missing[] = []
    const all = new Map(drafts.map((draft) => [draft, held.get(draft) as Held])) // `put` has set it
    for (const draft of drafts) put(draft, leftOut(all.get(draft) as Held, more.get(draft) ?? []))
    const ids = new Set(drafts.flatMap((draft) => more.get(draft) ?? []))
    for (const inboundId of ids) {
      const asking = drafts.filter((draft) => more.get(draft)?.includes(inboundId))
      const before = new Map(
        asking.map((draft) => [draft, { next: draft.next, has: held.get(draft) as Held }]),
      )
      for (const draft of asking) {
        const { has } = before.get(draft) as { has: Held } // set above
        const [attached, given] = [union(has.attached, inboundId), union(has.given, inboundId)]
        put(draft, { ...has, attached, given })
      }
      const refused = await conflicts(source, asking, await find.targetsOf(source, asking))
      for (const [draft, why] of refused) {
        const was = before.get(draft) as { next: Draft['next']; has: Held } // as above
        missing.push({ draft, inboundId, why })
        draft.next = was.next
        put(draft, was.has)
      }
    }
    return missing
  }

  /** Attachments beyond `more` are somebody's wish and are judged by whoever saves the drafts. */
  async function settle(source: Reader, more: ReadonlyMap<Draft, readonly number[]>): Promise<Missing[]> {
    const drafts = [...more.keys()]
    if (drafts.length === 0) return []
    await withKeys(source, drafts)
    const refused = await conflicts(source, drafts, await find.targetsOf(source, drafts))
    return refused.size === 0 ? [] : oneByOne(source, [...refused.keys()], more)
  }

  return {
    /** Clients that somebody edits, moves or makes. */
    async follow(
      source: Reader,
      drafts: readonly Draft[],
      { before = source, as = 'hand', keep = false, all = false }: FollowOptions = {},
    ): Promise<Missing[]> {
      const concerned = drafts.filter((draft) => isConcerned(draft, all))
      if (concerned.length === 0) return []
      const sourcesOf = await readSources(
        before,
        sets,
        concerned.map(({ next }) => next),
      )
      const more = new Map<Draft, number[]>()
      for (const draft of concerned) {
        const wanted = wantedOf(sourcesOf(draft.next))
        const asked = draft.inboundIds
        const now = as === 'undo' ? heldBy(draft.next, asked) : byHand(heldNow(draft), asked, wanted)
        const next = followed(keep ? kept(now, wanted) : now, wanted)
        put(draft, next)
        const added = next.attached.filter((id) => !asked.includes(id))
        if (added.length > 0) more.set(draft, added)
      }
      return settle(source, more)
    },

    /** These drafts get what a group or a plan gives from now on. */
    async give(source: Reader, next: ReadonlyMap<Draft, Held>): Promise<Missing[]> {
      const more = new Map<Draft, number[]>()
      for (const [draft, has] of next) {
        put(draft, has)
        const added = has.attached.filter((id) => !draft.known?.inboundIds.includes(id))
        if (added.length > 0) more.set(draft, added)
      }
      return settle(source, more)
    },
  }
}

const union = (ids: readonly number[], id: number): number[] =>
  [...new Set([...ids, id])].sort((a, b) => a - b)

export type Follow = ReturnType<typeof createFollow>
