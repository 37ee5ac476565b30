import { type PointerEvent, useState } from 'react'
import type { HistoryPoint } from '#contract/status.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './chart.module.css'
import { areaOf, HEIGHT, lineOf, place, roundTop, WIDTH } from './plot.ts'

interface Series {
  name: string
  points: readonly HistoryPoint[]
  colour: string
}

interface Props {
  series: readonly Series[]
  bucket: number
  format(value: number): string
}

export function Chart({ series, bucket, format }: Props) {
  const { t, measures } = useTranslation()
  const [hover, setHover] = useState<number | undefined>()
  const end = Math.max(...series.map(({ points }) => points.at(-1)?.t ?? 0))
  if (end === 0) return <p className={styles.empty}>{t('home.noHistory')}</p>
  const start = end - 59 * bucket
  const inView = series.map((line) => ({ ...line, points: line.points.filter((p) => p.t >= start) }))
  const top = roundTop(Math.max(0, ...inView.flatMap(({ points }) => points.map((p) => p.v))))

  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.x) / box.width))
    setHover(start + Math.round(share * 59) * bucket)
  }
  const at = inView.map(({ points }) =>
    points.find((p) => hover !== undefined && Math.abs(p.t - hover) < bucket),
  )

  return (
    <div className={styles.chart} dir="ltr">
      <ul className={styles.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <li key={value}>{format(value)}</li>
        ))}
      </ul>
      <div className={styles.sheet} onPointerMove={follow} onPointerLeave={() => setHover(undefined)}>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={inView.map((line) => summary(line)).join('; ')}
        >
          <path className={styles.grid} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          {inView.map(({ name, points, colour }, i) => {
            const pieces = place(points, bucket, end, top)
            return (
              <g key={name} style={{ color: colour }}>
                {i === 0 && <path className={styles.area} d={areaOf(pieces)} />}
                <path className={styles.line} data-dashed={i > 0 || undefined} d={lineOf(pieces)} />
              </g>
            )
          })}
        </svg>
        {hover !== undefined && at.some(Boolean) && (
          <div
            className={styles.cursor}
            style={{ insetInlineStart: `${((hover - start) / (end - start)) * 100}%` }}
          >
            <div className={styles.note} data-flip={hover - start > (end - start) / 2 || undefined}>
              <time>{measures.clock(hover)}</time>
              {inView.map(({ name, colour }, i) => (
                <span key={name}>
                  <i style={{ background: colour }} />
                  {name} <b>{at[i] ? format(at[i].v) : '–'}</b>
                </span>
              ))}
            </div>
          </div>
        )}
      </div>
      <div className={styles.times} aria-hidden="true">
        {[start, (start + end) / 2, end].map((time) => (
          <span key={time}>{measures.clock(time)}</span>
        ))}
      </div>
    </div>
  )

  function summary({ name, points }: Series): string {
    const peak = Math.max(0, ...points.map((p) => p.v))
    return t('home.chartText', { name, now: format(points.at(-1)?.v ?? 0), peak: format(peak) })
  }
}
