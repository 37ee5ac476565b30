import { Switch } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import boxes from '../boxes.module.css'
import { RemoteBox, RemoteRow } from '../remote-list.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { useRefreshSubs } from './use-refresh-subs.ts'

/** Remote lists of servers. Changes here are immediate: they are not part of the template. */
export function Subscriptions({ query }: { query: UseQueryResult<OutboundSub[]> }) {
  const { t } = useTranslation()
  const { place } = useServices()
  return (
    <RemoteBox
      id="outbound-subs"
      words={{ title: t('outboundSubs.title'), text: t('outboundSubs.text'), add: t('outboundSubs.add') }}
      onAdd={() => place.setParams({ sub: 'new' }, 'push')}
    >
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
    </RemoteBox>
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
  return (
    <RemoteRow
      name={name}
      state={
        <>
          {t('outboundSubs.state', { count: sub.outboundCount, when })}
          {sub.prepend && ` · ${t('outboundSubs.ahead')}`}
        </>
      }
      words={{ fetch: t('outboundSubs.refresh', { name }), failed: t('outboundSubs.failed') }}
      last={sub}
      error={enabling.error ?? removal.error ?? fetching.error}
      fetching={fetching}
      onEdit={() => place.setParams({ sub: String(sub.id) }, 'push')}
      onRemove={() => void remove()}
    >
      <Switch
        size="md"
        aria-label={t('outboundSubs.enabled', { name })}
        checked={enabling.isPending ? enabling.variables : sub.enabled}
        onChange={(event) => enabling.mutate(event.currentTarget.checked)}
      />
    </RemoteRow>
  )
}
