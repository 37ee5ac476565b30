import { isChosen, type TopologyEdge, type TopologyNode } from '#domain/topology/graph.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { BoxLink } from './box-link.tsx'
import { neighbours, troublesAt } from './relations.ts'
import { targetOf } from './targets.ts'
import styles from './topology-list.module.css'
import type { Scene } from './use-topology.ts'
import { faceOf, nodeRate, sayNames, sayRate, sayTrouble } from './words.ts'

/** The graph as text: inbounds with their fallbacks, rules in order, outbounds. */
export function TopologyList({ scene }: { scene: Scene }) {
  const { t } = useTranslation()
  const { nodes, edges } = scene.topology
  const nodeOf = (id: string) => nodes.find((node) => node.id === id)
  const entered = new Set(edges.filter(({ kind }) => kind !== 'routing').map(({ to }) => to))
  const isEntrance = ({ column }: TopologyNode) => ['server', 'port', 'inbound', 'child'].includes(column)
  const roots = nodes.filter((node) => isEntrance(node) && !entered.has(node.id))
  const nameOf = (node: TopologyNode) => faceOf(t, node, scene).name
  const namesOf = (node: TopologyNode, end: 'from' | 'to') => [
    ...new Set(neighbours(node.id, end, scene.topology, nodeOf).map(nameOf)),
  ]
  return (
    <div className={styles.parts} data-topology-list>
      <Part title={t('topology.listIn')}>
        {roots.map((node) => (
          <Branch key={node.id} scene={scene} node={node} nodeOf={nodeOf} seen={[]} />
        ))}
      </Part>
      <Part title={t('topology.listRules')}>
        {nodes
          .filter(({ column }) => column === 'rule')
          .map((node) => (
            <Item key={node.id} scene={scene} node={node}>
              <p>
                {t('topology.for', {
                  names: inboundNames(node, namesOf(node, 'from'), t('topology.everyInbound')),
                })}
              </p>
              <p>{t('topology.to', { name: sayNames(namesOf(node, 'to')) || t('topology.destNone') })}</p>
            </Item>
          ))}
      </Part>
      <Part title={t('topology.listOut')}>
        {(['balancer', 'outbound'] as const)
          .flatMap((column) => nodes.filter((node) => node.column === column))
          .map((node) => {
            const from = namesOf(node, 'from')
            return (
              <Item key={node.id} scene={scene} node={node}>
                {from.length > 0 ? (
                  <p>{t('topology.from', { names: sayNames(from) })}</p>
                ) : (
                  <p>{t('topology.unused')}</p>
                )}
                {node.kind === 'balancer' && (
                  <p>{t('topology.to', { name: sayNames(namesOf(node, 'to')) })}</p>
                )}
              </Item>
            )
          })}
      </Part>
    </div>
  )
}

/** A rule that names no inbound applies to all; listing all would say less. */
const inboundNames = (node: TopologyNode, names: readonly string[], all: string): string =>
  node.kind === 'rule' && node.rules.some(({ inboundTags }) => inboundTags.length > 0) ? sayNames(names) : all

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className={styles.part}>
    <h2 className={styles.title}>{title}</h2>
    <ul className={styles.list}>{children}</ul>
  </section>
)

interface ItemProps {
  scene: Scene
  node: TopologyNode
  /** The condition of a fallback. */
  labels?: readonly string[]
  children?: React.ReactNode
}

function Item({ node, scene, labels = [], children }: ItemProps) {
  const { t, measures } = useTranslation()
  const { name, about } = faceOf(t, node, scene)
  const rate = nodeRate(node, scene.rates)
  // A stopped core is said once, above the list.
  const troubles = troublesAt(node, scene.topology).filter(({ why }) => why !== 'coreDown')
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        {targetOf(node) ? (
          <BoxLink node={node} className={styles.name} data-item={node.id}>
            <bdi>{name}</bdi>
          </BoxLink>
        ) : (
          <bdi className={styles.name}>{name}</bdi>
        )}
        <span className="dim80">{about}</span>
        {labels.map((label) => (
          <code key={label} dir="ltr">
            {label}
          </code>
        ))}
      </div>
      <div className={styles.words}>
        {rate && <p>{sayRate(t, measures, rate)}</p>}
        {troubles.map((trouble) => (
          <StatusWord
            key={trouble.why + trouble.name}
            tone={isChosen(trouble) ? 'none' : 'bad'}
            word={sayTrouble(t, trouble)}
          />
        ))}
        {children}
      </div>
    </li>
  )
}

interface BranchProps extends Pick<ItemProps, 'node' | 'scene'> {
  nodeOf(id: string): TopologyNode | undefined
  /** The path so far: ends a loop of fallbacks. */
  seen: readonly string[]
  edge?: TopologyEdge
}

function Branch({ node, nodeOf, seen, edge, scene }: BranchProps) {
  const below = scene.topology.edges.filter(
    ({ from, to, kind }) => from === node.id && kind !== 'routing' && kind !== 'send' && !seen.includes(to),
  )
  return (
    <Item scene={scene} node={node} labels={edge?.labels ?? []}>
      {below.length > 0 && (
        <ul className={styles.list}>
          {below.map((way) => {
            const child = nodeOf(way.to)
            return (
              child && (
                <Branch
                  key={way.id}
                  scene={scene}
                  node={child}
                  nodeOf={nodeOf}
                  seen={[...seen, node.id]}
                  edge={way}
                />
              )
            )
          })}
        </ul>
      )}
    </Item>
  )
}
