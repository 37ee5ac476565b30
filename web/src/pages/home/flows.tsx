import { useElementSize } from '@mantine/hooks'
import type { Inbound } from '#contract/inbound.ts'
import type { TopologyNode } from '#domain/topology/graph.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Diagram } from '../inbounds/topology/diagram.tsx'
import { useTopology } from '../inbounds/topology/use-topology.ts'
import { useOnline } from '../inbounds/use-inbounds.ts'
import { usageUrl } from '../usage/usage-url.ts'
import { FlowList } from './flow-list.tsx'
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
