import type { ConfigImpact } from '#contract/core-api.ts'
import type { CodedText } from '../../../i18n/coded.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import styles from './review.module.css'

interface Props {
  impact: ConfigImpact
  /** The number of differences; without any the core is not touched. */
  changes: number
}

/** Who is affected, in one sentence, with the reasons below. */
export function Impact({ impact, changes }: Props) {
  const { t } = useTranslation()
  const { isRunning, restart, online, cuts, defaultRoute } = impact
  const calm = !restart && cuts.length === 0
  const title =
    changes === 0
      ? t('impact.same')
      : !isRunning
        ? t('impact.stopped')
        : restart
          ? t('impact.restart', { count: online })
          : calm
            ? t('impact.live')
            : t('impact.cuts', { tags: cuts.join(', ') })
  return (
    <div className={styles.impact} data-tone={calm ? 'good' : 'warn'}>
      <p className={styles.impactTitle}>{title}</p>
      <Sentences of={impact.reasons} coded={impact.reasonsCoded} />
      {defaultRoute && <p>{t('impact.defaultRoute')}</p>}
      {impact.waiting.length > 0 && (
        <>
          <p>{t('impact.waiting')}</p>
          <Sentences of={impact.waiting} coded={impact.waitingCoded} />
        </>
      )}
    </div>
  )
}

interface SentencesProps {
  /** In English. */
  of: readonly string[]
  coded: readonly CodedText[]
}

function Sentences({ of, coded }: SentencesProps) {
  const say = useSayCoded(coded[0])
  return of.length === 0 ? null : (
    <ul className={styles.reasons} dir="auto">
      {of.map((sentence, i) => (
        <li key={sentence}>{say(coded[i], sentence)}</li>
      ))}
    </ul>
  )
}
