import { useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Series } from './chart.tsx'
import styles from './chart-table.module.css'

interface Props {
  series: readonly Series[]
  format(value: number): string
  stamp(seconds: number): string
}

/** The chart's figures as a table, newest first; rendered only when opened. */
export function ChartTable({ series, format, stamp }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const times = isOpen ? [...new Set(series.flatMap(({ points }) => points.map((p) => p.t)))] : []
  const names = series.map(({ name }) => name).join(', ')
  return (
    <details className={styles.box} onToggle={(event) => setOpen(event.currentTarget.open)}>
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
