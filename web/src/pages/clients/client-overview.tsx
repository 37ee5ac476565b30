import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { AlertIcon, DownIcon, QrIcon, UpIcon } from '../../ui/icons.tsx'
import { Meter } from '../../ui/meter.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { findingWords, useFindings } from './client-diagnose.tsx'
import styles from './client-drawer.module.css'
import { expiryWords, quotaWords, type Seen, statusWord, usedOf } from './client-view.ts'
import { inboundName } from './inbound-name.ts'
import { UsageHistory } from './usage-history.tsx'
import { useInbounds } from './use-clients.ts'

const ClientSpeed = lazyWithWords(() => import('./client-speed.tsx'), 'ClientSpeed', 'policies')

export function ClientOverview({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const words = useTranslation()
  const { t, measures } = words
  const { place } = useServices()
  const inbounds = useInbounds()
  const { tone, label } = statusWord(client, seen)
  const used = usedOf(client)
  const { traffic, totalGB, expiryTime } = client
  const names = client.inboundIds.map((id) => {
    const found = inbounds.find((inbound) => inbound.id === id)
    return found ? inboundName(found) : `#${id}`
  })
  const reason = useFindings(client, seen).find(({ answer }) => answer === 'bad')
  return (
    <>
      {reason && (
        <button
          type="button"
          className={styles.reason}
          data-reason
          onClick={() => place.setParams({ tab: 'diagnose' }, 'push')}
        >
          <AlertIcon size={18} />
          <span>{findingWords(reason, client, words)}</span>
        </button>
      )}
      <section className={styles.box} aria-label={t('clients.usage')}>
        <div className={styles.big}>
          <span className={styles.amount}>{measures.bytes(used)}</span>
          <span className={styles.dim}>
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
        <ClientSpeed email={client.email} />
      </Suspense>
      <UsageHistory client={client} now={seen.now} />
      <dl className={styles.facts}>
        <Fact label={t('clients.status')}>
          <StatusWord tone={tone} word={t(label)} />
        </Fact>
        <Fact label={t('clients.expiry')}>
          {expiryWords(expiryTime, seen.now, words)}
          {expiryTime > 0 && <div className={styles.dim}>{measures.moment(expiryTime)}</div>}
        </Fact>
        <Fact label={t('clients.lastOnline')}>
          {traffic.lastOnline > 0 ? measures.fromNow(traffic.lastOnline, seen.now) : t('clients.never')}
        </Fact>
        <Fact label={t('clients.inbounds')}>
          {names.length > 0 ? <bdi>{names.join(', ')}</bdi> : t('clients.noInbound')}
        </Fact>
        {client.group && (
          <Fact label={t('clients.group')}>
            <bdi>{client.group}</bdi>
          </Fact>
        )}
        {client.limitIp > 0 && <Fact label={t('clients.limitIp')}>{measures.count(client.limitIp)}</Fact>}
        {client.limitHwid > 0 && (
          <Fact label={t('clients.limitHwid')}>{measures.count(client.limitHwid)}</Fact>
        )}
        {client.reset > 0 && <Fact label={t('clientForm.renewDays')}>{measures.days(client.reset)}</Fact>}
        {client.comment && (
          <Fact label={t('clients.comment')}>
            <bdi>{client.comment}</bdi>
          </Fact>
        )}
        <Fact label={t('clients.created')}>{measures.date(client.createdAt)}</Fact>
      </dl>
      <Button mt="lg" leftSection={<QrIcon size={18} />} onClick={() => place.setParams({ tab: 'access' })}>
        {t('overview.show')}
      </Button>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={styles.label}>{label}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
)
