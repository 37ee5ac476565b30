import { Switch, TextInput } from '@mantine/core'
import type { WebhookView } from '#contract/notices-api.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody } from '../../../forms/form-body.tsx'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useAlertTexts } from '../../../i18n/alert-texts.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import styles from './notices.module.css'

interface Props {
  /** Absent for a new one. */
  hook: WebhookView | undefined
  onCancel(): void
  onSaved(saved: WebhookView): void
}

const initialOf = (hook: WebhookView | undefined) => ({
  name: hook?.name ?? '',
  url: hook?.url ?? '',
  events: hook?.events ?? [],
  enabled: hook?.enabled ?? true,
  allowPrivateAddress: hook?.allowPrivateAddress ?? false,
  secret: '',
})

export function WebhookForm({ hook, onCancel, onSaved }: Props) {
  const { t } = useTranslation()
  const { api } = useServices()
  const texts = useAlertTexts()
  const form = useForm({
    initial: initialOf(hook),
    submit: (body) =>
      hook
        ? api.call(endpoints.notices.updateWebhook, { params: { id: hook.id }, body })
        : api.call(endpoints.notices.addWebhook, { body }),
    onDone: onSaved,
  })
  const plain = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const
  return (
    <section
      className={styles.form}
      aria-label={hook ? t('hooks.edit', { name: hook.name }) : t('hooks.addTitle')}
    >
      <FormBody form={form} verb={t('hooks.save')} onCancel={onCancel} closedBy={['section', 'q']}>
        <div className={styles.fields}>
          <TextInput {...form.text('name')} label={t('hooks.name')} dir="auto" autoComplete="off" />
          <TextInput
            {...form.text('url')}
            {...plain}
            label={t('hooks.url')}
            placeholder="https://shop.example.com/hook"
          />
          <SecretInput
            {...form.text('secret')}
            {...plain}
            label={t('hooks.secret')}
            description={t('hooks.secretHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            placeholder={hook?.hasSecret ? t('hooks.kept') : ''}
          />
          <Switch
            {...form.check('allowPrivateAddress')}
            label={t('hooks.private')}
            description={t('hooks.privateHint')}
          />
        </div>
        <ChoiceChips
          many
          name="events"
          legend={t('hooks.events')}
          options={choosableKinds.map((kind) => ({ value: kind, label: texts?.titleOf(kind) ?? kind }))}
          value={form.values.events}
          onChange={(events) => form.set('events', events)}
          error={form.errors.events}
        />
      </FormBody>
    </section>
  )
}
