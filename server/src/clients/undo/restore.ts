import { emailKey } from '#domain/clients/names.ts'
import { codedOf, inEnglish } from '#domain/refusal.ts'
import type { Tx } from '../../store/open.ts'
import type { Restore } from '../../undo/room.ts'
import type { Draft } from '../conflicts.ts'
import type { Known } from '../find.ts'
import { changeOf, goneChange, type Writing } from '../writing.ts'
import {
  type ChangedImage,
  type GoneImage,
  type Image,
  isChanged,
  isGone,
  isLoose,
  isMade,
  type MadeImage,
} from './image.ts'
import { judgeChanged, judgeGone, judgeMade } from './judge.ts'
import { createUndoWrites } from './writes.ts'

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
    const all = await w.find.targetsOf(tx, drafts)
    const asked = unshared(drafts)
    const refused = new Map(
      [...(await w.conflicts(tx, [...asked.keys()], all))].map(([draft, why]) => [asked.get(draft), why]),
    )
    const fine = pairs.filter(({ draft }) => !refused.has(draft))
    for (const { image, draft } of pairs) {
      const why = refused.get(draft)
      if (why) leave(image.email, codedOf(why))
    }
    const emails = [...fine, ...leaving].map(({ image }) => image.email)
    const deletes = leaving.length
    if ((left.length > 0 && !partly) || (deletes > 0 && !mayDelete))
      return { emails, deletes, changes: [], left }
    await writes.putBack(
      tx,
      fine.filter(
        (pair): pair is Pair<ChangedImage> & { draft: Draft & { known: Known } } => !isGone(pair.image),
      ),
    )
    const returning = fine.flatMap(({ image }) => (isGone(image) ? [image] : []))
    await writes.bringBack(tx, returning)
    await writes.takeAway(tx, leaving)
    await writes.recountLoose(tx, kept.filter(isLoose))
    await writes.dropGroups(tx, act.groups)
    return {
      emails: [...fine.map(({ draft }) => draft.next.email), ...leaving.map(({ image }) => image.email)],
      deletes,
      changes: [...fine.map(({ draft }) => changeOf(draft)), ...leaving.map(({ known: k }) => goneChange(k))],
      left,
    }
  }
}
