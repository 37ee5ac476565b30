import { type ReactNode, useMemo } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { type Column, columnsOf, type Layout } from '../../table/column.ts'
import {
  Badges,
  EnableSwitch,
  InboundHealth,
  InboundLink,
  NodeName,
  PeopleCount,
  Traffic,
  TroubleMark,
} from './cells.tsx'
import type { OnlineCounts } from './inbound-view.ts'
import styles from './inbounds.module.css'
import type { InboundActions } from './use-inbound-actions.ts'

const layouts = {
  enable: { word: 'inbounds.enable', min: 84, grow: 0, fixed: true },
  name: { word: 'inbounds.name', min: 180, grow: 2, fixed: true, sort: 'remark' },
  node: { word: 'inbounds.node', min: 120, yields: 2.5, sort: 'node' },
  kind: { word: 'inbounds.kind', min: 220, grow: 1, yields: 2 },
  port: { word: 'inbounds.port', min: 90, grow: 0, sort: 'port', yields: 1 },
  clients: { word: 'inbounds.clients', min: 150, sort: 'clients', yields: 3 },
  traffic: { word: 'inbounds.traffic', min: 190, sort: 'traffic', yields: 4 },
  state: { word: 'inbounds.state', min: 110, grow: 0, yields: 5 },
} as const satisfies Record<string, Layout>

export function useInboundColumns(
  actions: InboundActions,
  online: OnlineCounts,
  now: number,
  hasNodes: boolean,
): Column<Inbound>[] {
  const { t } = useTranslation()
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
