import type { Finding } from '#contract/health-api.ts'
import { knownOf } from '#domain/health/subject.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { useSayCoded } from '../ui/say-error.ts'
import { StatusWord, type Tone } from '../ui/status-word.tsx'
import { useMinute } from '../ui/use-minute.ts'
import { checkedWords } from './checked.ts'
import { useHealth } from './use-health.ts'

const tones = { bad: 'bad', warn: 'warn', note: 'calm', ok: 'good' } as const

interface Props {
  /** The findings about one thing, out of a list of all. */
  select(all: readonly Finding[]): Finding[]
  /** Disabled: nobody expects it to work. */
  isOff?: boolean
  /** It has not answered yet: no finding does not mean that it works. */
  isUnasked?: boolean
}

interface Face {
  tone: Tone
  word: string
  /** Why, and when a check looked; blank where the word says it all. */
  title: string
  /** The worst finding in words. */
  sentence: string
}

/** The health of one thing in words; undefined until it is known. */
export function useFace({ select, isOff = false, isUnasked = false }: Props): Face | undefined {
  const words = useTranslation()
  const { t } = words
  const now = useMinute()
  const { data } = useHealth()
  const known =
    data && !isOff ? knownOf(select(data.findings), select(data.passed), data.checkedAt) : undefined
  const coded = known?.first?.sentenceCoded
  const say = useSayCoded(coded)
  if (isOff) return { tone: 'none', word: t('finding.off'), title: '', sentence: '' }
  if (!known) return undefined
  const { state, first, checkedAt } = known
  if (!state || (isUnasked && !first))
    return { tone: 'none', word: t('finding.unchecked'), title: '', sentence: '' }
  const sentence = first ? say(coded, first.sentence) : ''
  const title = `${sentence} ${checkedWords(Math.min(checkedAt, now), now, words)}`.trim()
  return first?.muted
    ? { tone: 'none', word: t('finding.muted'), title, sentence }
    : { tone: tones[state], word: t(`finding.${state}`), title, sentence }
}

/** A dot and its word, and why and when on hover and for screen readers. */
export function HealthWord(props: Props) {
  const face = useFace(props)
  if (!face) return null
  return <StatusWord tone={face.tone} word={face.word} title={face.title} />
}

/** The same as a dot alone, where there is no place for a word. */
export function HealthDot(props: Props) {
  const face = useFace(props)
  const title = face ? `${face.word}. ${face.title}` : ''
  return <StatusWord tone={face?.tone ?? 'none'} word="" title={title} />
}
