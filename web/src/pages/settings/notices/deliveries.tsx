import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryView, OutletView } from '#contract/notices-api.ts'
import { endpoints, useCall, useReply } from '../../../api/endpoints.ts'
import { useAlertTexts } from '../../../i18n/alert-texts.ts'
import type { Translate } from '../../../i18n/translation.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { UploadIcon } from '../../../ui/icons.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { EmptyState, Failed, LoadedList } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import styles from './notices.module.css'

const deliveryStates = ['waiting', 'delivered', 'failed'] as const satisfies DeliveryView['state'][]

function outletName(t: Translate, outlet: string, hooks: readonly { id: number; name: string }[]): string {
  if (outlet === 'email') return t('alerts.mail')
  if (outlet === 'telegram') return t('alerts.telegram')
  const hook = hooks.find(({ id }) => `webhook:${id}` === outlet)
  return hook ? t('deliveries.hook', { name: `\u2068${hook.name}\u2069` }) : outlet
}

/** What was delivered, what waits, and what was given up and why. */
export function Deliveries() {
  const { t } = useApp()
  const [state, setState] = useState<DeliveryView['state'] | ''>('')
  const query = { ...(state !== '' && { state }), limit: 50 }
  const found = useReply(endpoints.notices.deliveries, { query, staleTime: 0 })
  const outlets = useReply(endpoints.notices.outlets, { staleTime: 0 })
  const hooks = useReply(endpoints.notices.webhooks).data ?? []
  const nameOf = (outlet: string) => outletName(t, outlet, hooks)
  return (
    <div className="column16">
      <p className="prose90">{t('deliveries.text')}</p>
      {outlets.data && <Sums outlets={outlets.data} nameOf={nameOf} />}
      <NativeSelect
        className={styles.narrow ?? ''}
        label={t('deliveries.show')}
        value={state}
        onChange={(event) => setState(deliveryStates.find((one) => one === event.currentTarget.value) ?? '')}
        data={[
          { value: '', label: t('deliveries.all') },
          ...deliveryStates.map((value) => ({ value, label: t(`deliveries.${value}`) })),
        ]}
      />
      <LoadedList
        query={found}
        rows={3}
        label={t('deliveries.list')}
        none={
          <EmptyState icon={UploadIcon} title={t('deliveries.noneTitle')} text={t('deliveries.noneText')} />
        }
      >
        {(delivery) => <Row key={delivery.id} delivery={delivery} outlet={nameOf(delivery.outlet)} />}
      </LoadedList>
    </div>
  )
}

function Sums({ outlets, nameOf }: { outlets: readonly OutletView[]; nameOf(outlet: string): string }) {
  const { t } = useApp()
  return (
    <ul>
      {outlets.map(({ name, on, delivered, waiting, failed }) => (
        <li key={name} className={styles.sum}>
          <span className="strong">{nameOf(name)}</span>
          {!on && <span className={styles.dim}>{t('hooks.off')}</span>}
          <span className={styles.dim}>{t('deliveries.counts', { delivered, waiting, failed })}</span>
        </li>
      ))}
    </ul>
  )
}

function Row({ delivery, outlet }: { delivery: DeliveryView; outlet: string }) {
  const { t, measures, toasts } = useApp()
  const texts = useAlertTexts()
  const say = useSayCoded(delivery.errorCoded)
  const now = useMinute()
  const { id, state, tries, retryAt, at } = delivery
  const title = texts?.titleOf(delivery.kind) ?? ''
  const replay = useCall(endpoints.notices.replay, {
    onSuccess: () => toasts.show({ tone: 'good', text: t('deliveries.sent') }),
  })
  return (
    <li className="settingRow">
      <div className="settingName">
        <span className="strong">{title}</span>
        <span>{texts?.messageOf(delivery)}</span>
        <span className="dimFacts">
          <span data-state={state} className={styles.state}>
            {t(`deliveries.${state}`)}
          </span>
          <span>{outlet}</span>
          <span>{measures.fromNow(at, now)}</span>
          {tries > 0 && <span>{t('deliveries.tries', { count: tries })}</span>}
          {retryAt > now && <span>{t('deliveries.next', { when: measures.fromNow(retryAt, now) })}</span>}
        </span>
        {delivery.error !== '' && <span className="bad85">{say(delivery.errorCoded, delivery.error)}</span>}
      </div>
      <Button
        label={t('deliveries.again')}
        size="sm"
        call={replay}
        aria-label={t('deliveries.againNamed', { event: title })}
        input={{ params: { id } }}
      />
      {replay.error && <Failed error={replay.error} />}
    </li>
  )
}
