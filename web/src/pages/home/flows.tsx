import { useElementSize } from '@mantine/hooks'
import type { Inbound } from '#contract/inbound.ts'
import type { TopologyNode } from '#domain/topology/graph.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { ClientsIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { OnlineCounts } from '../inbounds/inbound-view.ts'
import { BoxLink } from '../inbounds/topology/box-link.tsx'
import { Diagram } from '../inbounds/topology/diagram.tsx'
import type { LeadTo } from '../inbounds/topology/targets.ts'
import { type Scene, useTopology } from '../inbounds/topology/use-topology.ts'
import { faceOf, nodeRate, sum } from '../inbounds/topology/words.ts'
import { useOnline } from '../inbounds/use-inbounds.ts'
import { usageUrl } from '../usage/usage-url.ts'
import styles from './flows.module.css'

/** Below this width only a list fits. */
const LIST_BELOW = 700

/** A flow opens its top users; what carries no names opens where it is edited. */
function topUsersOf(node: TopologyNode): string | undefined {
  if (node.kind === 'inbound') return usageUrl({ inbound: node.tag })
  if (node.kind === 'server') return usageUrl({ node: String(node.serverId) })
  if (node.kind === 'dest') return `${paths.inbounds}?i=${node.masterId}`
  if (node.kind !== 'port') return undefined
  const [only, second] = node.inboundIds
  return only !== undefined && second === undefined ? `${paths.inbounds}?i=${only}` : paths.inbounds
}

export function Flows() {
  const inbounds = useReply(endpoints.usage.inbounds)
  return (
    <Loaded query={inbounds} rows={1}>
      {(all) => (all.length === 0 ? <Nothing /> : <Stage all={all} />)}
    </Loaded>
  )
}

function Nothing() {
  const { t } = useTranslation()
  return (
    <p className={styles.nothing} data-flows="none">
      {t('home.sluiceNone')} <Link to={`${paths.inbounds}?new=inbound`}>{t('home.sluiceAdd')}</Link>
    </p>
  )
}

function Stage({ all }: { all: readonly Inbound[] }) {
  const { ref, width } = useElementSize()
  const { scene, missing } = useTopology(all)
  const online = useOnline()
  const shared = { leadTo: topUsersOf, online }
  return (
    <div ref={ref} className={styles.stage} data-flows={scene ? 'there' : undefined}>
      {!scene && (
        <Loaded query={missing} rows={1}>
          {() => null}
        </Loaded>
      )}
      {scene && width > 0 && width < LIST_BELOW && <FlowList scene={scene} {...shared} />}
      {scene && width >= LIST_BELOW && <Diagram scene={scene} isPaused={false} isPlain {...shared} />}
    </div>
  )
}

interface FlowListProps {
  scene: Scene
  leadTo: LeadTo
  online: OnlineCounts
}

/** The diagram for a narrow screen: incoming and outgoing traffic as two lists. */
function FlowList(props: FlowListProps) {
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

interface SideProps extends FlowListProps {
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
      <ul className="stack8">
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
