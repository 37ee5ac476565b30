import { emailKey } from '#domain/clients/field-rules.ts'
import type { Tx } from '../../store/open.ts'
import { toRow } from '../../store/rows/client.ts'
import { chunked } from '../../store/sets.ts'
import type { Draft } from '../conflicts.ts'
import type { Known } from '../find.ts'
import type { Writing } from '../writing.ts'
import { type ChangedImage, filled, imageOf, type MadeImage } from './image.ts'

/** Counters that a client of the same name left behind: they are no use of the new one. */
async function leftBehind(w: Writing, tx: Tx, emails: readonly string[]) {
  const left = new Map<string, NonNullable<MadeImage['made']['had']>>()
  for (const part of chunked(emails)) {
    const rows = await tx
      .selectFrom('client_traffics')
      .select(['email', 'up', 'down', 'last_online'])
      .where(w.sets.among('email', part))
      .where((e) => e.or([e('up', '>', 0), e('down', '>', 0), e('last_online', '>', 0)]))
      .execute()
    for (const { email, ...had } of rows) left.set(email, { ...had })
  }
  return left
}

/** An act that attaches a client twice is one change of it. */
function merged(images: readonly ChangedImage[]): ChangedImage[] {
  const byId = new Map<number, ChangedImage>()
  for (const image of images) {
    const first = byId.get(image.id)
    const both = first && {
      ...first,
      was: { ...image.was, ...first.was },
      is: { ...first.is, ...image.is },
      added: [...(first.added ?? []), ...(image.added ?? [])],
    }
    byId.set(image.id, both ?? image)
  }
  return [...byId.values()]
}

/** What creating clients made, and which known ones it attached. */
export async function madeImages(w: Writing, tx: Tx, saved: readonly Draft[], attached: readonly Draft[]) {
  const inboundIds = new Map([...saved, ...attached].map((d) => [emailKey(d.next.email), d.inboundIds]))
  const fresh = new Set(saved.map((d) => emailKey(d.next.email)))
  const emails = saved.map((d) => d.next.email)
  const left = await leftBehind(w, tx, emails)
  // One that was made and attached again in the same call is as the last of its drafts says.
  const last = new Map([...saved, ...attached].map((d) => [emailKey(d.next.email), d.next]))
  const made = saved.map(({ next: { email } }): MadeImage => {
    const key = emailKey(email)
    const had = left.get(email)
    const is = filled(toRow(last.get(key) as Draft['next'])) // every saved draft is in the map
    return { email, made: { is, inboundIds: [...(inboundIds.get(key) ?? [])], ...(had && { had }) } }
  })
  const known = attached.filter(
    (d): d is Draft & { known: Known } => d.known !== null && !fresh.has(emailKey(d.next.email)),
  )
  return [...made, ...merged(known.map((d) => imageOf(d)))]
}
