import { VisuallyHidden } from '@mantine/core'
import { isChosen, type TopologyNode } from '#domain/topology/graph.ts'
import type { Box } from '#domain/topology/layout.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { AlertIcon, ClientsIcon } from '../../../ui/icons.tsx'
import type { OnlineCounts } from '../inbound-view.ts'
import { BoxLink } from './box-link.tsx'
import styles from './diagram.module.css'
import { troublesAt } from './relations.ts'
import type { LeadTo } from './targets.ts'
import type { Scene } from './use-topology.ts'
import { faceOf, nodeRate, sayRate, sayTrouble, sum } from './words.ts'

interface Props {
  node: TopologyNode
  box: Box | undefined
  padding: number
  scene: Scene
  leadTo: LeadTo | undefined
  online: OnlineCounts | undefined
  isRelated: boolean
  onPoint(id: string | undefined): void
}

export function NodeBox({ node, box, padding, scene, isRelated, onPoint, ...more }: Props) {
  const { t, measures } = useTranslation()
  if (!box) return null
  const place = {
    insetInlineStart: box.x + padding,
    insetBlockStart: box.y + padding,
    inlineSize: box.width,
    blockSize: box.height,
  }
  if (node.kind === 'junction') return <span className={styles.junction} style={place} aria-hidden="true" />
  const { name, about } = faceOf(t, node, scene)
  const rate = nodeRate(node, scene.rates)
  const troubles = troublesAt(node, scene.topology)
  const isOff = node.kind === 'inbound' && !node.isOn
  const people = node.kind === 'inbound' ? (more.online?.get(node.inboundId) ?? 0) : 0
  const isBroken = troubles.some((trouble) => !isChosen(trouble))
  const words = [
    ...(people > 0 ? [t('topology.online', { count: people })] : []),
    ...(rate ? [sayRate(t, measures, rate)] : []),
    ...troubles.map((trouble) => sayTrouble(t, trouble)),
  ]
  return (
    <BoxLink
      node={node}
      leadTo={more.leadTo}
      className={styles.box}
      style={place}
      data-node={node.id}
      data-kind={node.kind}
      data-broken={isBroken || undefined}
      data-off={isOff || undefined}
      data-near={isRelated || undefined}
      title={[name, about, ...words].join('\n')}
      onPointerEnter={() => onPoint(node.id)}
      onFocus={() => onPoint(node.id)}
    >
      <span className={styles.name}>
        {isBroken && <AlertIcon size={14} />}
        <bdi>{name}</bdi>
        {people > 0 && (
          <span className={styles.people}>
            <ClientsIcon size={13} /> {measures.count(people)}
          </span>
        )}
      </span>
      <span className={styles.about}>
        <bdi>{isOff ? `${t('topology.off')} · ${about}` : about}</bdi>
        {rate && sum(rate) > 0 && <span className={styles.rate}>{measures.rate(sum(rate))}</span>}
      </span>
      {/* In text what colours and lines show. */}
      <VisuallyHidden>{words.join(' ')}</VisuallyHidden>
    </BoxLink>
  )
}
