import { Button, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { FilterIcon } from '../../ui/icons.tsx'
import styles from './clients.module.css'
import type { BuilderProps } from './filter-builder.tsx'

const FilterBuilder = lazy(async () => ({ default: (await import('./filter-builder.tsx')).FilterBuilder }))

/** The filters that can also be typed, as fields. */
export function FilterMenu(props: BuilderProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          h={40}
          className={styles.filter ?? ''}
          aria-label={t('clients.filter')}
          leftSection={<FilterIcon size={16} />}
          onClick={() => setOpen(!open)}
        >
          {t('clients.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('clients.filter')}>
        <Suspense>{open && <FilterBuilder {...props} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
