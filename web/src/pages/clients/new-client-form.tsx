import { TextInput } from '@mantine/core'
import { endpoints } from '../../api/endpoints.ts'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { NewLimitsFields, useNewLimits } from './new-limits.tsx'

export function NewClientForm({ onDone }: { onDone: (email: string) => void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const limits = useNewLimits()
  const form = useForm({
    initial: { email: '', comment: '', inboundIds: '' },
    check: ({ email }) => (email.trim() === '' ? { email: t('new.emailMissing') } : {}),
    fields: { inboundIds: 'inboundIds' },
    async submit({ email, comment }) {
      const client = { ...limits.fields(), email: email.trim(), comment: comment.trim() }
      await api.call(endpoints.clients.add, { body: { client, inboundIds: limits.inboundIds } })
      limits.remember()
    },
    onDone: (_, { email }) => onDone(email.trim()),
  })
  return (
    <FormBody form={form} verb={t('new.create')} closedBy={['new']}>
      <TextInput
        {...form.text('email')}
        label={t('new.email')}
        description={t('new.emailHint')}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        dir="auto"
      />
      <NewLimitsFields of={limits} error={form.errors.inboundIds} />
      <TextInput {...form.text('comment')} label={t('clients.comment')} autoComplete="off" dir="auto" />
    </FormBody>
  )
}
