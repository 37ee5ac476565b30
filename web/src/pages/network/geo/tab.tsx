import { TextInput } from '@mantine/core'
import type { CustomGeo, GeoKind } from '#contract/geo-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { RemoteList, RemoteRow } from '../remote-list.tsx'

const fileOf = ({ type, alias }: CustomGeo) => `${type}_${alias}.dat`

/** Lists of names and addresses from the operator's own sources. Changes here are immediate: they are files, not the template. */
export function GeoTab() {
  const { t } = useApp()
  const list = useReply(endpoints.geo.list)
  const refresh = useRefresh(endpoints.geo.list)
  const updating = useCall(endpoints.geo.downloadAll, { onSettled: refresh })
  return (
    <RemoteList
      param="geo"
      query={list}
      words={{
        title: t('geo.title'),
        text: t('geo.text'),
        add: t('geo.add'),
        addTitle: t('geo.addTitle'),
        editTitle: t('geo.editTitle'),
        gone: t('geo.gone'),
      }}
      aside={(list.data ?? []).length > 1 && <Button label={t('geo.updateAll')} size="xs" call={updating} />}
      row={(file) => <Row key={file.id} file={file} refresh={refresh} />}
      fields={(file, close) => <Fields file={file} close={close} refresh={refresh} />}
    />
  )
}

function Row({ file, refresh }: { file: CustomGeo; refresh(): Promise<unknown> }) {
  const { t, measures, api } = useApp()
  const now = useMinute()
  const name = fileOf(file)
  const params = { id: file.id }
  const when = measures.fromNow(file.lastUpdatedAt * 1000, now)
  return (
    <RemoteRow
      param="geo"
      item={file}
      name={name}
      dir="ltr"
      state={
        <>
          {t('geo.state', { when })} · <bdi dir="ltr">{`ext:${name}:…`}</bdi>
        </>
      }
      words={{ fetch: t('geo.update', { name }), failed: t('geo.failed') }}
      question={{
        title: t('geo.deleteTitle', { name }),
        text: t('geo.deleteText'),
        verb: t('geo.deleteVerb'),
      }}
      fetch={() => api.call(endpoints.geo.download, { params })}
      remove={() => api.call(endpoints.geo.remove, { params })}
      refresh={refresh}
    />
  )
}

interface FieldsProps {
  file: CustomGeo | undefined
  close(): void
  refresh(): Promise<unknown>
}

function Fields({ file, close, refresh }: FieldsProps) {
  const { t, api } = useApp()
  const form = useForm({
    initial: {
      type: (file?.type ?? 'geosite') as GeoKind,
      alias: file?.alias ?? '',
      url: file?.url ?? '',
    },
    submit: async (body) => {
      if (file) await api.call(endpoints.geo.change, { params: { id: file.id }, body })
      else await api.call(endpoints.geo.add, { body })
      await refresh()
    },
    onDone: close,
  })
  return (
    <FormBody form={form} verb={t('geo.save')} closedBy={['geo']} onCancel={close}>
      <ChoiceChips
        {...form.value('type')}
        legend={t('geo.kind')}
        options={[
          { value: 'geosite', label: t('geo.names'), hint: 'geosite' },
          { value: 'geoip', label: t('geo.addresses'), hint: 'geoip' },
        ]}
      />
      <TextInput {...form.text('alias', 'geo.alias', 'geo.aliasHint')} data-autofocus {...machineText} />
      <TextInput {...form.text('url', 'outboundSubs.url', 'geo.urlHint')} {...machineText} />
    </FormBody>
  )
}
