import { type RefObject, useCallback, useMemo } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { withoutBlank } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useRowKeys } from '../../table/use-row-keys.ts'
import { useSelection } from '../../table/use-selection.ts'
import { useWidths } from '../../table/use-widths.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import icons from '../../ui/row-icons/row-icons.module.css'
import { EmptyState } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { isTexts, useStored } from '../../ui/stored.ts'
import { BulkActions } from './bulk-actions.tsx'
import { ClientLink } from './cell-edit.tsx'
import { expiryWords, type Seen, statusOf, statusWord } from './client-view.ts'
import styles from './clients.module.css'
import { ClosedMark } from './closed-mark.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { firstColumns, useClientColumns } from './columns.tsx'
import { filterNames, type Token } from './filter.ts'
import { FilterBar, FilterMenu } from './filter-bar.tsx'
import { FiguresContext, Usage, useFigures } from './live-cells.tsx'
import { SavedViews } from './saved-views.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { type useClientRows, type useListQuery, useServers } from './use-clients.ts'
import { useRowMenu } from './use-row-menu.ts'

interface Props {
  list: ReturnType<typeof useListQuery>
  rows: ReturnType<typeof useClientRows>
  seen: Seen
  inbounds: readonly InboundOption[]
  field: RefObject<HTMLInputElement | null>
}

const isDensity = (value: unknown): value is 'low' | 'high' => value === 'low' || value === 'high'

/** How many match, and of how many. */
function ResultCount({ count, total }: { count: number; total: number | undefined }) {
  const { t } = useApp()
  return (
    <p role="status" className={styles.count}>
      {total !== undefined &&
        (count === total ? t('clients.count', { count }) : t('clients.countOf', { count, total }))}
    </p>
  )
}

/** Parts of the search that have the form of a filter but are not valid. */
function UnknownFilters({ tokens }: { tokens: readonly Token[] }) {
  const { t } = useApp()
  const unknown = tokens.filter(({ isUnknown }) => isUnknown).map(({ text }) => text)
  if (unknown.length === 0) return null
  return (
    <p role="status" className={styles.unknown}>
      {t('clients.unknownFilter', { parts: unknown.join(', '), names: filterNames.join(', ') })}
    </p>
  )
}

/** Status tabs, filters, rows and bulk actions. */
export function ClientsTable({ list, rows, seen, inbounds, field }: Props) {
  const { t, router } = useApp()
  const { q, setQ, sort, setSort, tokens, query } = list
  const { head, count, rowAt, onRange, stale } = rows
  const current = useParam('c')
  const [density, setDensity] = useStored('sluice-clients-rows', 'low', isDensity)
  const servers = useServers(inbounds)
  const [shown, setShown] = useStored('sluice-clients-columns', firstColumns, isTexts)
  const figures = useFigures(rows.fetched, shown.includes('week') || shown.includes('devices'))
  const columns = useClientColumns(seen, inbounds, servers, figures)
  const selection = useSelection(JSON.stringify(query), count)
  const menu = useRowMenu(seen.online)
  const arranged = useMemo(() => {
    const chosen = [
      ...columns.filter(({ fixed }) => fixed),
      ...shown.flatMap((id) => columns.find((column) => column.id === id && !column.fixed) ?? []),
    ]
    return withoutBlank(chosen, [...rows.fetched.values()].flat(), sort)
  }, [columns, shown, rows.fetched, sort])
  const { sized, resize } = useWidths('sluice-clients-widths', arranged)
  const card = useCallback((row: ClientSlim) => <ClientCard client={row} seen={seen} />, [seen])
  const quick = useMemo(
    () => [
      {
        icon: icons.qr,
        label: ({ email }: ClientSlim) => t('verb.qrOne', { email }),
        run: ({ email }: ClientSlim) => router.setParams({ c: email, tab: 'access' }, 'push'),
      },
      {
        icon: icons.renew,
        label: ({ email }: ClientSlim) => t('verb.renewOne', { email }),
        run: ({ email }: ClientSlim) => router.setParams({ renew: email }, 'push'),
        isDue: (row: ClientSlim) => ['expired', 'spent', 'expiring'].includes(statusOf(row, seen)),
      },
    ],
    [t, router, seen],
  )
  useRowKeys({
    selection,
    onEdit: (email) => router.setParams({ c: email, tab: 'settings' }, 'push'),
  })

  return (
    <>
      <StatusTabs
        summary={head.data?.summary}
        online={seen.online.size}
        tokens={tokens}
        q={q}
        onQuery={setQ}
      />
      <div className={styles.tools}>
        <FilterBar tokens={tokens} onQuery={setQ} inbounds={inbounds} servers={servers} field={field} />
        <FilterMenu
          q={q}
          onQuery={setQ}
          groups={head.data?.groups ?? []}
          inbounds={inbounds}
          servers={servers}
        />
        <SavedViews q={q} sort={sort} />
        <span className={styles.wideOnly}>
          <ColumnMenu
            columns={columns}
            shown={shown}
            onShown={setShown}
            low={density === 'low'}
            onLow={(low) => setDensity(low ? 'low' : 'high')}
          />
        </span>
      </div>
      <UnknownFilters tokens={tokens} />
      <ResultCount count={count} total={head.data?.total} />
      {head.data && count === 0 ? (
        <EmptyState
          icon={SearchIcon}
          title={t('clients.noMatchTitle')}
          text={t('clients.noMatchText')}
          action={<Button label={t('clients.showAll')} onClick={() => setQ('')} />}
        />
      ) : (
        <FiguresContext value={figures}>
          <DataTable
            label={t('clients.title')}
            columns={sized}
            onResize={resize}
            count={count}
            rowAt={rowAt}
            keyOf={(row) => row.email}
            nameOf={(row) => row.email}
            onRange={onRange}
            sort={sort}
            onSort={setSort}
            selection={selection}
            menu={menu}
            quick={quick}
            card={card}
            cardHeight={122}
            stale={stale}
            dense={density === 'low'}
            current={current}
            cardsBelow={current === '' ? 700 : 460}
            onOpen={(row) =>
              router.setParams({ c: row.email, tab: undefined }, current === '' ? 'push' : 'replace')
            }
            between={async (a, b) => (await rows.between(a, b)).map(({ email }) => email)}
          />
        </FiguresContext>
      )}
      <BulkActions selection={selection} matching={count} query={query} />
    </>
  )
}

/** A row on a phone. */
function ClientCard({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const words = useTranslation()
  const { tone, label } = statusWord(client, seen)
  return (
    <div className={styles.card}>
      <ClientLink client={client} />
      <div className={styles.cardLine}>
        <span>
          <StatusWord tone={tone} word={words.t(label)} />
          <ClosedMark client={client} />
        </span>
        <span className="dim">{expiryWords(client.expiryTime, seen.now, words)}</span>
      </div>
      <Usage client={client} />
    </div>
  )
}
