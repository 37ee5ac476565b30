import '../../forms/mantine-styles.ts'
import { Checkbox, NativeSelect } from '@mantine/core'
import { Suspense, useId } from 'react'
import { Segments } from '../../forms/segments.tsx'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CloseIcon, DownloadIcon, UsageIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Pages } from './pages.tsx'
import styles from './usage.module.css'
import { UsageTable } from './usage-table.tsx'
import {
  PAGE,
  type Period,
  periods,
  type Tab,
  type UsageParams,
  useUsage,
  useUsageParams,
} from './use-usage.ts'

const Costs = lazyWithWords(() => import('./costs.tsx'), 'Costs', 'usage')

const tabWords: Record<Tab, PlainKey> = {
  client: 'usagePage.byClient',
  day: 'usagePage.byDay',
  group: 'usagePage.byGroup',
  inbound: 'usagePage.byInbound',
  node: 'usagePage.byNode',
  cost: 'usagePage.byCost',
}
const periodWords: Record<Period, PlainKey> = {
  today: 'usagePage.today',
  yesterday: 'usagePage.yesterday',
  '7d': 'usagePage.week',
  '30d': 'usagePage.days30',
  month: 'usagePage.month',
  lastMonth: 'usagePage.lastMonth',
}

/** Who used how much, and what it cost, over a chosen period. */
export function UsagePage() {
  const { t } = useTranslation()
  const params = useUsageParams()
  if (params.tab !== 'cost') return <Amounts params={params} />
  return (
    <Page title={t('nav.usage')} about={t('usagePage.costBasis')}>
      <Tools params={params} />
      <Suspense fallback={<Waiting />}>
        <Costs params={params} />
      </Suspense>
    </Page>
  )
}

/** What is asked: by what, and over which period. */
const Tools = ({ params }: { params: UsageParams }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.tools}>
      <Segments
        radius="md"
        className={styles.by ?? ''}
        aria-label={t('usagePage.by')}
        words={tabWords}
        value={params.tab}
        onChange={(by) =>
          params.choose({
            ...{ by: by === 'client' ? undefined : by, sort: undefined, order: undefined },
            ...{ server: undefined, cap: undefined, days: undefined },
          })
        }
      />
      <Split params={params} />
      <PeriodChoice params={params} />
    </div>
  )
}

/** Clients for each inbound, inbounds and servers for each day. */
function Split({ params: { tab, by, days, choose } }: { params: UsageParams }) {
  const { t } = useTranslation()
  if (tab === 'client')
    return (
      <Checkbox
        className={styles.split ?? ''}
        label={t('usagePage.perInbound')}
        checked={by === 'clientInbound'}
        onChange={({ currentTarget: { checked } }) => choose({ by: checked ? 'clientInbound' : undefined })}
      />
    )
  if (tab !== 'inbound' && tab !== 'node') return null
  return (
    <Checkbox
      className={styles.split ?? ''}
      label={t('usagePage.perDay')}
      checked={days}
      onChange={({ currentTarget: { checked } }) => choose({ days: checked ? 'true' : undefined })}
    />
  )
}

