import { useDirection, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { type Column, isChosen, type TopologyNode } from '#domain/topology/graph.ts'
import { type Box, layoutOf, type Measures } from '#domain/topology/layout.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { AlertIcon, ClientsIcon } from '../../../ui/icons.tsx'
import type { OnlineCounts } from '../inbound-view.ts'
import { BoxLink } from './box-link.tsx'
import styles from './diagram.module.css'
import { Lines } from './lines.tsx'
import { neighbours, relatedTo, troublesAt } from './relations.ts'
import { nextBox } from './steps.ts'
import { targetOf } from './targets.ts'
import type { Scene } from './use-topology.ts'
import { faceOf, nodeRate, sayCondition, sayNames, sayRate, sayTrouble, sum } from './words.ts'

/** All columns fit a screen of 1440 px. */
const widths: Record<Column, number> = {
  server: 130,
  port: 84,
  inbound: 160,
  child: 160,
  junction: 14,
  rule: 172,
  balancer: 140,
  outbound: 144,
}
/** A box is as wide as its column; a junction is a point. */
const sizes: Measures['sizeOf'] = ({ kind, column }) => {
  if (kind === 'junction') return { width: 14, height: 14 }
  return { width: widths[column], height: 54 }
}
const PADDING = 20

interface DiagramProps {
  scene: Scene
  isPaused: boolean
  /** Shown in the boxes of inbounds. */
  online: OnlineCounts
}

/** Boxes over lines. `x` is from the inline start: right-to-left mirrors it. */
export function Diagram({ scene, isPaused, online }: DiagramProps) {
  const { topology } = scene
  const { t } = useTranslation()
  const { ref, width } = useElementSize()
  const [active, setActive] = useState<string>()
  const layout = useMemo(
    () =>
      layoutOf(topology, {
        sizeOf: sizes,
        gap: 18,
        width: width - 2 * PADDING,
        leastSpan: 32,
        mostSpan: 150,
      }),
    [topology, width],
  )
  const related = useMemo(() => (active ? relatedTo(active, topology) : undefined), [active, topology])
  const ordered = useMemo(
    () => topology.nodes.toSorted((a, b) => byPlace(layout.boxes.get(a.id), layout.boxes.get(b.id))),
    [topology, layout],
  )
  const step = useSteps(scene, layout.boxes)
  const shown = topology.nodes.find(({ id }) => id === active)
  return (
    <section className={styles.frame} aria-label={t('topology.title')} ref={ref}>
      {/* Arrow keys are a shortcut; Tab reaches every box too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside have the focus */}
      <div className={styles.scroll} onKeyDown={step}>
        <div
          className={styles.sheet}
          style={{ inlineSize: layout.width + 2 * PADDING, blockSize: layout.height + 2 * PADDING }}
        >
          <Lines
            scene={scene}
            layout={layout}
            padding={PADDING}
            related={related?.edges}
            isPaused={isPaused}
          />
          {ordered.map((node) => (
            <NodeBox
              key={node.id}
              node={node}
              box={layout.boxes.get(node.id)}
              padding={PADDING}
              scene={scene}
              online={online}
              isRelated={related?.nodes.has(node.id) ?? false}
              onPoint={setActive}
            />
          ))}
        </div>
      </div>
      <Inspector node={shown} scene={scene} />
    </section>
  )
}

const byPlace = (a: Box | undefined, b: Box | undefined) =>
  (a?.x ?? 0) + (a?.width ?? 0) / 2 - (b?.x ?? 0) - (b?.width ?? 0) / 2 || (a?.y ?? 0) - (b?.y ?? 0)

/** Arrow keys: along the column, and along the lines. */
function useSteps({ topology }: Scene, boxes: ReadonlyMap<string, Box>) {
  const { dir } = useDirection()
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const from = (event.target as HTMLElement).dataset.node // only boxes have one
    const to = from && nextBox(from, event.key, dir, topology, boxes)
    if (!to) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-node="${CSS.escape(to)}"]`)?.focus()
  }
}

const MOST = 6

/** Details of the hovered or focused box; they stay until another one is chosen (WCAG 1.4.13). */
function Inspector({ node, scene }: { node: TopologyNode | undefined; scene: Scene }) {
  const { t, measures } = useTranslation()
  if (!node)
    return (
      <p className={styles.inspector}>
        {t('topology.point')} {t('topology.keys')}
      </p>
    )
  const { topology, rates } = scene
  const nodeOf = (id: string) => topology.nodes.find((other) => other.id === id)
  const { name, about } = faceOf(t, node, scene)
  const names = (end: 'from' | 'to') => {
    const list = neighbours(node.id, end, topology, nodeOf).map((other) => faceOf(t, other, scene).name)
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

interface Props {
  node: TopologyNode
  box: Box | undefined
  padding: number
  scene: Scene
  online: OnlineCounts
  isRelated: boolean
  onPoint(id: string | undefined): void
}

function NodeBox({ node, box, padding, scene, online, isRelated, onPoint }: Props) {
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
  const people = node.kind === 'inbound' ? (online.get(node.inboundId) ?? 0) : 0
  const isBroken = troubles.some((trouble) => !isChosen(trouble))
  const words = [
    ...(people > 0 ? [t('topology.online', { count: people })] : []),
    ...(rate ? [sayRate(t, measures, rate)] : []),
    ...troubles.map((trouble) => sayTrouble(t, trouble)),
  ]
  return (
    <BoxLink
      node={node}
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
