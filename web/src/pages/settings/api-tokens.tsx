import { Alert, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ApiTokenView } from '#contract/settings-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useForm } from '../../forms/form.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { Failed, LoadedList } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './security.module.css'

/** Name, create, copy: the plain token is only in the reply to create (R9). */
export function ApiTokens() {
  const { t } = useApp()
  const [made, setMade] = useState<ApiTokenView>()
  const tokens = useReply(endpoints.setting.apiTokens)
  const refresh = useRefresh(endpoints.setting.apiTokens)
  return (
    <>
      <p className="intro">
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
        <Alert color="teal" role="status" className={styles.once ?? ''}>
          {t('tokens.once', { name: made.name })}
          <div className={styles.token}>
            <code dir="ltr">{made.token}</code>
            <CopyButton wide primary text={made.token} what={t('tokens.copy')} />
          </div>
        </Alert>
      )}
      <LoadedList query={tokens} none={<p className="dim85">{t('tokens.none')}</p>} className={styles.rows}>
        {(token) => <TokenRow key={token.id} token={token} onChanged={refresh} />}
      </LoadedList>
    </>
  )
}

function NewToken({ onMade }: { onMade(token: ApiTokenView): void }) {
  const { t, api } = useApp()
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
        <TextInput {...form.text('name', 'tokens.name')} autoComplete="off" dir="auto" />
        <Button label={t('tokens.create')} primary type="submit" loading={form.busy} />
      </div>
      {form.failure && (
        <Alert color="red" mt="sm">
          {form.failure}
        </Alert>
      )}
    </form>
  )
}

function TokenRow({ token, onChanged }: { token: ApiTokenView; onChanged(): Promise<unknown> }) {
  const { t, measures, questions } = useApp()
  const now = useMinute()
  const { id, name } = token
  const params = { id }
  const enabling = useCall(endpoints.setting.enableApiToken, { onSuccess: onChanged })
  const removal = useCall(endpoints.setting.deleteApiToken, { onSuccess: onChanged })
  async function remove() {
    const question = { title: t('tokens.deleteTitle', { name }), text: t('tokens.deleteText') }
    const yes = await questions.ask({ ...question, verb: t('tokens.deleteVerb'), danger: true })
    if (yes) removal.mutate({ params })
  }
  const error = enabling.error ?? removal.error
  const used = token.lastUsedAt
    ? t('tokens.used', { when: measures.fromNow(token.lastUsedAt, now) })
    : t('tokens.unused')
  return (
    <li className={styles.row}>
      <div className={styles.rowName}>
        <bdi>{name}</bdi>
        <div className="dim85">
          {t('tokens.created', { when: measures.date(token.createdAt) })} · {used}
          {token.scope === 'fleet' && <> · {t('tokens.fleet')}</>}
        </div>
      </div>
      <Switch
        aria-label={t('tokens.enabled', { name })}
        checked={enabling.isPending ? enabling.variables.body.enabled : token.enabled}
        onChange={(event) => enabling.mutate({ params, body: { enabled: event.currentTarget.checked } })}
      />
      <IconButton icon={TrashIcon} label={t('tokens.delete', { name })} onClick={remove} />
      {error && <Failed error={error} />}
    </li>
  )
}
