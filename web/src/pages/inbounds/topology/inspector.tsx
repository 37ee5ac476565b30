import type { Inbound } from '#contract/inbound.ts'
import type { TopologyNode } from '#domain/topology/graph.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import styles from './picture.module.css'
import { neighbours, troublesAt } from './relations.ts'
import { targetOf } from './targets.ts'
import type { Scene } from './use-topology.ts'
import { faceOf, nodeRate, sayCondition, sayNames, sayRate, sayTrouble } from './words.ts'

interface Props {
  node: TopologyNode | undefined
  scene: Scene
  inboundOf(id: number): Inbound | undefined
}

const MOST = 6

/** Details of the hovered or focused box; they stay until another one is chosen (WCAG 1.4.13). */
export function Inspector({ node, scene, inboundOf }: Props) {
  const { t, measures } = useTranslation()
  if (!node)
    return (
      <p className={styles.inspector}>
        {t('topology.point')} {t('topology.keys')}
      </p>
    )
  const { topology, rates } = scene
  const nodeOf = (id: string) => topology.nodes.find((other) => other.id === id)
  const { name, about } = faceOf(t, node, inboundOf)
  const names = (end: 'from' | 'to') => {
    const list = neighbours(node.id, end, topology, nodeOf).map((other) => faceOf(t, other, inboundOf).name)
    const all = [...new Set(list)]
    const rest = all.length - MOST
    return sayNames(all.slice(0, MOST)) + (rest > 0 ? ` ${t('topology.more', { count: rest })}` : '')
  }
  const rate = nodeRate(node, rates)
  const target = targetOf(node)
  const takes = topology.edges.filter(({ to, kind }) => to === node.id && kind === 'fallback')
  const facts = [
    { term: t('topology.tag'), text: node.kind === 'inbound' ? node.tag : '' },
    { term: t('topology.now'), text: rate ? sayRate(t, measures, rate) : '' },
    { term: t('topology.takes'), text: sayNames(takes.flatMap(({ labels }) => labels)) },
    { term: t('topology.comesFrom'), text: names('from') },
    { term: t('topology.leadsTo'), text: names('to') },
  ].filter(({ text }) => text !== '')
  const rules = node.kind === 'rule' ? node.rules : []
  return (
    <div className={styles.inspector} data-inspector>
      <p className={styles.inspected}>
        <bdi>{name}</bdi> <span className={styles.dim}>{about}</span>
      </p>
      <dl className={styles.facts}>
        {facts.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {rules.slice(0, MOST).map(({ number, conditions }) => (
        <p key={number} className={styles.dim}>
          {t('topology.rule', { number })}:{' '}
          {conditions.map((condition) => sayCondition(t, condition, MOST)).join(' · ') ||
            t('topology.condAll')}
        </p>
      ))}
      {troublesAt(node, topology).map((trouble) => (
        <p key={trouble.why + trouble.name} className={styles.why}>
          <AlertIcon size={14} /> {sayTrouble(t, trouble)}
        </p>
      ))}
      {target && (
        <p className={styles.dim}>
          {t(
            node.kind === 'server'
              ? 'topology.opensNode'
              : 'to' in target
                ? 'topology.opensNetwork'
                : 'topology.opensEditor',
          )}
        </p>
      )}
    </div>
  )
}
