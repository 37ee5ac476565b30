import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { Failed } from './failed.tsx'
import layout from './layout.module.css'

interface Props<T> {
  query: UseQueryResult<T>
  /** Skeleton lines while loading. */
  rows?: number
  /** Replaces the usual alert where a failure does no harm. */
  failed?: ReactNode
  children(data: T): ReactNode
}

/** The three states of everything that is fetched: loading, failed, loaded. */
export function Loaded<T>({ query, rows = 3, failed, children }: Props<T>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (query.error) return failed ?? <Failed error={query.error} retry={() => void query.refetch()} />
  return (
    <div className={layout.stack10} role="status" aria-label={t('shell.loading')}>
      <Skeleton height={44} radius="md" />
      {rows > 1 && <Skeleton height={rows * 32} radius="md" />}
    </div>
  )
}
