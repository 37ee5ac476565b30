import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import styles from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

/** "37 selected, select all 1,214 that match", and the bulk actions. */
export function BulkBar({
  selection,
  matching,
  children,
}: {
  selection: Selection
  matching: number
  children: ReactNode
}) {
  const { t } = useTranslation()
  if (selection.count === 0) return null
  return (
    <section className={styles.bar} data-bulk-bar aria-label={t('table.bulk')}>
      <span className={styles.count} role="status">
        {t('table.selected', { count: selection.count })}
      </span>
      {selection.count < matching && (
        <Button
          label={t('table.selectMatching', { count: matching })}
          size="compact-sm"
          variant="subtle"
          onClick={selection.selectAll}
        />
      )}
      <div className={styles.actions}>{children}</div>
      <CloseButton
        className={styles.close ?? ''}
        size={36}
        aria-label={t('table.clear')}
        onClick={selection.clear}
      />
    </section>
  )
}
