import { Alert, Button } from '@mantine/core'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import styles from '../network.module.css'
import { useDraft } from './draft.tsx'

/** The number of unapplied changes, and buttons to review or discard. Shown on every tab. */
export function DraftBar({ onReview }: { onReview: () => void }) {
  const { t } = useTranslation()
  const { questions } = useServices()
  const { isDirty, isStale, count, discard } = useDraft()
  useLeaveGuard(isDirty, undefined, t('network.leave'))
  if (!isDirty) return null
  async function askDiscard() {
    const question = {
      title: t('network.discardTitle'),
      text: t('network.discardText', { count }),
      verb: t('network.discard'),
      danger: true,
    }
    if (await questions.ask(question)) discard()
  }
  return (
    <section className={styles.bar} aria-label={t('network.unapplied')}>
      {isStale && (
        <Alert color="orange" variant="light" title={t('network.staleTitle')}>
          <p>{t('network.staleText')}</p>
          <Button size="xs" mt="xs" variant="default" onClick={discard}>
            {t('network.staleTake')}
          </Button>
        </Alert>
      )}
      <div className={styles.barLine}>
        <span className={styles.count}>{t('network.changes', { count })}</span>
        <Button variant="default" onClick={() => void askDiscard()}>
          {t('network.discard')}
        </Button>
        <Button onClick={onReview}>{t('network.review')}</Button>
      </div>
    </section>
  )
}
