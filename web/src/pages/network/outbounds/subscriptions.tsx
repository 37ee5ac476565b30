import { NumberInput, Switch, TextInput } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { FormBody } from '../../../forms/form-body.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import boxes from '../boxes.module.css'
import { RemoteBox, RemoteRow } from '../remote-list.tsx'
import { useRefreshSubs } from './use-refresh-subs.ts'

/** Remote lists of servers. Changes here are immediate: they are not part of the template. */
export function Subscriptions({ query }: { query: UseQueryResult<OutboundSub[]> }) {
  const { t } = useTranslation()
  const { router } = useServices()
  return (
    <RemoteBox
      id="outbound-subs"
      words={{ title: t('outboundSubs.title'), text: t('outboundSubs.text'), add: t('outboundSubs.add') }}
      onAdd={() => router.setParams({ sub: 'new' }, 'push')}
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
  const { api, questions, router } = useServices()
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
      onEdit={() => router.setParams({ sub: String(sub.id) }, 'push')}
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

/** `?sub=new` adds a subscription, `?sub=<id>` edits one. */
function SubscriptionForm({ list }: { list: readonly OutboundSub[] }) {
  const { t } = useTranslation()
  return (
    <SideDrawer
      param="sub"
      title={(id) => t(id === 'new' ? 'outboundSubs.addTitle' : 'outboundSubs.editTitle')}
    >
      {(id, close) => {
        const sub = list.find((s) => String(s.id) === id)
        if (!sub && id !== 'new') return <p>{t('outboundSubs.gone')}</p>
        return <Fields key={id} sub={sub} close={close} />
      }}
    </SideDrawer>
  )
}

const MINUTE = 60

function Fields({ sub, close }: { sub: OutboundSub | undefined; close(): void }) {
  const { t } = useTranslation()
  const { api, toasts } = useServices()
  const refresh = useRefreshSubs()
  const form = useForm({
    initial: {
      remark: sub?.remark ?? '',
      url: sub?.url ?? '',
      tagPrefix: sub?.tagPrefix ?? '',
      minutes: ((sub?.updateInterval ?? 3_600) / MINUTE) as number | string,
      prepend: sub?.prepend ?? false,
    },
    fields: { updateInterval: 'minutes' },
    submit: async ({ minutes, ...rest }) => {
      const body = { ...rest, updateInterval: Math.round(Number(minutes) * MINUTE) }
      if (sub) await api.call(endpoints.outbounds.updateSub, { params: { id: sub.id }, body })
      const id = sub?.id ?? (await api.call(endpoints.outbounds.addSub, { body })).id
      // A saved subscription that cannot be fetched shows the error in its row.
      if (!sub || sub.url !== body.url)
        await api.call(endpoints.outbounds.refreshSub, { params: { id } }).catch(() => undefined)
      await refresh()
    },
    onDone(_, { remark, url }) {
      toasts.show({ tone: 'good', text: t('outboundSubs.saved', { name: remark || url }) })
      close()
    },
  })
  return (
    <FormBody
      form={form}
      verb={t(sub ? 'outboundSubs.save' : 'outboundSubs.addVerb')}
      closedBy={['sub']}
      onCancel={close}
    >
      <TextInput
        {...form.text('url')}
        label={t('outboundSubs.url')}
        dir="ltr"
        autoComplete="off"
        data-autofocus
      />
      <TextInput {...form.text('remark')} label={t('outboundSubs.remark')} dir="auto" autoComplete="off" />
      <TextInput
        {...form.text('tagPrefix')}
        label={t('outboundSubs.prefix')}
        description={t('outboundSubs.prefixHint')}
        dir="ltr"
        autoComplete="off"
      />
      <NumberInput
        {...form.value('minutes')}
        label={t('outboundSubs.minutes')}
        min={1}
        max={43_200}
        allowDecimal={false}
      />
      <Switch
        size="md"
        {...form.check('prepend')}
        label={t('outboundSubs.prepend')}
        description={t('outboundSubs.prependHint')}
      />
    </FormBody>
  )
}
