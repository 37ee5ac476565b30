import { Switch } from '@mantine/core'
import type { MoveInPlan } from '#contract/move-in-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './move-in.module.css'

export type Options = Partial<MoveInPlan['options']>

interface Props {
  options: MoveInPlan['options']
  /** Nothing is here yet: then settings come by default, and there is little to decide. */
  isFresh: boolean
  onChange(options: Options): void
}

/** Each change is a new plan. */
export function PlanOptions({ options, isFresh, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <details className={styles.more} open={!isFresh || undefined}>
      <summary>{t('moveIn.options')}</summary>
      <div className={styles.inside}>
        <Switch
          label={t('moveIn.takeSettings')}
          description={t('moveIn.takeSettingsHint')}
          checked={options.takeSettings}
          onChange={(event) => onChange({ ...options, takeSettings: event.currentTarget.checked })}
        />
        <Switch
          label={t('moveIn.keepHttp')}
          description={t('moveIn.keepHttpHint')}
          checked={options.keepHttp}
          disabled={!options.takeSettings}
          onChange={(event) => onChange({ ...options, keepHttp: event.currentTarget.checked })}
        />
      </div>
    </details>
  )
}
