import { rateOf, widthOf } from '#domain/topology/flows.ts'
import { isChosen, type TopologyEdge } from '#domain/topology/graph.ts'
import type { Layout, Point } from '#domain/topology/layout.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import styles from './diagram.module.css'
import { linePath, markAt } from './line-path.ts'
import type { Scene } from './use-topology.ts'
import { faceOf, sayRate, sayTrouble, sum } from './words.ts'

interface Props {
  scene: Scene
  layout: Layout
  padding: number
  /** Those of the current box. */
  related: ReadonlySet<string> | undefined
  isPaused: boolean
}

/** The lines between boxes. Hidden from screen readers: the boxes and the list say the same. */
export function Lines({ scene, layout, padding, related, isPaused }: Props) {
  const { topology, rates } = scene
  const { t, measures } = useTranslation()
  const names = new Map(topology.nodes.map((node) => [node.id, faceOf(t, node, scene).name]))
  const rateAt = ({ meter }: TopologyEdge) => meter && rateOf(meter, rates)
  const most = Math.max(...topology.edges.map((edge) => sum(rateAt(edge) ?? still)))
  const say = (edge: TopologyEdge) => {
    const ends = { from: names.get(edge.from) ?? '', to: names.get(edge.to) ?? '' }
    if (edge.trouble) return t('topology.lineBroken', { ...ends, reason: sayTrouble(t, edge.trouble) })
    const rate = rateAt(edge)
    return rate
      ? t('topology.lineKnown', { ...ends, rate: sayRate(t, measures, rate) })
      : t('topology.lineUnknown', ends)
  }
  const stateOf = ({ trouble, ...edge }: TopologyEdge) => {
    if (trouble) return isChosen(trouble) ? 'off' : 'broken'
    const rate = rateAt(edge)
    if (!rate) return 'unknown'
    return sum(rate) > 0 ? 'moving' : 'idle'
  }
  return (
    <svg
      className={styles.lines}
      width={layout.width + 2 * padding}
      height={layout.height + 2 * padding}
      viewBox={`${-padding} ${-padding} ${layout.width + 2 * padding} ${layout.height + 2 * padding}`}
      aria-hidden="true"
      data-paused={isPaused || undefined}
    >
      {topology.edges.map((edge) => (
        <Line
          key={edge.id}
          id={edge.id}
          points={layout.lines.get(edge.id) ?? []}
          state={stateOf(edge)}
          width={widthOf(sum(rateAt(edge) ?? still), most)}
          words={say(edge)}
          isNear={related?.has(edge.id)}
        />
      ))}
    </svg>
  )
}

const still = { up: 0, down: 0 }

interface LineProps {
  id: string
  points: readonly Point[]
  state: 'broken' | 'off' | 'unknown' | 'moving' | 'idle'
  width: number
  words: string
  /** Absent if no box is hovered or focused. */
  isNear: boolean | undefined
}

/** Its state is shown by colour, dashes, a mark and text. */
function Line({ id, points, state, width, words, isNear }: LineProps) {
  const path = linePath(points)
  const mark = markAt(points)
  return (
    <g className={styles.line} data-line={id} data-state={state} data-near={isNear}>
      <title>{words}</title>
      <path className={styles.reach} d={path} />
      <path d={path} strokeWidth={width} />
      {state === 'moving' && <path className={styles.flow} d={path} />}
      {state === 'broken' && (
        <g className={styles.mark} transform={`translate(${mark.x} ${mark.y})`}>
          <circle r="9" />
          <path d="M0 -4.500V1M0 4.200v.1" />
        </g>
      )}
    </g>
  )
}
