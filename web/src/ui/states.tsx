import { Alert, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { Button } from './button.tsx'
import { sayError } from './say-error.ts'
import styles from './states.module.css'

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
    <div className="stack10" role="status" aria-label={t('shell.loading')}>
      <Skeleton height={44} radius="md" />
      {rows > 1 && <Skeleton height={rows * 32} radius="md" />}
    </div>
  )
}

interface ListProps<T> extends Pick<Props<readonly T[]>, 'query' | 'rows' | 'failed'> {
  /** What is said of a list without entries. */
  none: ReactNode
  /** The name of the list. */
  label?: string
  className?: string | undefined
  /** Below a list with entries. */
  after?: ReactNode
  /** An entry as `<li>`. */
  children(entry: T): ReactNode
}

/** A list that is fetched. */
export const LoadedList = <T,>({ none, label, className, after, children, ...props }: ListProps<T>) => (
  <Loaded rows={1} {...props}>
    {(list) =>
      list.length === 0 ? (
        none
      ) : (
        <>
          <ul className={className} aria-label={label}>
            {list.map(children)}
          </ul>
          {after}
        </>
      )
    }
  </Loaded>
)

/** What could not be loaded, why, and a retry button. */
export function Failed({ error, title, retry }: { error: unknown; title?: string; retry?: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert" title={title ?? t('state.failed')}>
      <p dir="auto">{sayError(t, error)}</p>
      {retry && <Button label={t('error.retry')} size="xs" mt="sm" onClick={retry} />}
    </Alert>
  )
}

/** Why a call failed, beside what was to be called. */
export function CallError({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <Alert color="red" role="alert">
      <span dir="auto">{sayError(t, error)}</span>
    </Alert>
  )
}

interface EmptyProps {
  icon: ComponentType<{ size?: number }>
  title: string
  text: string
  /** The button that creates the first one. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, action }: EmptyProps) {
  return (
    <div className={styles.box}>
      <span className={styles.icon}>
        <Icon size={30} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
