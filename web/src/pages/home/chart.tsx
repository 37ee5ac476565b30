import { type PointerEvent, useState } from 'react'
import type { HistoryPoint } from '#contract/status.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './chart.module.css'
import { areaOf, HEIGHT, lineOf, place, roundTop, WIDTH } from './plot.ts'

export interface Series {
  name: string
  points: readonly HistoryPoint[]
  colour: string
}

interface Props {
  series: readonly Series[]
  /** Seconds per point, and the width of the chart in points. */
  bucket: number
  count: number
  format(value: number): string
  /** Formats a time for this range: with seconds, or with the day. */
  stamp(seconds: number): string
  /** Shown when there is nothing to draw. */
  empty: string
}

/** From here on the note is placed before the cursor, so that it does not leave a phone's screen. */
const FLIP = 0.35

const endOf = (series: readonly Series[]) => Math.max(...series.map(({ points }) => points.at(-1)?.t ?? 0))

/** Lines over time, readable by pointer, arrow keys, or as a table. */
export function Chart({ series, bucket, count, format, stamp, empty }: Props) {
  const { t } = useTranslation()
  const end = endOf(series)
  if (end === 0) return <p className={styles.empty}>{empty}</p>
  const start = end - (count - 1) * bucket
  const inView = series.map((line) => ({ ...line, points: line.points.filter((p) => p.t >= start) }))
  const top = roundTop(Math.max(0, ...inView.flatMap(({ points }) => points.map((p) => p.v))))
  const summary = ({ name, points }: Series) => {
    const peak = Math.max(0, ...points.map((p) => p.v))
    return t('home.chartText', { name, now: format(points.at(-1)?.v ?? 0), peak: format(peak) })
  }
  return (
    <>
      <div className={styles.chart} dir="ltr">
        <ul className={styles.scale} aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <li key={value}>{format(value)}</li>
          ))}
        </ul>
        <div className={styles.sheet}>
          <svg
            className={styles.drawing}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={inView.map(summary).join('; ')}
          >
            <path className={styles.grid} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
            {inView.map(({ name, points, colour }, i) => {
              const pieces = place(points, bucket, end, top, count)
              return (
                <g key={name} style={{ color: colour }}>
                  {i === 0 && <path className={styles.area} d={areaOf(pieces)} />}
                  <path className={styles.line} data-dashed={i > 0 || undefined} d={lineOf(pieces)} />
                </g>
              )
            })}
          </svg>
          <Reader series={inView} start={start} bucket={bucket} count={count} format={format} stamp={stamp} />
        </div>
        <div className={styles.times} aria-hidden="true">
          {[start, (start + end) / 2, end].map((time) => (
            <span key={time}>{stamp(time)}</span>
          ))}
        </div>
      </div>
      <ChartTable series={inView} format={format} stamp={stamp} />
    </>
  )
}

interface ReaderProps extends Omit<Props, 'empty'> {
  start: number
}

/** A range input over the chart: native keys move it, and a screen reader says its value. */
function Reader({ series, start, bucket, count, format, stamp }: ReaderProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState<number>()
  const last = count - 1
  const valueAt = (points: readonly HistoryPoint[], i: number) => {
    const found = points.find((p) => Math.abs(p.t - (start + i * bucket)) < bucket)
    return found ? format(found.v) : '–'
  }
  const words = (i: number) =>
    [stamp(start + i * bucket), ...series.map(({ name, points }) => `${name} ${valueAt(points, i)}`)].join(
      ', ',
    )
  function follow(event: PointerEvent<HTMLInputElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.x) / box.width))
    setAt(Math.round(share * last))
  }
  return (
    <>
      <input
        type="range"
        className={styles.reader}
        aria-label={t('home.chartRead')}
        aria-valuetext={words(at ?? last)}
        min={0}
        max={last}
        value={at ?? last}
        onChange={(event) => setAt(Number(event.currentTarget.value))}
        onFocus={() => setAt((now) => now ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
      />
      {at !== undefined && (
        <div className={styles.cursor} style={{ insetInlineStart: `${(at / last) * 100}%` }}>
          <div className={styles.note} data-flip={at > last * FLIP || undefined}>
            <time>{stamp(start + at * bucket)}</time>
            {series.map(({ name, colour, points }) => (
              <span key={name}>
                <i style={{ background: colour }} />
                {name} <b>{valueAt(points, at)}</b>
              </span>
            ))}
          </div>
        </div>
      )}
    </>
  )
}

interface ChartTableProps {
  series: readonly Series[]
  format(value: number): string
  stamp(seconds: number): string
}

/** The chart's figures as a table, newest first; rendered only when opened. */
function ChartTable({ series, format, stamp }: ChartTableProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const times = isOpen ? [...new Set(series.flatMap(({ points }) => points.map((p) => p.t)))] : []
  const names = series.map(({ name }) => name).join(', ')
  return (
    <details className={styles.chartTableBox} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{t('home.asTable')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.scroll} aria-label={names} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('home.time')}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times
              .sort((a, b) => b - a)
              .map((time) => (
                <tr key={time}>
                  <th scope="row">{stamp(time)}</th>
                  {series.map(({ name, points }) => {
                    const found = points.find((p) => p.t === time)
                    return <td key={name}>{found ? format(found.v) : '–'}</td>
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
