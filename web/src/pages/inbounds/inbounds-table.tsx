import { TextInput } from '@mantine/core'
import { type RefObject, useMemo } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { sortOf } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useRowKeys } from '../../table/use-row-keys.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useNodes } from '../nodes/use-nodes.ts'
import { useInboundColumns } from './columns.tsx'
import { InboundCard } from './inbound-card.tsx'
import { emailsOf, nameOf, streamWords } from './inbound-view.ts'
import styles from './inbounds.module.css'
import type { InboundActions } from './use-inbound-actions.ts'
import { useInboundMenu } from './use-inbound-menu.ts'

interface Props {
  all: readonly Inbound[]
  online: ReadonlySet<string>
  actions: InboundActions
  field: RefObject<HTMLInputElement | null>
}

const keys: Record<string, (row: Inbound) => number | string> = {
  remark: (row) => nameOf(row).toLowerCase(),
  port: (row) => row.port,
  clients: (row) => emailsOf(row).length,
  traffic: (row) => row.up + row.down,
}

/** All inbounds are loaded, so searching and sorting happen in the browser. */
function shownOf(
  all: readonly Inbound[],
  nodes: readonly Pick<Node, 'id' | 'name'>[],
  q: string,
  sort: string,
): Inbound[] {
  const text = q.trim().toLowerCase()
  const found = all.filter((row) =>
    [
      nameOf(row),
      row.tag,
      row.protocol,
      String(row.port),
      ...streamWords(row),
      nodes.find(({ id }) => id === row.nodeId)?.name ?? '',
    ]
      .join(' ')
      .toLowerCase()
      .includes(text),
  )
  const { key, down } = sortOf(sort)
  const by = keys[key]
  if (!by) return found
  const sign = down ? -1 : 1
  return found.toSorted((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : a.id - b.id))
}

const nothing = () => {}

export function InboundsTable({ all, online, actions, field }: Props) {
  const { t } = useTranslation()
  const { place } = useServices()
  const now = useMinute()
  const [q, setQ] = useUrlState('q')
  const [sort, setSort] = useUrlState('sort')
  const nodes = useNodes().data
  const rows = useMemo(() => shownOf(all, nodes ?? [], q, sort), [all, nodes, q, sort])
  const columns = useInboundColumns(actions, online, now)
  const menu = useInboundMenu(actions)
  useRowKeys({ onEdit: (id) => place.setParams({ i: id }, 'push') })
  return (
    <>
      <TextInput
        ref={field}
        className={styles.search ?? ''}
        type="search"
        aria-label={t('inbounds.search')}
        placeholder={t('inbounds.searchHint')}
        leftSection={<SearchIcon size={16} />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {rows.length === 0 ? (
        <p className={styles.none}>{t('inbounds.noMatch')}</p>
      ) : (
        <DataTable
          label={t('inbounds.title')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={(row) => String(row.id)}
          nameOf={(row) => nameOf(row)}
          onRange={nothing}
          sort={sort}
          onSort={setSort}
          menu={menu}
          card={(row) => <InboundCard inbound={row} online={online} actions={actions} now={now} />}
          cardHeight={158}
        />
      )}
    </>
  )
}
