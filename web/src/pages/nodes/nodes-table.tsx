import { type ReactNode, useMemo } from 'react'
import type { Node } from '#contract/node.ts'
import { useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { columnsOf, type Layout } from '../../table/column.ts'
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
import type { NodeActions } from './use-node-actions.tsx'
import { useNodeMenu } from './use-node-menu.ts'

const values: Record<string, (node: Node) => number | string> = {
  name: (node) => node.name.toLowerCase(),
  latency: (node) => node.latencyMs,
  behind: (node) => node.behind,
  online: (node) => node.onlineCount,
}

const layouts = {
  enable: { word: 'nodes.enabled', min: 84, grow: 0, fixed: true },
  name: { word: 'nodes.name', min: 180, grow: 2, fixed: true, sort: 'name' },
  health: { word: 'nodes.health', min: 140, grow: 3, fixed: true, sort: 'latency' },
  step: { word: 'nodes.step', min: 150, grow: 1.6, yields: 1, sort: 'behind' },
  counts: { word: 'nodes.carries', min: 120, yields: 2, sort: 'online' },
  latency: { word: 'nodes.latencyTitle', min: 150, yields: 4 },
  traffic: { word: 'nodes.traffic', min: 140, yields: 5 },
  versions: { word: 'nodes.versions', min: 120, yields: 3 },
} as const satisfies Record<string, Layout>

const cellsWith = (actions: NodeActions): Record<keyof typeof layouts, (node: Node) => ReactNode> => ({
  enable: (node) => <EnableSwitch node={node} actions={actions} />,
  name: (node) => <NodeName node={node} />,
  health: (node) => <NodeHealth node={node} />,
  step: (node) => <NodeStep node={node} />,
  counts: (node) => <NodeCounts node={node} />,
  latency: (node) => <LatencyTrend node={node} brief />,
  traffic: (node) => <TrafficTrend node={node} brief />,
  versions: (node) => <NodeVersions node={node} />,
})

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
  const columns = useMemo(() => columnsOf(t, layouts, cellsWith(actions)), [t, actions])
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
