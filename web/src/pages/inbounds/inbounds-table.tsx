import { TextInput } from '@mantine/core'
import { type ReactNode, type RefObject, useMemo } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { FilterSelect } from '../../forms/filter-select.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { type Column, columnsOf, type Layout } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { sortedBy } from '../../table/sorted.ts'
import { useRowKeys } from '../../table/use-row-keys.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useNodes } from '../nodes/use-nodes.ts'
import {
  Badges,
  EnableSwitch,
  HealthDetail,
  InboundHealth,
  InboundLink,
  NodeMark,
  NodeName,
  PeopleCount,
  Traffic,
  TroubleMark,
} from './cells.tsx'
import { emailsOf, nameOf, type OnlineCounts, streamWords } from './inbound-view.ts'
import styles from './inbounds.module.css'
import type { InboundActions } from './use-inbound-actions.ts'
import { useInboundMenu } from './use-inbound-menu.ts'

interface Props {
  all: readonly Inbound[]
  online: OnlineCounts
  actions: InboundActions
  field: RefObject<HTMLInputElement | null>
}

type Named = readonly Pick<Node, 'id' | 'name'>[]

const nodeName = ({ nodeId }: Inbound, nodes: Named): string =>
  nodes.find(({ id }) => id === nodeId)?.name ?? ''

/** All inbounds are loaded, so searching and sorting happen in the browser. */
function shownOf(all: readonly Inbound[], nodes: Named, q: string, node: string, sort: string) {
  const text = q.trim().toLowerCase()
  const isThere = (row: Inbound) => node === '' || (row.nodeId ?? 0) === Number(node)
  const wordsOf = (row: Inbound) =>
    [
      ...[nameOf(row), row.tag, row.protocol, String(row.port), ...streamWords(row)],
      ...[nodeName(row, nodes), ...row.labels],
    ].join(' ')
  const found = all.filter((row) => isThere(row) && wordsOf(row).toLowerCase().includes(text))
  return sortedBy(found, sort, {
    remark: (row) => nameOf(row).toLowerCase(),
    port: (row) => row.port,
    clients: (row) => emailsOf(row).length,
    traffic: (row) => row.up + row.down,
    node: (row) => nodeName(row, nodes).toLowerCase(),
  })
}

export function InboundsTable({ all, online, actions, field }: Props) {
  const { t, router } = useApp()
  const now = useMinute()
  const [q, setQ] = useUrlState('q')
  const [sort, setSort] = useUrlState('sort')
  const [node, setNode] = useUrlState('node')
  const nodes = useNodes().data
  const hasNodes = (nodes?.length ?? 0) > 0
  const rows = useMemo(() => shownOf(all, nodes ?? [], q, node, sort), [all, nodes, q, node, sort])
  const columns = useInboundColumns(actions, online, now, hasNodes)
  const menu = useInboundMenu(actions)
  useRowKeys({ onEdit: (id) => router.setParams({ i: id }, 'push') })
  return (
    <>
      <div className={styles.tools}>
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
        {/* `?node=<id>` shows the inbounds of one node, `?node=0` those of this panel. */}
        {(hasNodes || node !== '') && (
          <FilterSelect
            label={t('inbounds.node')}
            className={styles.nodeFilter}
            options={[
              { value: '', label: t('inbounds.allNodes') },
              { value: '0', label: t('inboundForm.thisPanel') },
              ...(nodes ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={node}
            onChange={setNode}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p className="nothing">{t('inbounds.noMatch')}</p>
      ) : (
        <DataTable
          label={t('inbounds.title')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={(row) => String(row.id)}
          nameOf={(row) => nameOf(row)}
          sort={sort}
          onSort={setSort}
          menu={menu}
          card={(row) => <InboundCard inbound={row} online={online} actions={actions} now={now} />}
          cardHeight={178}
        />
      )}
    </>
  )
}

interface InboundCardProps extends Pick<Props, 'online' | 'actions'> {
  inbound: Inbound
  now: number
}

/** A row on a phone. */
function InboundCard({ inbound, online, actions, now }: InboundCardProps) {
  const { measures } = useApp()
  return (
    <div className="stack8">
      <div className={styles.cardHead}>
        <InboundLink inbound={inbound} />
        <span dir="ltr" className="dim">
          {inbound.port > 0 && `:${inbound.port}`}
        </span>
        <NodeMark inbound={inbound} />
      </div>
      <Badges inbound={inbound} />
      <div className={styles.cardLine}>
        <PeopleCount inbound={inbound} online={online} />
        <span>{measures.bytes(inbound.up + inbound.down)}</span>
      </div>
      <div className={styles.cardLine}>
        <InboundHealth inbound={inbound} now={now} />
        <EnableSwitch inbound={inbound} actions={actions} />
      </div>
      <HealthDetail inbound={inbound} />
    </div>
  )
}

const layouts = {
  enable: { word: 'inbounds.enable', min: 84, grow: 0, fixed: true },
  name: { word: 'inbounds.name', min: 150, grow: 2, fixed: true, sort: 'remark' },
  node: { word: 'inbounds.node', min: 120, yields: 2.5, sort: 'node' },
  kind: { word: 'inbounds.kind', min: 195, grow: 1, yields: 2 },
  port: { word: 'inbounds.port', min: 90, grow: 0, sort: 'port', yields: 1 },
  clients: { word: 'inbounds.clients', min: 150, sort: 'clients', yields: 3 },
  traffic: { word: 'inbounds.traffic', min: 190, sort: 'traffic', yields: 4 },
  state: { word: 'inbounds.state', min: 118, grow: 0, yields: 3.5 },
} as const satisfies Record<string, Layout>

function useInboundColumns(
  actions: InboundActions,
  online: OnlineCounts,
  now: number,
  hasNodes: boolean,
): Column<Inbound>[] {
  const { t } = useApp()
  return useMemo(() => {
    const cells: Record<keyof typeof layouts, (row: Inbound) => ReactNode> = {
      enable: (row) => <EnableSwitch inbound={row} actions={actions} />,
      name: (row) => (
        <span className={styles.named}>
          <TroubleMark inbound={row} />
          <InboundLink inbound={row} />
        </span>
      ),
      node: (row) => <NodeName inbound={row} />,
      kind: (row) => <Badges inbound={row} />,
      port: ({ port }) => (
        <span dir="ltr" className="figures">
          {port || '–'}
        </span>
      ),
      clients: (row) => <PeopleCount inbound={row} online={online} />,
      traffic: (row) => <Traffic inbound={row} />,
      state: (row) => <InboundHealth inbound={row} now={now} />,
    }
    const all = columnsOf(t, layouts, cells)
    return hasNodes ? all : all.filter(({ id }) => id !== 'node')
  }, [t, actions, online, now, hasNodes])
}
