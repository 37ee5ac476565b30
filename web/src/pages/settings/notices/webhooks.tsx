import { ActionIcon, Alert, Button, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookView } from '#contract/notices-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf, replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { EditIcon, PlayIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import styles from './notices.module.css'
import { WebhookForm } from './webhook-form.tsx'

/** Programs that are called with chosen events. A secret is shown once, when it is made. */
export function Webhooks() {
  const { t } = useTranslation()
  const { api, queries } = useServices()
  const hooks = useQuery(replyOf(api, endpoints.notices.webhooks))
  const [edited, setEdited] = useState<WebhookView | 'new'>()
  const [made, setMade] = useState<WebhookView>()
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(endpoints.notices.webhooks) })
  return (
    <div className={styles.stack}>
      <p className={styles.text}>{t('hooks.text')}</p>
      {made && (
        <Alert color="teal" variant="light" role="status">
          {t('hooks.once', { name: made.name })}
          <div className={styles.secret}>
            <code dir="ltr">{made.secret}</code>
            <CopyButton wide primary text={made.secret} what={t('hooks.copy')} />
          </div>
        </Alert>
      )}
      <Loaded query={hooks} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className={styles.dim}>{t('hooks.none')}</p>
          ) : (
            <ul className={styles.rows}>
              {list.map((hook) => (
                <Row key={hook.id} hook={hook} onEdit={() => setEdited(hook)} onChanged={refresh} />
              ))}
            </ul>
          )
        }
      </Loaded>
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
        <Button variant="default" className={styles.start ?? ''} onClick={() => setEdited('new')}>
          {t('hooks.add')}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  hook: WebhookView
  onEdit(): void
  onChanged(): Promise<void>
}

function Row({ hook, onEdit, onChanged }: RowProps) {
  const { t } = useTranslation()
  const { api, questions } = useServices()
  const { id, name, url } = hook
  const enabling = useMutation({
    mutationFn: (enabled: boolean) => {
      const { hasSecret: _, id: __, ...body } = hook
      return api.call(endpoints.notices.updateWebhook, {
        params: { id },
        body: { ...body, enabled, secret: '' },
      })
    },
    onSuccess: onChanged,
  })
  const removal = useMutation({
    mutationFn: () => api.call(endpoints.notices.delWebhook, { params: { id } }),
    onSuccess: onChanged,
  })
  const test = useMutation({
    mutationFn: () => api.call(endpoints.notices.test, { params: { outlet: `webhook:${id}` } }),
  })
  async function remove() {
    const question = { title: t('hooks.deleteTitle', { name }), text: t('hooks.deleteText') }
    if (await questions.ask({ ...question, verb: t('hooks.deleteVerb'), danger: true })) removal.mutate()
  }
  const icon = { variant: 'subtle', color: 'gray', c: 'inherit', size: 36 } as const
  const error = enabling.error ?? removal.error
  return (
    <li className={styles.row}>
      <div className={styles.rowName}>
        <bdi className={styles.strong}>{name}</bdi>
        <bdi className={styles.dim} dir="ltr">
          {url}
        </bdi>
      </div>
      <div className={styles.actions}>
        <Switch
          size="md"
          aria-label={t('hooks.enabled', { name })}
          checked={enabling.isPending ? enabling.variables : hook.enabled}
          onChange={(event) => enabling.mutate(event.currentTarget.checked)}
        />
        <ActionIcon
          {...icon}
          loading={test.isPending}
          disabled={!hook.enabled}
          aria-label={t('hooks.test', { name })}
          onClick={() => test.mutate()}
        >
          <PlayIcon size={18} />
        </ActionIcon>
        <ActionIcon {...icon} aria-label={t('hooks.edit', { name })} onClick={onEdit}>
          <EditIcon size={18} />
        </ActionIcon>
        <ActionIcon {...icon} aria-label={t('hooks.delete', { name })} onClick={() => void remove()}>
          <TrashIcon size={18} />
        </ActionIcon>
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
