import { Alert } from '@mantine/core'
import type { UpdateRunView } from '#contract/updates.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import styles from '../backup/backup.module.css'

const going = {
  download: 'updates.stepDownload',
  unpack: 'updates.stepUnpack',
  backup: 'updates.stepBackup',
  'hand-over': 'updates.stepHandOver',
  trial: 'updates.stepTrial',
} as const satisfies Partial<Record<UpdateRunView['step'], PlainKey>>

/** The update that goes on, or how the last one ended. */
export function RunView({ run }: { run: UpdateRunView }) {
  const { t, measures } = useTranslation()
  const say = useSayCoded(run.reasonCoded)
  const { step, from, to, percent, reason, reasonCoded, finishedAt } = run
  if (step === 'done')
    return (
      <p className={styles.dim}>
        {t('updates.done', { from, to })} {measures.moment(finishedAt)}
      </p>
    )
  if (step === 'failed' || step === 'rolled-back')
    return (
      <Alert
        color={step === 'failed' ? 'yellow' : 'red'}
        variant="light"
        role="status"
        title={t(step === 'failed' ? 'updates.failed' : 'updates.rolledBack', { to, from })}
      >
        <p dir="auto">{say(reasonCoded, reason)}</p>
        <p className={styles.dim}>{measures.moment(finishedAt)}</p>
      </Alert>
    )
  return (
    <div className={styles.stack} role="status">
      <p className={styles.text}>
        <strong>{t('updates.going', { to })}</strong> {t(going[step])}
      </p>
      {step === 'download' && <Meter share={percent / 100} label={t('updates.stepDownload')} />}
    </div>
  )
}
