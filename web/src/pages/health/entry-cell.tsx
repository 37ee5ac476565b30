import type { EntryCheck, EntryEye } from '#contract/entries-api.ts'
import { addressOf, eyeName } from '../../entries/outcome.ts'
import { checkedWords } from '../../health/checked.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { DrawerLink } from '../../router/link.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import styles from './entries.module.css'
import { isOld } from './matrix.ts'

/** What names a cell in the URL. */
export const cellId = ({ inboundId, position, eye }: EntryCheck): string => `${inboundId}-${position}-${eye}`

interface Props {
  cell: EntryCheck | undefined
  eye: EntryEye
  everyMinutes: number
  now: number
  /** The eye is named on a narrow screen, where a row shows one cell of several. */
  isOneOfSeveral: boolean
}

/** What one eye saw: a dot with the latency, or where it failed. Its name says so in words, with the time. */
export function EntryCell({ cell, eye, everyMinutes, now, isOneOfSeveral }: Props) {
  const words = useTranslation()
  const { t, measures } = words
  const say = useSayCoded(cell?.causeCoded ?? undefined)
  if (!cell) return <span className="dim80">{t('finding.unchecked')}</span>
  const { inbound, state, stage, latencyMs, checkedAt, cause, causeCoded } = cell
  const isGood = state === 'good'
  const word = isGood ? t('entry.ms', { ms: latencyMs }) : t(`entry.stage.${stage || 'silent'}`)
  const sentence = isGood
    ? t('entry.connects', { ms: latencyMs })
    : `${word}. ${t('entry.fails', { cause: say(causeCoded ?? undefined, cause) })}`
  const name = eyeName(t, eye)
  const when = checkedWords(Math.min(checkedAt, now), now, words)
  const old = isOld(cell, everyMinutes, now)
  return (
    <>
      <DrawerLink
        params={{ entry: cellId(cell) }}
        className={styles.result}
        data-tone={old ? 'none' : isGood ? 'good' : 'bad'}
        data-cell={cellId(cell)}
        title={`${sentence} ${when}`}
        aria-label={`${inbound}, ${addressOf(cell)}, ${name}: ${sentence} ${when}`}
      >
        {word}
      </DrawerLink>
      {old && <small className={styles.under}>{measures.fromNow(checkedAt, now)}</small>}
      {isOneOfSeveral && (
        <small className={styles.eyeBelow}>
          <bdi>{name}</bdi>
        </small>
      )}
    </>
  )
}
