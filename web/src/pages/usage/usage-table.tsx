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

/**
 * A client opens in the list of clients; everything else opens its top users in the same period: what they used there, where
 * that is known.
 */
function targetOf({ by, range, from, to, only, narrowed }: Params, { key, day, charged }: UsageRow): string {
  if (by === 'client' || by === 'clientInbound') return `${paths.clients}?${new URLSearchParams({ c: key })}`
  const kept = Object.fromEntries(
    narrowed.filter((one) => one !== 'client').map((one) => [one, only[one]] as const),
  )
  const isPlace = by === 'inbound' || by === 'node' || 'inbound' in kept || 'node' in kept
  const pairs = isPlace && charged !== undefined && { by: 'clientInbound' }
  if (by === 'day') return usageUrl({ ...kept, ...pairs, from: key, to: key })
  return usageUrl({ ...periodOf({ range, from, to }, day), ...pairs, [by]: key })
}

const periodOf = ({ range, from, to }: Pick<Params, 'range' | 'from' | 'to'>, day?: string) =>
  day ? { from: day, to: day } : from || to ? { from: from || to, to: to || from } : { range }

/** The other clients of an inbound or a server. */
function placeTarget(params: Params, { inbound, node }: NonNullable<UsageRow['place']>): string {
  const place = node === undefined ? { inbound: inbound ?? '' } : { node: String(node) }
  return usageUrl({ ...periodOf(params), by: 'clientInbound', ...place })
}

interface Props {
  rows: readonly UsageRow[]
  /** Bytes of all rows on all pages. */
  total: number
  params: Params
}

export function UsageTable({ rows, total, params }: Props) {
  const { t } = useTranslation()
  const { by, days } = params
  const most = Math.max(1, ...rows.map(({ up, down }) => up + down))
  const isCharged = rows.some(({ charged }) => charged !== undefined)
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-usage={by}>
        <thead>
          <tr>
            <Head
              params={params}
              sort="name"
              label={t(`usagePage.${by === 'clientInbound' ? 'client' : by}`)}
            />
            {by === 'clientInbound' && <th className={styles.wide}>{t('usagePage.inbound')}</th>}
            {days && <th className={styles.wide}>{t('usagePage.day')}</th>}
            {by === 'client' && <th className={styles.wide}>{t('usagePage.group')}</th>}
            <Head params={params} sort="down" label={t('usagePage.download')} />
            <Head params={params} sort="up" label={t('usagePage.upload')} />
            <Head params={params} sort="total" label={t('usagePage.total')} />
            {isCharged && <th>{t('usagePage.charged')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={[row.key, row.day, row.place?.inbound, row.place?.node].join(' ')}
              {...{ row, params, most, total, isCharged }}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Pick<Props, 'params' | 'total'> {
  row: UsageRow
  /** Bytes of the largest row. */
  most: number
  isCharged: boolean
}

function Row({ row, params, most, total, isCharged }: RowProps) {
  const { t, measures } = useTranslation()
  const { by, days } = params
  const sum = row.up + row.down
  return (
    <tr>
      <th scope="row">
        <Name row={row} params={params} />
        {(row.place ?? row.day) && (
          <span className={styles.under} dir="auto">
            {[row.place?.name, row.day && dayText(row.day, measures)].filter(Boolean).join(' · ')}
          </span>
        )}
        <span className={styles.bar} style={{ inlineSize: `${(sum * 100) / most}%` }} />
      </th>
      {row.place && (
        <td className={`${styles.wide} ${styles.place}`}>
          <Link to={placeTarget(params, row.place)} dir="auto">
            {row.place.name}
          </Link>
        </td>
      )}
      {days && <td className={styles.wide}>{row.day && dayText(row.day, measures)}</td>}
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
        <span className={isCharged ? `${styles.share} ${styles.wide}` : styles.share}>
          {measures.percent(total > 0 ? (sum * 100) / total : 0)}
        </span>
      </td>
      {isCharged && <td className={styles.charged}>{chargedText(t, measures, row)}</td>}
    </tr>
  )
}

/** Clients that were deleted have no page. */
function Name({ row, params }: Pick<RowProps, 'row' | 'params'>) {
  const { t, measures } = useTranslation()
  if (params.by === 'clientInbound' && row.key === '')
    return <span className={styles.name}>{t('usagePage.deletedClients')}</span>
  return (
    <Link to={targetOf(params, row)} className={styles.name} dir="auto" data-open={row.key}>
      {nameOf(t, measures, params.by, row)}
    </Link>
  )
}

/** What the bytes count against quotas; of which ones, if some were not counted by client. */
function chargedText(t: Translate, measures: Measures, row: UsageRow): string {
  const { up, down, counted = up + down, charged } = row
  if (charged === undefined) return ''
  const isAll = counted >= (up + down) * 0.99
  const said = measures.bytes(charged)
  return isAll ? said : t('usagePage.chargedOf', { charged: said, counted: measures.bytes(counted) })
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
