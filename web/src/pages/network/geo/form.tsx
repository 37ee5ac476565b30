import { TextInput } from '@mantine/core'
import type { CustomGeo, GeoKind } from '#contract/geo-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody } from '../../../forms/form-body.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'

interface Props {
  list: readonly CustomGeo[]
  refresh(): Promise<unknown>
}

/** `?geo=new` adds a file, `?geo=<id>` edits one. */
export function GeoForm({ list, refresh }: Props) {
  const { t } = useTranslation()
  return (
    <SideDrawer param="geo" title={(id) => t(id === 'new' ? 'geo.addTitle' : 'geo.editTitle')}>
      {(id, close) => {
        const file = list.find((one) => String(one.id) === id)
        if (!file && id !== 'new') return <p>{t('geo.gone')}</p>
        return <Fields key={id} file={file} close={close} refresh={refresh} />
      }}
    </SideDrawer>
  )
}

interface FieldsProps {
  file: CustomGeo | undefined
  close(): void
  refresh(): Promise<unknown>
}

function Fields({ file, close, refresh }: FieldsProps) {
  const { t } = useTranslation()
  const { api } = useServices()
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
      <TextInput
        {...form.text('alias')}
        label={t('geo.alias')}
        description={t('geo.aliasHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        {...form.text('url')}
        label={t('outboundSubs.url')}
        description={t('geo.urlHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
      />
    </FormBody>
  )
}
