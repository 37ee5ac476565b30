import type { TopologyNode } from '#domain/topology/graph.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { ClientsIcon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import type { OnlineCounts } from '../inbounds/inbound-view.ts'
import { BoxLink } from '../inbounds/topology/box-link.tsx'
import type { LeadTo } from '../inbounds/topology/targets.ts'
import type { Scene } from '../inbounds/topology/use-topology.ts'
import { faceOf, nodeRate, sum } from '../inbounds/topology/words.ts'
import styles from './flows.module.css'

interface Props {
  scene: Scene
  leadTo: LeadTo
  online: OnlineCounts
}

/** The diagram for a narrow screen: incoming and outgoing traffic as two lists. */
export function FlowList(props: Props) {
  const { t } = useTranslation()
  const { nodes } = props.scene.topology
  return (
    <div className={styles.parts}>
      <Side {...props} title={t('topology.listIn')} nodes={nodes.filter(({ kind }) => kind === 'inbound')} />
      <Side
        {...props}
        title={t('topology.listOut')}
        nodes={nodes.filter(({ kind }) => kind === 'outbound')}
      />
    </div>
  )
}

interface SideProps extends Props {
  title: string
  nodes: readonly TopologyNode[]
}

function Side({ title, nodes, scene, leadTo, online }: SideProps) {
  const { t, measures } = useTranslation()
  const rates = new Map(
    nodes.map((node) => [node.id, sum(nodeRate(node, scene.rates) ?? { up: 0, down: 0 })]),
  )
  const most = Math.max(1, ...rates.values())
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={layout.stack8}>
        {nodes.map((node) => {
          const rate = rates.get(node.id) ?? 0
          const people = node.kind === 'inbound' ? (online.get(node.inboundId) ?? 0) : 0
          return (
            <li key={node.id} className={styles.row}>
              <BoxLink node={node} leadTo={leadTo}>
                <bdi>{faceOf(t, node, scene).name}</bdi>
              </BoxLink>
              <span className={styles.people}>
                {people > 0 && (
                  <>
                    <ClientsIcon size={13} /> {measures.count(people)}
                  </>
                )}
              </span>
              <span>{rate > 0 ? measures.rate(rate) : t('topology.quiet')}</span>
              <span className={styles.flow} aria-hidden="true">
                {rate > 0 && <span style={{ inlineSize: `${Math.sqrt(rate / most) * 100}%` }} />}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
