import type { ClientSlim } from '#contract/client-bodies.ts'
import type { ClientQuota } from '#contract/quotas-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { sayError } from '../../ui/say-error.ts'
import styles from './client-quotas.module.css'
import { inboundName } from './inbound-name.ts'
import { useInbounds } from './use-clients.ts'
import { placeName } from './use-quota-places.ts'

const AGAIN_MS = 30_000

/** The quotas that count for a client on inbounds, servers and labels: what is used, who set them, what they close. */
export function ClientQuotas({ client }: { client: ClientSlim }) {
  const { t } = useApp()
  const params = { email: client.email }
  const { data = [] } = useReply(endpoints.quotas.ofClient, {
    params,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  })
  if (data.length === 0) return null
  return (
    <section className="box" aria-label={t('quota.title')}>
      <h3 className="subtitle">{t('quota.title')}</h3>
      <ul className={styles.list}>
        {data.map((quota) => (
          <QuotaInForce key={quota.target} quota={quota} client={client} />
        ))}
      </ul>
    </section>
  )
}

function QuotaInForce({ quota, client }: { quota: ClientQuota; client: ClientSlim }) {
  const { t, measures, questions, toasts } = useApp()
  const { email } = client
  const inbounds = useInbounds()
  const refresh = useRefresh(endpoints.quotas.ofClient, endpoints.clients.get, endpoints.clients.listPaged)
  const reset = useCall(endpoints.quotas.reset, {
    onSuccess: async () => void (await refresh()),
    onError: (error) =>
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) }),
  })
  const name = placeName(quota.target, quota.name, t)
  async function begin() {
    const asked = {
      title: t('quota.resetTitle', { email }),
      text: t('quota.resetText', { name }),
      verb: t('quota.reset'),
    }
    if (await questions.ask(asked)) reset.mutate({ params: { email }, body: { target: quota.target } })
  }
  const closed = quota.closed.map((id) => {
    const inbound = inbounds.find((one) => one.id === id)
    return inbound ? inboundName(inbound) : `#${id}`
  })
  return (
    <li className={styles.quota}>
      <div className={styles.head}>
        <bdi>{name}</bdi>
        <span>
          {t('quota.used', { used: measures.bytes(quota.used), total: measures.bytes(quota.bytes) })}
        </span>
      </div>
      <Meter share={quota.used / quota.bytes} label={name} />
      {quota.spent && (
        <p className={styles.spent}>
          {closed.length > 0 ? t('quota.closes', { names: closed.join(', ') }) : t('quota.spent')}
        </p>
      )}
      <div className={styles.foot}>
        <span className="dim88">
          <Owner quota={quota} client={client} /> · <Ending quota={quota} />
        </span>
        <Button
          label={t('quota.reset')}
          aria-label={t('quota.resetOne', { name })}
          size="xs"
          loading={reset.isPending}
          onClick={begin}
        />
      </div>
    </li>
  )
}

function Owner({ quota: { by }, client }: { quota: ClientQuota; client: ClientSlim }) {
  const { t } = useApp()
  const { data: plans } = useReply(endpoints.plans.list, { enabled: by === 'plan' })
  if (by === 'client') return t('quota.byClient')
  if (by === 'group') return t('quota.byGroup', { name: client.group })
  return t('quota.byPlan', {
    name: plans?.find(({ id }) => id === client.planId)?.name ?? `#${client.planId}`,
  })
}

function Ending({ quota: { reset, ends } }: { quota: ClientQuota }) {
  const { t, measures } = useApp()
  if (ends > 0) return t('quota.ends', { date: measures.moment(ends) })
  return t(reset === 'client' ? 'quota.endsClient' : 'quota.endsNever')
}
