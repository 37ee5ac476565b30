import { useEffect, useState } from 'react'
import type { NotificationEvent } from '#contract/events.ts'
import { ApiError } from '../api/api-error.ts'
import { type CodedText, loadCoded, noticeText, refusalText } from '../i18n/coded.ts'
import type { Translate } from '../i18n/translation.tsx'
import { words } from '../i18n/words.ts'

/** A sentence of the panel in the reader's language; its English where it has no code, or one that is not known. */
export const sayCoded = (coded: CodedText | undefined, english: string): string =>
  (coded && refusalText(coded)) ?? english

/** The same for several sentences, each on a line of its own. */
export function sayAll(coded: readonly CodedText[] | undefined, english: string): string {
  const texts = coded?.map(refusalText) ?? []
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n') : english
}

/** Why, without the name of the input at fault: for a place beside that input. */
export function sayBesideField({ code, params = {}, message, field = '' }: ApiError): string {
  const text = code === undefined ? message : sayCoded({ code, params }, message)
  return text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text
}

/** A failure in words. */
export function sayError(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind !== 'refused') return t(error.kind === 'unreachable' ? 'error.unreachable' : 'error.failed')
  const { field, message } = error
  const text = sayBesideField(error)
  // The panel puts the name in front where its sentence does not mention the input.
  return field !== undefined && message.startsWith(`${field}: `) ? `${field}: ${text}` : text
}

/**
 * True when the panel's sentences can be said. They are fetched when there is something to say; English has them
 * at once, because the panel sends its sentences in English beside their codes.
 */
function useCodedTexts(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (isNeeded && !isLoaded) void loadCoded().then(() => setLoaded(true))
  }, [isNeeded, isLoaded])
  return isLoaded || words.language() === 'en'
}

/**
 * For what the panel reports without being asked: the state of the core, a job that failed. Until the texts are here
 * nothing is said, rather than English for a moment. `coded`: what is to be said, if anything.
 */
export function useSayCoded(coded: CodedText | undefined): typeof sayCoded {
  const isReady = useCodedTexts(coded !== undefined)
  return (one, english) => (one && !isReady ? '' : sayCoded(one, english))
}

type List = readonly CodedText[] | undefined

/** The same for several sentences, each on a line of its own. */
export function useSayAll(coded: List): typeof sayAll {
  const isReady = useCodedTexts(coded !== undefined)
  return (all, english) => (all && !isReady ? '' : sayAll(all, english))
}

/** The same for a notice of the hub. */
export function useSayNotice(notice: NotificationEvent | undefined) {
  const isReady = useCodedTexts(notice !== undefined)
  return (one: NotificationEvent, part: 'title' | 'message') =>
    isReady ? (noticeText(one, part) ?? one[part]) : ''
}
