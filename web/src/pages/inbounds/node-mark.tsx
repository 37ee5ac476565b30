import type { Inbound } from '#contract/inbound.ts'
import { runsOn } from '#domain/inbounds/runs-on.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { NodesIcon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { useNodes } from '../nodes/use-nodes.ts'
import styles from './inbounds.module.css'

interface Props {
  inbound: Pick<Inbound, 'nodeId'>
}

/** The node that an inbound runs on; undefined for one that runs on this panel. */
export function useNodeOf(inbound: Props['inbound']) {
  const nodes = useNodes().data
  const place = runsOn(inbound)
  if (place.kind === 'here') return undefined
  const node = nodes?.find(({ id }) => id === place.node)
  const isAway = node?.enable === true && node.status === 'offline'
  return { id: place.node, name: node?.name ?? `#${place.node}`, isAway }
}

/** The node that an inbound runs on; nothing for one that runs on this panel. */
export function NodeMark({ inbound }: Props) {
  const { t } = useTranslation()
  const node = useNodeOf(inbound)
  if (!node) return null
  return (
    <span className={styles.node} title={t('inbounds.onNode', { name: node.name })}>
      <NodesIcon size={14} />
      <bdi className={styles.nodeName}>{node.name}</bdi>
    </span>
  )
}

/** The same in a column of its own: a link to the node. */
export function NodeName({ inbound }: Props) {
  const { t } = useTranslation()
  const node = useNodeOf(inbound)
  if (!node) return <span className={layout.dim}>{t('inboundForm.thisPanel')}</span>
  return (
    <Link to={`${paths.nodes}?n=${node.id}`} className={styles.nodeLink} title={node.name}>
      <bdi>{node.name}</bdi>
    </Link>
  )
}
