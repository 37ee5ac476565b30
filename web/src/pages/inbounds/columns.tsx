import { useMemo } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Column } from '../../table/column.ts'
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

export function useInboundColumns(
  actions: InboundActions,
  online: OnlineCounts,
  now: number,
  hasNodes: boolean,
): Column<Inbound>[] {
  const { t } = useTranslation()
  return useMemo((): Column<Inbound>[] => {
    const node: Column<Inbound> = {
      id: 'node',
      title: t('inbounds.node'),
      min: 120,
      yields: 2.5,
      sort: 'node',
      cell: (row) => <NodeName inbound={row} />,
    }
    return [
      {
        id: 'enable',
        title: t('inbounds.enable'),
        min: 84,
        grow: 0,
        fixed: true,
        cell: (row) => <EnableSwitch inbound={row} actions={actions} />,
      },
      {
        id: 'name',
        title: t('inbounds.name'),
        min: 180,
        grow: 2,
        fixed: true,
        sort: 'remark',
        cell: (row) => (
          <span className={styles.named}>
            <TroubleMark inbound={row} />
            <InboundLink inbound={row} />
          </span>
        ),
      },
      ...(hasNodes ? [node] : []),
      {
        id: 'kind',
        title: t('inbounds.kind'),
        min: 220,
        grow: 1,
        yields: 2,
        cell: (row) => <Badges inbound={row} />,
      },
      {
        id: 'port',
        title: t('inbounds.port'),
        min: 90,
        grow: 0,
        sort: 'port',
        yields: 1,
        cell: ({ port }) => (
          <span dir="ltr" className="figures">
            {port || '–'}
          </span>
        ),
      },
      {
        id: 'clients',
        title: t('inbounds.clients'),
        min: 150,
        sort: 'clients',
        yields: 3,
        cell: (row) => <PeopleCount inbound={row} online={online} />,
      },
      {
        id: 'traffic',
        title: t('inbounds.traffic'),
        min: 190,
        sort: 'traffic',
        yields: 4,
        cell: (row) => <Traffic inbound={row} />,
      },
      {
        id: 'state',
        title: t('inbounds.state'),
        min: 110,
        grow: 0,
        yields: 5,
        cell: (row) => <InboundHealth inbound={row} now={now} />,
      },
    ]
  }, [t, actions, online, now, hasNodes])
}
