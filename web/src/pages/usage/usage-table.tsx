import type { UsageRow } from '#contract/usage-api.ts'
import { type Translate, useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import styles from './usage.module.css'
import { usageUrl } from './usage-url.ts'
import type { Grouping, UsageParams as Params, Sort } from './use-usage.ts'

type Measures = ReturnType<typeof useTranslation>['measures']

/** A day in the reader's calendar. Noon, so that no zone moves it. */
const dayText = (day: string, measures: Measures) => measures.date(Date.parse(`${day}T12:00:00`))

function nameOf(t: Translate, measures: Measures, by: Grouping, { name, key }: UsageRow): string {
  if (by === 'day') return dayText(key, measures)
  if (by === 'group' && key === '') return t('usagePage.noGroup')
  if (by === 'node' && key === '0') return t('usagePage.here')
  return name || key
}

/** A client opens in the list of clients; everything else opens its top users in the same period. */
function targetOf({ by, range, from, to, only, narrowed }: Params, { key }: UsageRow): string {
  if (by === 'client') return `${paths.clients}?${new URLSearchParams({ c: key })}`
  const kept = Object.fromEntries(
    narrowed.filter((one) => one !== 'client').map((one) => [one, only[one]] as const),
  )
  if (by === 'day') return usageUrl({ ...kept, from: key, to: key })
  const period = from || to ? { from: from || to, to: to || from } : { range }
  return usageUrl({ ...period, [by]: key })
}

interface Props {
  rows: readonly UsageRow[]
  /** Bytes of all rows on all pages. */
  total: number
  params: Params
}

export function UsageTable({ rows, total, params }: Props) {
  const { t, measures } = useTranslation()
  const { by } = params
  const most = Math.max(1, ...rows.map(({ up, down }) => up + down))
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-usage={by}>
        <thead>
          <tr>
            <Head params={params} sort="name" label={t(`usagePage.${by}`)} />
            {by === 'client' && <th className={styles.wide}>{t('usagePage.group')}</th>}
            <Head params={params} sort="down" label={t('usagePage.download')} />
            <Head params={params} sort="up" label={t('usagePage.upload')} />
            <Head params={params} sort="total" label={t('usagePage.total')} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const sum = row.up + row.down
            const name = nameOf(t, measures, by, row)
            return (
              <tr key={row.key}>
                <th scope="row">
                  <Link to={targetOf(params, row)} className={styles.name} dir="auto" data-open={row.key}>
                    {name}
                  </Link>
                  <span className={styles.bar} style={{ inlineSize: `${(sum * 100) / most}%` }} />
                </th>
                {by === 'client' && (
                  <td className={styles.wide}>
                    {row.group && (
                      <Link to={targetOf({ ...params, by: 'group' }, { ...row, key: row.group })} dir="auto">
                        {row.group}
                      </Link>
                    )}
                  </td>
                )}
                <td className={styles.wide}>{measures.bytes(row.down)}</td>
                <td className={styles.wide}>{measures.bytes(row.up)}</td>
                <td>
                  <b>{measures.bytes(sum)}</b>{' '}
                  <span className={styles.share}>
                    {measures.percent(total > 0 ? (sum * 100) / total : 0)}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Head({ params, sort, label }: { params: Params; sort: Sort; label: string }) {
  const isThis = params.sort === sort
  const next = isThis && !params.up ? 'ascend' : undefined
  return (
    <th
      className={sort === 'up' || sort === 'down' ? styles.wide : undefined}
      aria-sort={isThis ? (params.up ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={() => params.choose({ sort, order: next })}>
        {label}
        <span aria-hidden="true">{isThis ? (params.up ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  )
}
