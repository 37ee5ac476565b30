import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'

interface Props<T> {
  query: UseQueryResult<readonly T[]>
  rows?: number
  failed?: ReactNode
  /** What is said of a list without entries. */
  none: ReactNode
  /** The name of the list. */
  label?: string
  className?: string | undefined
  /** An entry as `<li>`. */
  children(entry: T): ReactNode
}

/** A list that is fetched. */
export const LoadedList = <T,>({ query, rows = 1, failed, none, label, className, children }: Props<T>) => (
  <Loaded query={query} rows={rows} failed={failed}>
    {(list) =>
      list.length === 0 ? (
        none
      ) : (
        <ul className={className} aria-label={label}>
          {list.map(children)}
        </ul>
      )
    }
  </Loaded>
)
