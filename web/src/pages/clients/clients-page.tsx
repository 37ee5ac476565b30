import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useSelection } from '../../table/use-selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/failed.tsx'
import { ClientsIcon, PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { isTexts, useStored } from '../../ui/stored.ts'
import { useVerbs } from '../../verbs/use-verbs.ts'
import { ClientCard } from './client-card.tsx'
import styles from './clients.module.css'
import { ColumnMenu } from './column-menu.tsx'
import { firstColumns, useClientColumns } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useClientRows, useInbounds, useListQuery, useSeen } from './use-clients.ts'

export function ClientsPage() {
  const { t } = useTranslation()
  const { place } = useServices()
  const { q, setQ, sort, setSort, tokens, query } = useListQuery()
  const { head, count, rowAt, onRange, stale } = useClientRows(query)
  const seen = useSeen()
  const inbounds = useInbounds()
  const field = useRef<HTMLInputElement>(null)
  const columns = useClientColumns(seen, inbounds)
  const [shown, setShown] = useStored('sluice-clients-columns', firstColumns, isTexts)
  const selection = useSelection(JSON.stringify(query), count)
  const openNew = () => place.setParams({ new: 'client' }, 'push')
  useVerbs(t('clients.title'), [
    {
      id: 'clients.search',
      label: t('clients.search'),
      keys: '/',
      keyOnly: true,
      run: () => field.current?.focus(),
    },
  ])

  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={openNew}>
      {t('clients.new')}
    </Button>
  )
  const empty = head.data?.total === 0
  return (
    <Page title={t('clients.title')} wide actions={!empty && add}>
      {head.error && !head.data && <Failed error={head.error} retry={() => void head.refetch()} />}
      {empty ? (
        <EmptyState
          icon={ClientsIcon}
          title={t('clients.emptyTitle')}
          text={t('clients.emptyText')}
          action={add}
        />
      ) : (
        <>
          <StatusTabs summary={head.data?.summary} tokens={tokens} q={q} onQuery={setQ} />
          <div className={styles.tools}>
            <FilterBar tokens={tokens} onQuery={setQ} inbounds={inbounds} field={field} />
            <FilterMenu q={q} onQuery={setQ} groups={head.data?.groups ?? []} inbounds={inbounds} />
            <ColumnMenu columns={columns} shown={shown} onShown={setShown} />
          </div>
          <DataTable
            label={t('clients.title')}
            columns={columns.filter(({ id, fixed }) => fixed || shown.includes(id))}
            count={count}
            rowAt={rowAt}
            keyOf={(row) => row.email}
            nameOf={(row) => row.email}
            onRange={onRange}
            sort={sort}
            onSort={setSort}
            selection={selection}
            card={(row) => <ClientCard client={row} seen={seen} />}
            cardHeight={126}
            stale={stale}
          />
        </>
      )}
    </Page>
  )
}
