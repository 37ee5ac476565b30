import { ActionIcon, Alert, Button, Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiTokenView } from '#contract/settings-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useReply } from '../../api/use-reply.ts'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './security.module.css'

/** Name, create, copy: the plain token is only in the reply to create (R9). */
export function ApiTokens() {
  const { t } = useTranslation()
  const { queries } = useServices()
  const [made, setMade] = useState<ApiTokenView>()
  const tokens = useReply(endpoints.setting.apiTokens)
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.apiTokens) })
  return (
    <>
      <p className={layout.intro}>
        {t('tokens.text')}{' '}
        <Link to={paths.apiDocs} className={styles.link}>
          {t('shell.docsTitle')}
        </Link>
      </p>
      <NewToken
        onMade={(token) => {
          setMade(token)
          void refresh()
        }}
      />
      {made && (
        <Alert color="teal" variant="light" role="status" className={styles.once ?? ''}>
          {t('tokens.once', { name: made.name })}
          <div className={styles.token}>
            <code dir="ltr">{made.token}</code>
            <CopyButton wide primary text={made.token} what={t('tokens.copy')} />
          </div>
        </Alert>
      )}
      <Loaded query={tokens} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.dim85}>{t('tokens.none')}</p>
          ) : (
            <ul className={styles.rows}>
              {list.map((token) => (
                <TokenRow key={token.id} token={token} onChanged={refresh} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function NewToken({ onMade }: { onMade(token: ApiTokenView): void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: t('tokens.nameMissing') } : {}),
    submit: ({ name }) => api.call(endpoints.setting.createApiToken, { body: { name: name.trim() } }),
    onDone(token) {
      form.reset({ name: '' })
      onMade(token)
    },
  })
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit}>
      <div className={styles.beside}>
        <TextInput {...form.text('name')} label={t('tokens.name')} autoComplete="off" dir="auto" />
        <Button type="submit" loading={form.busy}>
          {t('tokens.create')}
        </Button>
      </div>
      {form.failure && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {form.failure}
        </Alert>
      )}
    </form>
  )
}

function TokenRow({ token, onChanged }: { token: ApiTokenView; onChanged(): Promise<void> }) {
  const { t, measures } = useTranslation()
  const { api, questions } = useServices()
  const now = useMinute()
  const { id, name } = token
  const enabling = useMutation({
    mutationFn: (enabled: boolean) =>
      api.call(endpoints.setting.enableApiToken, { params: { id }, body: { enabled } }),
    onSuccess: onChanged,
  })
  const removal = useMutation({
    mutationFn: () => api.call(endpoints.setting.deleteApiToken, { params: { id } }),
    onSuccess: onChanged,
  })
  async function remove() {
    const question = { title: t('tokens.deleteTitle', { name }), text: t('tokens.deleteText') }
    if (await questions.ask({ ...question, verb: t('tokens.deleteVerb'), danger: true })) removal.mutate()
  }
  const error = enabling.error ?? removal.error
  const used = token.lastUsedAt
    ? t('tokens.used', { when: measures.fromNow(token.lastUsedAt, now) })
    : t('tokens.unused')
  return (
    <li className={styles.row}>
      <div className={styles.rowName}>
        <bdi>{name}</bdi>
        <div className={layout.dim85}>
          {t('tokens.created', { when: measures.date(token.createdAt) })} · {used}
          {token.scope === 'fleet' && <> · {t('tokens.fleet')}</>}
        </div>
      </div>
      <Switch
        size="md"
        aria-label={t('tokens.enabled', { name })}
        checked={enabling.isPending ? enabling.variables : token.enabled}
        onChange={(event) => enabling.mutate(event.currentTarget.checked)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={36}
        aria-label={t('tokens.delete', { name })}
        onClick={() => void remove()}
      >
        <TrashIcon size={18} />
      </ActionIcon>
      {error && <Failed error={error} />}
    </li>
  )
}
