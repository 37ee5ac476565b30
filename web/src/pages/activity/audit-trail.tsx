import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { AuditFilter } from '#contract/audit-api.ts'
import { byName } from '#contract/clients/fields.ts'
import { endpoints } from '../../api/endpoints.ts'
import { pathFor } from '../../api/remote.ts'
import { useApp } from '../../services.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ActivityIcon, DownloadIcon, RenewIcon } from '../../ui/icons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './activity.module.css'
import { type AuditChoice, auditFilter, choiceParts, ranges } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'

const PAGE = 50

function useTrail(filter: AuditFilter) {
  const { api } = useApp()
  return useInfiniteQuery({
    queryKey: [endpoints.audit.list.path, 'trail', filter],
    queryFn: ({ pageParam, signal }) =>
      api.ask(endpoints.audit.list, { query: { page: pageParam, pageSize: PAGE, ...filter } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0, // not pushed by the hub: refetched on each opening
    select: ({ pages }) => ({
      // A new entry shifts the others by one: an entry that appears on two pages is shown once.
      items: [...new Map(pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
  })
}

/** The filters from the URL and the query for the panel. `from` is fixed until the next refetch. */
function useFilter() {
  const { router } = useApp()
  const search = useSyncExternalStore(router.subscribe, router.search)
  const [now, setNow] = useState(Date.now)
  const params = new URLSearchParams(search)
  const read = (name: string) => params.get(name) ?? ''
  const range = ranges.find((one) => one === read('range')) ?? 'all'
  const choice: AuditChoice = { ...byName(choiceParts, read), range }
  const [settled] = useDebouncedValue(JSON.stringify(auditFilter(choice, now)), 250)
  return {
    choice,
    filter: JSON.parse(settled) as AuditFilter, // written one line above
    choose(part: Partial<AuditChoice>) {
      setNow(Date.now())
      router.setParams({ ...part, ...(part.range === 'all' && { range: undefined }) })
    },
    clear: () => router.setParams(byName(choiceParts, () => undefined)),
    again: () => setNow(Date.now()),
  }
}

/** Who did what, when, and what it was before. */
export function AuditTrail() {
  const { t, base } = useApp()
  const { choice, filter, choose, clear, again } = useFilter()
  const trail = useTrail(filter)
  const filtered = Object.keys(filter).length > 0
  const refresh = () => {
    again()
    void trail.refetch()
  }
  return (
    <>
      <div className={`${styles.tools} ${styles.filters}`}>
        <AuditFilters choice={choice} onChoose={choose} />
        <Button
          label={t('activity.refresh')}
          icon={RenewIcon}
          loading={trail.isRefetching}
          onClick={refresh}
        />
        <ButtonLink
          label={t('activity.export')}
          icon={DownloadIcon}
          href={base + pathFor(endpoints.audit.export, { query: filter })}
          download
        />
      </div>
      <Loaded query={trail} rows={8}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState
              icon={ActivityIcon}
              title={t(filtered ? 'activity.noMatchTitle' : 'activity.noneTitle')}
              text={t(filtered ? 'activity.noMatchText' : 'activity.noneText')}
              action={filtered && <Button label={t('activity.clear')} primary onClick={clear} />}
            />
          ) : (
            <>
              <ul className={styles.trail}>
                {items.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} onOnly={choose} />
                ))}
              </ul>
              <Foot shown={items.length} total={total} trail={trail} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface FootProps {
  shown: number
  total: number
  trail: Pick<ReturnType<typeof useTrail>, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

function Foot({ shown, total, trail }: FootProps) {
  const { t, measures } = useApp()
  return (
    <div className={styles.foot}>
      <span className={styles.dim}>
        {t('activity.shown', { shown: measures.count(shown), total: measures.count(total) })}
      </span>
      {trail.hasNextPage && (
        <Button
          label={t('activity.more')}
          loading={trail.isFetchingNextPage}
          onClick={() => void trail.fetchNextPage()}
        />
      )}
    </div>
  )
}