/** By client, day, group, inbound or node. */
function Amounts({ params }: { params: UsageParams }) {
  const { t } = useTranslation()
  const { list, csv, csvByDay } = useUsage(params.query, params.page)
  const zone = list.data?.zone
  return (
    <Page
      title={t('nav.usage')}
      about={zone ? t('usagePage.about', { zone }) : '\u00a0'}
      actions={
        <>
          {csvByDay && (
            <ButtonLink label={t('usagePage.csvByDay')} icon={DownloadIcon} href={csvByDay} download />
          )}
          <ButtonLink label={t('usagePage.csv')} icon={DownloadIcon} href={csv} download data-csv />
        </>
      }
    >
      <Tools params={params} />
      <Only params={params} place={list.data?.items[0]?.place?.name} />
      <Loaded query={list} rows={10}>
        {({ items, count, total }) =>
          items.length === 0 ? (
            <Nothing params={params} />
          ) : (
            <>
              <Sum {...total} />
              <UsageTable rows={items} total={total.up + total.down} params={params} />
              {count > PAGE && <Pages params={params} count={count} />}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function Nothing({ params: { by, narrowed } }: { params: UsageParams }) {
  const { t } = useTranslation()
  if (by === 'clientInbound')
    return (
      <EmptyState icon={UsageIcon} title={t('usagePage.noneApart')} text={t('usagePage.noneApartText')} />
    )
  const text = t(narrowed.length > 0 ? 'usagePage.noneOfThese' : 'usagePage.noneText')
  return <EmptyState icon={UsageIcon} title={t('usagePage.none')} text={text} />
}

function Sum({ up, down, charged }: { up: number; down: number; charged?: number | undefined }) {
  const { t, measures } = useTranslation()
  const said = {
    total: measures.bytes(up + down),
    down: measures.bytes(down),
    up: measures.bytes(up),
  }
  return (
    <p className="summary" role="status">
      {charged === undefined
        ? t('usagePage.sum', said)
        : t('usagePage.sumCharged', { ...said, charged: measures.bytes(charged) })}
    </p>
  )
}

/** A named period, or two days. */
function PeriodChoice({ params: { range, from, to, usual, choose } }: { params: UsageParams }) {
  const { t } = useTranslation()
  const [first, last] = [useId(), useId()]
  const isOwn = from !== '' || to !== ''
  const day = (id: string, label: PlainKey, value: string, set: (day: string) => void) => (
    <label htmlFor={id} className={styles.day}>
      <span>{t(label)}</span>
      <input
        id={id}
        type="date"
        value={value}
        onChange={(event) => event.currentTarget.value && set(event.currentTarget.value)}
      />
    </label>
  )
  const today = new Date().toISOString().slice(0, 10)
  return (
    <div className={styles.period}>
      <NativeSelect
        aria-label={t('usagePage.period')}
        data={[
          ...periods.map((value) => ({ value, label: t(periodWords[value]) })),
          { value: 'own', label: t('usagePage.own') },
        ]}
        value={isOwn ? 'own' : range}
        onChange={({ currentTarget: { value } }) =>
          value === 'own'
            ? choose({ from: today, to: today })
            : choose({ range: value === usual ? undefined : value, from: undefined, to: undefined })
        }
      />
      {isOwn && (
        <>
          {day(first, 'usagePage.from', from || to, (value) =>
            choose({ from: value, to: (to || from) < value ? value : to || from }),
          )}
          {day(last, 'usagePage.to', to || from, (value) =>
            choose({ to: value, from: (from || to) > value ? value : from || to }),
          )}
        </>
      )}
    </div>
  )
}

/** What the list is narrowed down to, and the way back. `place`: the name of the first row's inbound or node. */
function Only({
  params: { by, only, narrowed, choose },
  place,
}: {
  params: UsageParams
  place: string | undefined
}) {
  const { t } = useTranslation()
  const name = (text: string) => `\u2068${text}\u2069`
  const there = (text: string) => t('usagePage.onlyThere', { name: name(place ?? text) })
  const inPairs = {
    inbound: () => there(only.inbound),
    node: () => (only.node === '0' ? t('usagePage.onlyUsedHere') : there(only.node)),
  }
  const say = {
    client: () => t('usagePage.onlyClient', { name: name(only.client) }),
    group: () =>
      only.group === '' ? t('usagePage.onlyNoGroup') : t('usagePage.onlyGroup', { name: name(only.group) }),
    inbound: () => t('usagePage.onlyInbound', { name: name(only.inbound) }),
    node: () =>
      only.node === '0' ? t('usagePage.onlyHere') : t('usagePage.onlyNode', { name: name(only.node) }),
    ...(by === 'clientInbound' && inPairs),
  }
  if (narrowed.length === 0) return null
  return (
    <ul className={styles.only}>
      {narrowed.map((one) => (
        <li key={one}>
          {say[one]()}
          <button
            type="button"
            aria-label={t('usagePage.clear')}
            onClick={() => choose({ [one]: undefined })}
          >
            <CloseIcon size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
