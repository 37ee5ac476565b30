import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivityIcon, RenewIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './activity.module.css'
import { AuditRow } from './audit-row.tsx'
import { kinds } from './audit-words.ts'

const PAGE = 50

function useTrail(objectKind: string, object: string) {
  const { api } = useServices()
  const filters = { ...(objectKind && { objectKind }), ...(object && { object }) }
  return useInfiniteQuery({
    queryKey: [endpoints.audit.path, 'trail', filters],
    queryFn: ({ pageParam, signal }) =>
      api.ask(endpoints.audit, { query: { page: pageParam, pageSize: PAGE, ...filters } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0, // nothing pushes it: each opening asks anew
    select: ({ pages }) => ({
      // A new entry moves the others on by one: what two pages both have is shown once.
      items: [...new Map(pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
  })
}

/** Who did what, when, and what it was before. */
export function AuditTrail() {
  const { t, measures } = useTranslation()
  const { place } = useServices()
  const [kind, setKind] = useUrlState('kind')
  const [object, setObject] = useUrlState('object')
  const [settled] = useDebouncedValue(object.trim(), 250)
  const trail = useTrail(kind, settled)
  const filtered = kind !== '' || settled !== ''
  const clear = () => place.setParams({ kind: undefined, object: undefined })
  return (
    <>
      <div className={styles.tools}>
        <NativeSelect
          label={t('activity.kind')}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
          data={[
            { value: '', label: t('activity.all') },
            ...Object.entries(kinds).map(([value, label]) => ({ value, label: t(label) })),
          ]}
        />
        <TextInput
          label={t('activity.object')}
          placeholder={t('activity.objectHint')}
          value={object}
          onChange={(event) => setObject(event.currentTarget.value)}
          className={styles.grow ?? ''}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
        <Button
          variant="default"
          leftSection={<RenewIcon size={16} />}
          loading={trail.isRefetching}
          onClick={() => void trail.refetch()}
        >
          {t('activity.refresh')}
        </Button>
      </div>
      <Loaded query={trail} rows={8}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState
              icon={ActivityIcon}
              title={t(filtered ? 'activity.noMatchTitle' : 'activity.noneTitle')}
              text={t(filtered ? 'activity.noMatchText' : 'activity.noneText')}
              action={filtered && <Button onClick={clear}>{t('activity.clear')}</Button>}
            />
          ) : (
            <>
              <ul className={styles.trail}>
                {items.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} onObject={setObject} />
                ))}
              </ul>
              <div className={styles.foot}>
                <span className={styles.dim}>
                  {t('activity.shown', {
                    shown: measures.count(items.length),
                    total: measures.count(total),
                  })}
                </span>
                {trail.hasNextPage && (
                  <Button
                    variant="default"
                    loading={trail.isFetchingNextPage}
                    onClick={() => void trail.fetchNextPage()}
                  >
                    {t('activity.more')}
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </>
  )
}
