import { useMemo } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Column } from '../../table/column.ts'
import { AlertIcon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { Meter } from '../../ui/meter.tsx'
import { Badges } from './badges.tsx'
import { EnableSwitch } from './enable-switch.tsx'
import { InboundHealth } from './inbound-health.tsx'
import { InboundLink } from './inbound-link.tsx'
import type { OnlineCounts } from './inbound-view.ts'
import styles from './inbounds.module.css'
import { NodeName, useNodeOf } from './node-mark.tsx'
import { PeopleCount } from './people-count.tsx'
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
          <span dir="ltr" className={layout.figures}>
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

/** Beside the name, so that it shows at every width: the core could not open this inbound, or its node is offline. */
function TroubleMark({ inbound }: { inbound: Inbound }) {
  const { t } = useTranslation()
  const node = useNodeOf(inbound)
  if (!inbound.enable || !(inbound.notOpen || node?.isAway)) return null
  const words = inbound.notOpen
    ? `${t('inbounds.stateClosed')}: ${inbound.notOpen}`
    : `${t('inbounds.stateAway')}: \u2068${node?.name}\u2069` // in its own direction (first strong isolate)
  return (
    <span className={styles.trouble} role="img" aria-label={words} title={words}>
      <AlertIcon size={16} />
    </span>
  )
}

function Traffic({ inbound: { up, down, total } }: { inbound: Inbound }) {
  const { t, measures } = useTranslation()
  const used = up + down
  return (
    <span className={styles.traffic}>
      <span className={styles.trafficLine}>
        <span title={t('inbounds.upDown', { up: measures.bytes(up), down: measures.bytes(down) })}>
          {measures.bytes(used)}
        </span>
        {total > 0 && (
          <span className={layout.dim}>{t('inbounds.of', { total: measures.bytes(total) })}</span>
        )}
      </span>
      {total > 0 && <Meter share={used / total} label={t('inbounds.traffic')} />}
    </span>
  )
}
