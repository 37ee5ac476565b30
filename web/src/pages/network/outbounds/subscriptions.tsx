import { NumberInput, Switch, TextInput } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import { endpoints, useRefresh } from '../../../api/endpoints.ts'
import { FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { useApp } from '../../../services.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { RemoteList, RemoteRow } from '../remote-list.tsx'

/** Refetches the outbound subscriptions and the template, which names their outbounds. */
const useRefreshSubs = () => useRefresh(endpoints.outbounds.listSubs, endpoints.xray.read)

/** Remote lists of servers. Changes here are immediate: they are not part of the template. */
export function Subscriptions({ query }: { query: UseQueryResult<OutboundSub[]> }) {
  const { t } = useApp()
  return (
    <RemoteList
      param="sub"
      query={query}
      words={{
        title: t('outboundSubs.title'),
        text: t('outboundSubs.text'),
        add: t('outboundSubs.add'),
        addTitle: t('outboundSubs.addTitle'),
        editTitle: t('outboundSubs.editTitle'),
        gone: t('outboundSubs.gone'),
      }}
      row={(sub) => <Row key={sub.id} sub={sub} />}
      fields={(sub, close) => <Fields sub={sub} close={close} />}
    />
  )
}

function Row({ sub }: { sub: OutboundSub }) {
  const { t, measures, api } = useApp()
  const now = useMinute()
  const refresh = useRefreshSubs()
  const name = sub.remark || sub.url
  const params = { id: sub.id }
  const enabling = useMutation({
    mutationFn: (enabled: boolean) => api.call(endpoints.outbounds.updateSub, { params, body: { enabled } }),
    onSuccess: refresh,
  })
  const when = sub.lastUpdated > 0 ? measures.fromNow(sub.lastUpdated, now) : t('outboundSubs.never')
  return (
    <RemoteRow
      param="sub"
      item={sub}
      name={name}
      state={
        <>
          {t('outboundSubs.state', { count: sub.outboundCount, when })}
          {sub.prepend && ` · ${t('outboundSubs.ahead')}`}
        </>
      }
      words={{ fetch: t('outboundSubs.refresh', { name }), failed: t('outboundSubs.failed') }}
      question={{
        title: t('outboundSubs.deleteTitle', { name }),
        text: t('outboundSubs.deleteText', { count: sub.outboundCount }),
        verb: t('outboundSubs.deleteVerb'),
      }}
      fetch={() => api.call(endpoints.outbounds.refreshSub, { params })}
      remove={() => api.call(endpoints.outbounds.delSub, { params })}
      refresh={refresh}
      error={enabling.error}
    >
      <Switch
        aria-label={t('outboundSubs.enabled', { name })}
        checked={enabling.isPending ? enabling.variables : sub.enabled}
        onChange={(event) => enabling.mutate(event.currentTarget.checked)}
      />
    </RemoteRow>
  )
}

const MINUTE = 60

function Fields({ sub, close }: { sub: OutboundSub | undefined; close(): void }) {
  const { t, api, toasts } = useApp()
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
      <TextInput {...form.text('url', 'outboundSubs.url')} {...machineText} data-autofocus />
      <TextInput {...form.text('remark', 'outboundSubs.remark')} dir="auto" autoComplete="off" />
      <TextInput
        {...form.text('tagPrefix', 'outboundSubs.prefix', 'outboundSubs.prefixHint')}
        {...machineText}
      />
      <NumberInput
        {...form.value('minutes', 'outboundSubs.minutes')}
        min={1}
        max={43_200}
        allowDecimal={false}
      />
      <Switch {...form.check('prepend', 'outboundSubs.prepend', 'outboundSubs.prependHint')} />
    </FormBody>
  )
}
