import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { carriesClients } from '#contract/protocol.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useEditor } from './editor-context.ts'
import { inputWrapperOrder } from './field-input.tsx'

/** Whose clients get a new inbound at once; absent while there are no groups. */
export function AudienceField() {
  const { t } = useTranslation()
  const { api } = useServices()
  const { cell, reach, setReach } = useEditor()
  const groups = useQuery(replyOf(api, endpoints.clientGroups.list)).data ?? []
  if (groups.length === 0 || !carriesClients(cell.protocol)) return null
  return (
    <NativeSelect
      label={t('inboundForm.audience')}
      description={t('inboundForm.audienceHint')}
      inputWrapperOrder={inputWrapperOrder}
      value={reach.group}
      onChange={(event) => setReach({ ...reach, group: event.currentTarget.value })}
      data={[
        { value: '', label: t('inboundForm.nobodyYet') },
        ...groups.map(({ name, clientCount }) => ({
          value: name,
          label: t('inboundForm.groupOf', { name, count: clientCount }),
        })),
      ]}
    />
  )
}
