import type { HistoryPoint } from '#contract/status.ts'
import { areaOf, HEIGHT, lineOf, place, WIDTH } from './plot.ts'
import styles from './sparkline.module.css'

interface Props {
  points: readonly HistoryPoint[]
  bucket: number
  top: number
  /** Width in buckets, if there are fewer than usual. */
  count?: number
}

/** Decorative: the figure is above it. Time runs left to right in every language. */
export function Sparkline({ points, bucket, top, count }: Props) {
  const end = points.at(-1)?.t
  if (end === undefined) return null
  const pieces = place(points, bucket, end, top, count)
  return (
    <svg
      className={styles.line}
      viewBox={`0 -4 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={areaOf(pieces)} className={styles.area} />
      <path d={lineOf(pieces)} className={styles.stroke} />
    </svg>
  )
}
