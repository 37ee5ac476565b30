import { ActionIcon, Alert, Button, Switch } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { RowMenu } from '../../../table/row-menu.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { EditIcon, PlusIcon, RenewIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import boxes from '../boxes.module.css'
import styles from './outbounds.module.css'
import { SubscriptionForm } from './subscription-form.tsx'
import { useRefreshSubs } from './use-refresh-subs.ts'

/** The subscriptions, and the template that refers to their outbounds. */

/** Remote lists of servers. Changes here are immediate: they are not part of the template. */
export function Subscriptions({ query }: { query: UseQueryResult<OutboundSub[]> }) {
  const { t } = useTranslation()
  const { place } = useServices()
  return (
    <section className={boxes.box} aria-labelledby="outbound-subs">
      <div className={boxes.boxHead}>
        <h2 id="outbound-subs" className={boxes.boxTitle}>
          {t('outboundSubs.title')}
        </h2>
        <Button
          size="xs"
          variant="default"
          leftSection={<PlusIcon size={14} />}
          onClick={() => place.setParams({ sub: 'new' }, 'push')}
        >
          {t('outboundSubs.add')}
        </Button>
      </div>
      <p className={styles.dim}>{t('outboundSubs.text')}</p>
      <Loaded query={query} rows={1}>
        {(list) => (
          <>
            {list.length > 0 && (
              <ul className={boxes.rows}>
                {list.map((sub) => (
                  <Row key={sub.id} sub={sub} />
                ))}
              </ul>
            )}
            <SubscriptionForm list={list} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Row({ sub }: { sub: OutboundSub }) {
  const { t, measures } = useTranslation()
  const { api, questions, place } = useServices()
  const now = useMinute()
  const onSuccess = useRefreshSubs()
  const name = sub.remark || sub.url
  const params = { id: sub.id }
  const fetching = useMutation({
    mutationFn: () => api.call(endpoints.outbounds.refreshSub, { params }),
    onSettled: onSuccess,
  })
  const enabling = useMutation({
    mutationFn: (enabled: boolean) => api.call(endpoints.outbounds.updateSub, { params, body: { enabled } }),
    onSuccess,
  })
  const removal = useMutation({
    mutationFn: () => api.call(endpoints.outbounds.delSub, { params }),
    onSuccess,
  })
  async function remove() {
    const text = t('outboundSubs.deleteText', { count: sub.outboundCount })
    const question = {
      title: t('outboundSubs.deleteTitle', { name }),
      text,
      verb: t('outboundSubs.deleteVerb'),
    }
    if (await questions.ask({ ...question, danger: true })) removal.mutate()
  }
  const when = sub.lastUpdated > 0 ? measures.fromNow(sub.lastUpdated, now) : t('outboundSubs.never')
  const say = useSayCoded(sub.lastErrorCoded)
  const error = enabling.error ?? removal.error ?? fetching.error
  return (
    <li className={boxes.row}>
      <div className={boxes.rowText}>
        <bdi className={styles.nameText}>{name}</bdi>
        <span className={styles.dim}>
          {t('outboundSubs.state', { count: sub.outboundCount, when })}
          {sub.prepend && ` · ${t('outboundSubs.ahead')}`}
        </span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={36}
        loading={fetching.isPending}
        aria-label={t('outboundSubs.refresh', { name })}
        onClick={() => fetching.mutate()}
      >
        <RenewIcon size={18} />
      </ActionIcon>
      <Switch
        size="md"
        aria-label={t('outboundSubs.enabled', { name })}
        checked={enabling.isPending ? enabling.variables : sub.enabled}
        onChange={(event) => enabling.mutate(event.currentTarget.checked)}
      />
      <RowMenu
        label={t('table.menu', { name })}
        entries={() => [
          {
            label: t('outbounds.edit'),
            icon: EditIcon,
            run: () => place.setParams({ sub: String(sub.id) }, 'push'),
          },
          {
            label: t('outbounds.delete'),
            icon: TrashIcon,
            danger: true,
            apart: true,
            run: () => void remove(),
          },
        ]}
      />
      {sub.lastError !== '' && !error && (
        <Alert color="orange" variant="light" className={boxes.rowAlert ?? ''}>
          <span dir="auto">{say(sub.lastErrorCoded, sub.lastError)}</span>
        </Alert>
      )}
      {error && <Failed error={error} title={t('outboundSubs.failed')} />}
    </li>
  )
}
