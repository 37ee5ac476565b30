import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { type TrafficRow, toClient, type WrittenClient } from '../../store/rows/client.ts'
import type { Draft } from '../conflicts.ts'
import type { Known, Target } from '../find.ts'
import { union } from '../service.ts'
import { type ChangedImage, columns, type GoneImage, type MadeImage } from './image.ts'

/** Columns that the panel itself moves: that a client ended or came back meanwhile is no edit. */
const panels = new Set<keyof WrittenClient>(['enable', 'disabled_by_panel', 'slowed', 'updated_at'])

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
  return { draft: { known, next: toClient({ ...known.row, ...image.was }), inboundIds } }
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
  const edited: string[] = columns.filter(
    (name) =>
      name !== 'search_text' && !panels.has(name) && (row[name] || undefined) !== (is[name] || undefined),
  )
  if (row.external_links !== '') edited.push('external_links')
  const isSame = inboundIds.length === had.length && inboundIds.every((id) => had.includes(id))
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
