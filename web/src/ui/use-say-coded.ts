import { useEffect, useState } from 'react'
import type { NotificationEvent } from '#contract/events.ts'
import { type CodedText, loadCoded, noticeText } from '../i18n/coded.ts'
import { words } from '../i18n/words.ts'
import { sayAll, sayCoded } from './say-error.ts'

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
