import { type ReactNode, Suspense } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { Segments } from '../../forms/segments.tsx'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { AlertIcon, DownIcon, QrIcon, UpIcon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { ClientByInbound } from './client-by-inbound.tsx'
import { findingWords, useDiagnosis } from './client-diagnose.tsx'
import styles from './client-drawer.module.css'
import { expiryWords, quotaWords, type Seen, statusWord, usedOf } from './client-view.ts'
import { bucketsOf, type Moved, ranges, sumOf, usedUpAt } from './history.ts'
import { inboundName } from './inbound-name.ts'
import usageHistoryStyles from './usage-history.module.css'
import { useInbounds } from './use-clients.ts'
import { useInboundHints } from './use-inbound-hints.ts'

const ClientQuotas = lazyWithWords(() => import('./client-quotas.tsx'), 'ClientQuotas', 'policies')
const ClientSpeed = lazyWithWords(() => import('./client-speed.tsx'), 'ClientSpeed', 'policies')

export function ClientOverview({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const words = useTranslation()
  const { t, measures } = words
  const { router } = useServices()
  const inbounds = useInbounds()
  const { tone, label } = statusWord(client, seen)
  const used = usedOf(client)
  const { traffic, totalGB, expiryTime } = client
  const hintOf = useInboundHints(client.email, client.closedInbounds)
  const names = client.inboundIds.map((id) => {
    const found = inbounds.find((inbound) => inbound.id === id)
    const [name, hint] = [found ? inboundName(found) : `#${id}`, hintOf(id)]
    return hint ? `${name} (${hint})` : name
  })
  const amount = (limit: number) => limit > 0 && measures.count(limit)
  const facts: Partial<Record<PlainKey, ReactNode>> = {
    'clients.status': <StatusWord tone={tone} word={t(label)} />,
    'clients.expiry': (
      <>
        {expiryWords(expiryTime, seen.now, words)}
        {expiryTime > 0 && <div className="dim">{measures.moment(expiryTime)}</div>}
      </>
    ),
    'clients.lastOnline':
      traffic.lastOnline > 0 ? measures.fromNow(traffic.lastOnline, seen.now) : t('clients.never'),
    'clients.inbounds': names.length > 0 ? <bdi>{names.join(', ')}</bdi> : t('clients.noInbound'),
    'clients.group': client.group && <bdi>{client.group}</bdi>,
    'clients.limitIp': amount(client.limitIp),
    'clients.limitHwid': amount(client.limitHwid),
    'clientForm.renewDays': client.reset > 0 && measures.days(client.reset),
    'clients.comment': client.comment && <bdi>{client.comment}</bdi>,
    'clients.created': measures.date(client.createdAt),
  }
  const { reason, say } = useDiagnosis(client)
  return (
    <>
      {reason && (
        <button
          type="button"
          className={styles.reason}
          data-reason={reason.answer}
          onClick={() => router.setParams({ tab: 'diagnose' }, 'push')}
        >
          <AlertIcon size={18} />
          <span>{findingWords(reason, words, say)}</span>
        </button>
      )}
      <section className="box" aria-label={t('clients.usage')}>
        <div className={styles.big}>
          <span className={styles.amount}>{measures.bytes(used)}</span>
          <span className="dim">
            {totalGB > 0 ? t('overview.of', { total: measures.bytes(totalGB) }) : quotaWords(0, words)}
          </span>
        </div>
        {totalGB > 0 && <Meter share={used / totalGB} label={t('clients.usage')} />}
        <div className={styles.split}>
          <span>
            <DownIcon size={15} /> {measures.bytes(traffic.down)}
          </span>
          <span>
            <UpIcon size={15} /> {measures.bytes(traffic.up)}
          </span>
        </div>
      </section>
      <Suspense>
        <ClientQuotas client={client} />
        <ClientSpeed email={client.email} />
      </Suspense>
      <ClientByInbound email={client.email} />
      <UsageHistory client={client} now={seen.now} />
      <dl className={styles.facts}>
        {(Object.keys(facts) as (keyof typeof facts)[]) // exactly the keys above
          .filter((word) => facts[word])
          .map((word) => (
            <div key={word} className={styles.fact}>
              <dt className="dim80">{t(word)}</dt>
              <dd className="breakAnywhere">{facts[word]}</dd>
            </div>
          ))}
      </dl>
      <Button
        label={t('overview.show')}
        primary
        mt="lg"
        leftSection={<QrIcon size={18} />}
        onClick={() => router.setParams({ tab: 'access' })}
      />
    </>
  )
}

const HEIGHT = 100

/** The client's traffic by hour or day, and when its quota runs out at this rate. */
function UsageHistory({ client, now }: { client: ClientSlim; now: number }) {
  const { t, measures } = useTranslation()
  const [range, setRange] = useUrlChoice('range', ['7d', '24h', '30d'])
  const { step, seconds, count } = ranges[range]
  const from = (Math.floor(now / 1000 / seconds) - count + 1) * seconds
  const params = { kind: 'client', name: client.email }
  const history = useReply(endpoints.history.traffic, { params, query: { step, from } as never }) // `to` is now
  // Without a traffic history the rest of the page still works.
  if (history.error) return null
  const buckets = bucketsOf(history.data?.points ?? [], range, now)
  return (
    <section className="box" aria-label={t('usage.title')}>
      <div className={usageHistoryStyles.head}>
        <h3 className="subtitle">{t('usage.title')}</h3>
        <Segments
          size="sm"
          aria-label={t('kit.homeRange')}
          value={range}
          onChange={setRange}
          words={{ '24h': 'usage.day', '7d': 'usage.week', '30d': 'usage.month' }}
        />
      </div>
      <Bars buckets={buckets} label={t('usage.sum', { amount: measures.bytes(sumOf(buckets)) })} />
      <p className="dim88">
        {t('usage.sum', { amount: measures.bytes(sumOf(buckets)) })}
        {client.totalGB > 0 && range !== '24h' && <Forecast client={client} range={range} now={now} />}
      </p>
    </section>
  )
}

/** When the quota runs out at the pace of these days, by what they count against it. */
function Forecast({ client, range, now }: { client: ClientSlim; range: '7d' | '30d'; now: number }) {
  const { t, measures } = useTranslation()
  const query = { by: 'day', client: client.email, range, sort: 'name', order: 'ascend' } as const
  const days = useReply(endpoints.usage.list, { query: { ...query, page: 1, pageSize: 50 } })
  const counting = (days.data?.items ?? []).map(({ key, up, down, counted = 0, charged = 0 }) => ({
    t: Date.parse(key) / 1000,
    bytes: Math.max(0, up + down - counted + charged),
  }))
  const end = usedUpAt(counting, client.totalGB - usedOf(client), now)
  return end === undefined ? null : ` ${t('usage.forecast', { when: measures.fromNow(end, now) })}`
}

/** Download below, upload stacked on top; each bar is labelled with its figures. */
function Bars({ buckets, label }: { buckets: readonly Moved[]; label: string }) {
  const { measures } = useTranslation()
  const top = Math.max(1, ...buckets.map(({ up, down }) => up + down))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${buckets.length * 10} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={usageHistoryStyles.bars}
    >
      {buckets.map(({ t, up, down }, i) => {
        const [high, mid] = [((up + down) / top) * HEIGHT, (down / top) * HEIGHT]
        return (
          <g key={t}>
            <title>{`${measures.moment(t * 1000)}: ↓ ${measures.bytes(down)} ↑ ${measures.bytes(up)}`}</title>
            <rect x={i * 10 + 1} y={HEIGHT - 2} width={8} height={2} className={usageHistoryStyles.back} />
            <rect
              x={i * 10 + 1}
              y={HEIGHT - high}
              width={8}
              height={high - mid}
              className={usageHistoryStyles.up}
            />
            <rect
              x={i * 10 + 1}
              y={HEIGHT - mid}
              width={8}
              height={mid}
              className={usageHistoryStyles.down}
            />
          </g>
        )
      })}
    </svg>
  )
}
