import type { Inbound } from '#contract/inbound.ts'
import { runsOn } from '#domain/inbounds/runs-on.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { NodesIcon } from '../../ui/icons.tsx'
import { useNodes } from '../nodes/use-nodes.ts'
import styles from './inbounds.module.css'

/** The node that an inbound runs on; nothing for one that runs on this panel. */
export function NodeMark({ inbound }: { inbound: Pick<Inbound, 'nodeId'> }) {
  const { t } = useTranslation()
  const nodes = useNodes().data
  const place = runsOn(inbound)
  if (place.kind === 'here') return null
  const name = nodes?.find(({ id }) => id === place.node)?.name ?? `#${place.node}`
  return (
    <span className={styles.node} title={t('inbounds.onNode', { name })}>
      <NodesIcon size={14} />
      <bdi className={styles.nodeName}>{name}</bdi>
    </span>
  )
}
