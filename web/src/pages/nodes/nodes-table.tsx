import { useMemo } from 'react'
import type { Node } from '#contract/node.ts'
import { useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import type { Column } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { sortedBy } from '../../table/sorted.ts'
import { useRowKeys } from '../../table/use-row-keys.ts'
import {
  EnableSwitch,
  NodeCounts,
  NodeHealth,
  NodeName,
  NodeReason,
  NodeStep,
  NodeVersions,
} from './cells.tsx'
import styles from './nodes.module.css'
import { LatencyTrend, TrafficTrend } from './trends.tsx'
import type { NodeActions } from './use-node-actions.ts'
import { useNodeMenu } from './use-node-menu.ts'

const values: Record<string, (node: Node) => number | string> = {
  name: (node) => node.name.toLowerCase(),
  latency: (node) => node.latencyMs,
  behind: (node) => node.behind,
  online: (node) => node.onlineCount,
}

function useColumns(actions: NodeActions): Column<Node>[] {
  const { t } = useApp()
  return useMemo(
    () => [
      {
        id: 'enable',
        title: t('nodes.enabled'),
        min: 84,
        grow: 0,
        fixed: true,
        cell: (node) => <EnableSwitch node={node} actions={actions} />,
      },
      {
        id: 'name',
        title: t('nodes.name'),
        min: 180,
        grow: 2,
        fixed: true,
        sort: 'name',
        cell: (node) => <NodeName node={node} />,
      },
      {
        id: 'health',
        title: t('nodes.health'),
        min: 140,
        grow: 3,
        fixed: true,
        sort: 'latency',
        cell: (node) => <NodeHealth node={node} />,
      },
      {
        id: 'step',
        title: t('nodes.step'),
        min: 150,
        grow: 1.6,
        yields: 1,
        sort: 'behind',
        cell: (node) => <NodeStep node={node} />,
      },
      {
        id: 'counts',
        title: t('nodes.carries'),
        min: 120,
        yields: 2,
        sort: 'online',
        cell: (node) => <NodeCounts node={node} />,
      },
      {
        id: 'latency',
        title: t('nodes.latencyTitle'),
        min: 150,
        yields: 4,
        cell: (node) => <LatencyTrend node={node} brief />,
      },
      {
        id: 'traffic',
        title: t('nodes.traffic'),
        min: 140,
        yields: 5,
        cell: (node) => <TrafficTrend node={node} brief />,
      },
      {
        id: 'versions',
        title: t('nodes.versions'),
        min: 120,
        yields: 3,
        cell: (node) => <NodeVersions node={node} />,
      },
    ],
    [t, actions],
  )
}

/** A row on a phone. */
function NodeCard({ node, actions }: { node: Node; actions: NodeActions }) {
  return (
    <div className={styles.card}>
      <NodeName node={node} />
      <div className={styles.cardLine}>
        <NodeHealth node={node} isCard />
        <NodeStep node={node} isCard />
      </div>
      <NodeReason node={node} />
      <div className={styles.cardLine}>
        <NodeCounts node={node} />
        <EnableSwitch node={node} actions={actions} />
      </div>
    </div>
  )
}

export function NodesTable({ all, actions }: { all: readonly Node[]; actions: NodeActions }) {
  const { t, router } = useApp()
  const [sort, setSort] = useUrlState('sort')
  const rows = useMemo(() => sortedBy(all, sort, values), [all, sort])
  const columns = useColumns(actions)
  const menu = useNodeMenu(actions)
  useRowKeys({ onEdit: (id) => router.setParams({ n: id }, 'push') })
  return (
    <DataTable
      label={t('nodes.title')}
      columns={columns}
      count={rows.length}
      rowAt={(index) => rows[index]}
      keyOf={(node) => String(node.id)}
      nameOf={(node) => node.name}
      sort={sort}
      onSort={setSort}
      menu={menu}
      card={(node) => <NodeCard node={node} actions={actions} />}
      cardHeight={206}
    />
  )
}
