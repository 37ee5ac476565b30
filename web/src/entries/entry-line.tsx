import { useMutation } from '@tanstack/react-query'
import { checkedWords } from '../health/checked.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { Link } from '../router/link.tsx'
import { Button } from '../ui/button.tsx'
import { RenewIcon } from '../ui/icons.tsx'
import { sayError, useSayCoded } from '../ui/say-error.ts'
import { useMinute } from '../ui/use-minute.ts'
import styles from './entry-line.module.css'
import { knownOf, type Outcome } from './outcome.ts'
import { outcomeText, settingPath, useEntries, useEntryCheck } from './use-entries.ts'

const toneOf = ({ kind }: Outcome) => (kind === 'good' ? 'good' : kind === 'failed' ? 'bad' : 'none')

/** What a client of an inbound sees, and when that was; with a button that looks now. */
export function EntryLine({ inboundId }: { inboundId: number }) {
  const words = useTranslation()
  const { t } = words
  const now = useMinute()
  const { data } = useEntries()
  const check = useEntryCheck()
  const checking = useMutation({ mutationFn: () => check(inboundId) })
  const known = data ? knownOf(data, inboundId) : undefined
  const coded = known && 'causeCoded' in known ? (known.causeCoded ?? undefined) : undefined
  const say = useSayCoded(coded)
  if (!known) return null

  function text(outcome: Outcome): string {
    if (checking.isPending) return t('entry.checking')
    if (checking.error) return sayError(t, checking.error)
    if (checking.data?.kind === 'unknown') return t('entry.late')
    const said = outcomeText(t, outcome, say) ?? t('finding.unchecked')
    return 'checkedAt' in outcome
      ? `${said} ${checkedWords(Math.min(outcome.checkedAt, now), now, words)}`
      : said
  }
  return (
    <div className={styles.line} data-entry-line>
      <p className={styles.said} data-tone={toneOf(known)} role="status" dir="auto">
        {text(known)}
      </p>
      {known.kind === 'off' ? (
        <Link to={settingPath} className={styles.link}>
          {t('entry.offLink')}
        </Link>
      ) : (
        <Button label={t('entry.checkNow')} icon={RenewIcon} size="xs" call={checking} />
      )}
    </div>
  )
}
