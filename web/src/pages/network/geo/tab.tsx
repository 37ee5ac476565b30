import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { CustomGeo, GeoKind } from '#contract/geo-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useReply } from '../../../api/use-reply.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody } from '../../../forms/form-body.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import boxes from '../boxes.module.css'
import { RemoteBox, RemoteRow } from '../remote-list.tsx'

const fileOf = ({ type, alias }: CustomGeo) => `${type}_${alias}.dat`

/** Lists of names and addresses from the operator's own sources. Changes here are immediate: they are files, not the template. */
export function GeoTab() {
  const { t } = useTranslation()
  const { api, router, queries } = useServices()
  const list = useReply(endpoints.geo.list)
  const refresh = () => queries.invalidateQueries({ queryKey: [endpoints.geo.list.path] })
  const updating = useMutation({
    mutationFn: () => api.call(endpoints.geo.downloadAll),
    onSettled: refresh,
  })
  return (
    <RemoteBox
      id="geo-files"
      words={{ title: t('geo.title'), text: t('geo.text'), add: t('geo.add') }}
      onAdd={() => router.setParams({ geo: 'new' }, 'push')}
      aside={
        (list.data ?? []).length > 1 && (
          <Button size="xs" variant="default" loading={updating.isPending} onClick={() => updating.mutate()}>
            {t('geo.updateAll')}
          </Button>
        )
      }
    >
      <Loaded query={list} rows={2}>
        {(found) => (
          <>
            {found.length > 0 && (
              <ul className={boxes.rows}>
                {found.map((file) => (
                  <Row key={file.id} file={file} refresh={refresh} />
                ))}
              </ul>
            )}
            <GeoForm list={found} refresh={refresh} />
          </>
        )}
      </Loaded>
    </RemoteBox>
  )
}

function Row({ file, refresh }: { file: CustomGeo; refresh(): Promise<unknown> }) {
  const { t, measures } = useTranslation()
  const { api, questions, router } = useServices()
  const now = useMinute()
  const name = fileOf(file)
  const params = { id: file.id }
  const updating = useMutation({
    mutationFn: () => api.call(endpoints.geo.download, { params }),
    onSettled: refresh,
  })
  const removal = useMutation({
    mutationFn: () => api.call(endpoints.geo.remove, { params }),
    onSuccess: refresh,
  })
  async function remove() {
    const question = {
      title: t('geo.deleteTitle', { name }),
      text: t('geo.deleteText'),
      verb: t('geo.deleteVerb'),
    }
    if (await questions.ask({ ...question, danger: true })) removal.mutate()
  }
  const when = measures.fromNow(file.lastUpdatedAt * 1000, now)
  return (
    <RemoteRow
      name={name}
      dir="ltr"
      state={
        <>
          {t('geo.state', { when })} · <bdi dir="ltr">{`ext:${name}:…`}</bdi>
        </>
      }
      words={{ fetch: t('geo.update', { name }), failed: t('geo.failed') }}
      last={file}
      error={removal.error ?? updating.error}
      fetching={updating}
      onEdit={() => router.setParams({ geo: String(file.id) }, 'push')}
      onRemove={() => void remove()}
    />
  )
}

interface Props {
  list: readonly CustomGeo[]
  refresh(): Promise<unknown>
}

/** `?geo=new` adds a file, `?geo=<id>` edits one. */
function GeoForm({ list, refresh }: Props) {
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
