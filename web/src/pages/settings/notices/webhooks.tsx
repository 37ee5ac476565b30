import { Alert, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WebhookView } from '#contract/notices-api.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../../api/endpoints.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, SecretInput, useForm } from '../../../forms/form.tsx'
import { useAlertTexts } from '../../../i18n/alert-texts.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { EditIcon, PlayIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Failed, LoadedList } from '../../../ui/states.tsx'
import { hintBelow } from '../stored-form.tsx'
import styles from './notices.module.css'

/** Programs that are called with chosen events. A secret is shown once, when it is made. */
export function Webhooks() {
  const { t } = useApp()
  const hooks = useReply(endpoints.notices.webhooks)
  const [edited, setEdited] = useState<WebhookView | 'new'>()
  const [made, setMade] = useState<WebhookView>()
  const refresh = useRefresh(endpoints.notices.webhooks)
  return (
    <div className="column16">
      <p className="prose90">{t('hooks.text')}</p>
      {made && (
        <Alert color="teal" role="status">
          {t('hooks.once', { name: made.name })}
          <div className={styles.secret}>
            <code dir="ltr">{made.secret}</code>
            <CopyButton wide primary text={made.secret} what={t('hooks.copy')} />
          </div>
        </Alert>
      )}
      <LoadedList query={hooks} none={<p className={styles.dim}>{t('hooks.none')}</p>}>
        {(hook) => <Row key={hook.id} hook={hook} onEdit={() => setEdited(hook)} onChanged={refresh} />}
      </LoadedList>
      {edited ? (
        <WebhookForm
          key={edited === 'new' ? 'new' : edited.id}
          hook={edited === 'new' ? undefined : edited}
          onCancel={() => setEdited(undefined)}
          onSaved={(saved) => {
            setEdited(undefined)
            setMade(saved.secret === '' ? undefined : saved)
            void refresh()
          }}
        />
      ) : (
        <Button label={t('hooks.add')} className="atStart" onClick={() => setEdited('new')} />
      )}
    </div>
  )
}

interface RowProps {
  hook: WebhookView
  onEdit(): void
  onChanged(): Promise<unknown>
}

function Row({ hook, onEdit, onChanged }: RowProps) {
  const { t, questions } = useApp()
  const { id, hasSecret: _, ...values } = hook
  const { name, url } = values
  const params = { id }
  const enabling = useCall(endpoints.notices.updateWebhook, { onSuccess: onChanged })
  const removal = useCall(endpoints.notices.delWebhook, { onSuccess: onChanged })
  const test = useCall(endpoints.notices.test)
  async function remove() {
    const question = { title: t('hooks.deleteTitle', { name }), text: t('hooks.deleteText') }
    const yes = await questions.ask({ ...question, verb: t('hooks.deleteVerb'), danger: true })
    if (yes) removal.mutate({ params })
  }
  const enable = (enabled: boolean) => enabling.mutate({ params, body: { ...values, enabled, secret: '' } })
  const error = enabling.error ?? removal.error
  return (
    <li className="settingRow">
      <div className="settingName">
        <bdi className="strong">{name}</bdi>
        <bdi className={styles.dim} dir="ltr">
          {url}
        </bdi>
      </div>
      <div className="row4">
        <Switch
          aria-label={t('hooks.enabled', { name })}
          checked={enabling.isPending ? enabling.variables.body.enabled : hook.enabled}
          onChange={(event) => enable(event.currentTarget.checked)}
        />
        <IconButton
          icon={PlayIcon}
          label={t('hooks.test', { name })}
          loading={test.isPending}
          disabled={!hook.enabled}
          onClick={() => test.mutate({ params: { outlet: `webhook:${id}` } })}
        />
        <IconButton icon={EditIcon} label={t('hooks.edit', { name })} onClick={onEdit} />
        <IconButton icon={TrashIcon} label={t('hooks.delete', { name })} onClick={remove} />
      </div>
      {test.isSuccess && (
        <p className={styles.good} role="status">
          {t('hooks.works', { name })}
        </p>
      )}
      {test.error && <Failed error={test.error} title={t('hooks.fails')} />}
      {error && <Failed error={error} />}
    </li>
  )
}

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

function WebhookForm({ hook, onCancel, onSaved }: Props) {
  const { t, api } = useApp()
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
          <TextInput {...form.text('name', 'hooks.name')} dir="auto" autoComplete="off" />
          <TextInput
            {...form.text('url', 'hooks.url')}
            {...plain}
            placeholder="https://shop.example.com/hook"
          />
          <SecretInput
            {...form.text('secret', 'hooks.secret', 'hooks.secretHint')}
            {...plain}
            {...hintBelow}
            placeholder={hook?.hasSecret ? t('hooks.kept') : ''}
          />
          <Switch {...form.check('allowPrivateAddress', 'hooks.private', 'hooks.privateHint')} />
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
