import { useMemo } from 'react'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import type { Column } from '../../../table/column.ts'
import { DataTable } from '../../../table/data-table.tsx'
import { useRowKeys } from '../../../table/use-row-keys.ts'
import { Bytes, Kind, OutboundName, TestCell } from './cells.tsx'
import { useOutboundMenu } from './menu.ts'
import styles from './outbounds.module.css'
import type { OutboundRow } from './rows.ts'
import type { OutboundTests, Results } from './tests.ts'

interface Props {
  rows: readonly OutboundRow[]
  tests: OutboundTests
  /** The default for traffic that no rule matches. */
  first: string | undefined
}

const nothing = () => {}

function useColumns(results: Results, first: string | undefined): Column<OutboundRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('outbounds.name'),
        min: 190,
        grow: 2,
        fixed: true,
        cell: (row) => <OutboundName row={row} isDefault={row.key === first} />,
      },
      { id: 'kind', title: t('outbounds.kind'), min: 150, yields: 2, cell: (row) => <Kind row={row} /> },
      {
        id: 'address',
        title: t('outbounds.address'),
        min: 170,
        yields: 3,
        cell: (row) => (
          <span dir="ltr" className={styles.dim}>
            {row.address || '–'}
          </span>
        ),
      },
      {
        id: 'traffic',
        title: t('outbounds.traffic'),
        min: 170,
        yields: 4,
        cell: (row) => <Bytes row={row} />,
      },
      {
        id: 'test',
        title: t('outbounds.test'),
        min: 160,
        yields: 1,
        cell: (row) => <TestCell row={row} tested={results[row.key]} />,
      },
    ],
    [t, results, first],
  )
}

export function OutboundsTable({ rows, tests, first }: Props) {
  const { t } = useTranslation()
  const { place } = useServices()
  const columns = useColumns(tests.results, first)
  const menu = useOutboundMenu(tests)
  useRowKeys({ onEdit: (key) => place.setParams({ o: key }, 'push') })
  return (
    <DataTable
      label={t('network.outboundsTitle')}
      columns={columns}
      count={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={(row) => row.key}
      nameOf={(row) => row.tag || row.key}
      onRange={nothing}
      menu={menu}
      card={(row) => (
        <div className={styles.card}>
          <OutboundName row={row} isDefault={row.key === first} />
          <span className={styles.cardLine}>
            <Kind row={row} />
            <span dir="ltr" className={styles.cardAddress}>
              {row.address}
            </span>
          </span>
          <span className={styles.cardLine}>
            <TestCell row={row} tested={tests.results[row.key]} />
            <Bytes row={row} />
          </span>
        </div>
      )}
      cardHeight={126}
    />
  )
}
