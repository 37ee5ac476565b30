import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AllSettingView, SecretKey } from '#contract/settings.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { FormBody, SecretInput, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { passwordError } from '../../ui/password-words.ts'
import { Failed, Loaded } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { Card } from './card.tsx'
import styles from './security.module.css'
import { Sessions } from './sessions.tsx'
import { TwoFactor, TwoFactorState, useRelogin } from './two-factor.tsx'
import type { SettingWords } from './words.ts'

/** Who can log in, and how. */
export function SecurityCards({ stored, words }: { stored: AllSettingView; words: SettingWords }) {
  const who = useReply(endpoints.setup.state)
  return (
    <>
      <Card id="twoFactor" words={words} aside={<TwoFactorState on={stored.twoFactorEnable} />}>
        <Loaded query={who}>{({ username }) => <TwoFactor username={username} stored={stored} />}</Loaded>
      </Card>
      <Card id="logins" words={words}>
        <Sessions />
      </Card>
      <Card id="tokens" words={words}>
        <ApiTokens />
      </Card>
      <Card id="account" words={words}>
        <Loaded query={who}>
          {({ username }) => (
            <AccountForm key={username} username={username} twoFactor={stored.twoFactorEnable} />
          )}
        </Loaded>
      </Card>
      <Card id="secrets" words={words}>
        <StoredSecrets stored={stored} />
      </Card>
    </>
  )
}

function AccountForm({ username, twoFactor }: { username: string; twoFactor: boolean }) {
  const { t, api, toasts } = useApp()
  const relogin = useRelogin()
  const form = useForm({
    initial: { oldPassword: '', newUsername: username, newPassword: '' },
    check: ({ oldPassword, newUsername, newPassword }) => ({
      ...(newUsername.trim() === '' && { newUsername: t('account.missing') }),
      ...(oldPassword === '' && { oldPassword: t('account.missing') }),
      ...(newPassword !== '' && newPassword !== oldPassword && passwordError(t, newPassword, 'newPassword')),
    }),
    fields: { username: 'newUsername', password: 'newPassword' },
    submit(values) {
      const newPassword = values.newPassword || values.oldPassword
      const body = { ...values, newPassword, oldUsername: username }
      const next = { username: values.newUsername, password: newPassword, twoFactorCode: '' }
      return relogin(() => api.call(endpoints.setting.updateUser, { body }), next)
    },
    onDone() {
      form.reset({ oldPassword: '', newUsername: form.values.newUsername, newPassword: '' })
      toasts.show({ tone: 'good', text: t('account.saved') })
    },
  })
  return (
    <div className="narrow">
      <p className="intro">{t(twoFactor ? 'account.textTwoFactor' : 'account.text')}</p>
      <FormBody form={form} verb={t('account.save')} closedBy={['section', 'q']} needsChange>
        <TextInput
          {...form.text('newUsername', 'account.newUsername')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        <SecretInput
          {...form.text('newPassword', 'account.newPassword', 'account.keepHint')}
          autoComplete="new-password"
        />
        <SecretInput {...form.text('oldPassword', 'account.oldPassword')} autoComplete="current-password" />
      </FormBody>
    </div>
  )
}

/** Providers create the account of those that are not typed. */
const secrets = [
  { key: 'tgBotToken', flag: 'hasTgBotToken', label: 'secrets.tgBotToken', typed: true },
  { key: 'smtpPassword', flag: 'hasSmtpPassword', label: 'secrets.smtpPassword', typed: true },
  { key: 'ldapPassword', flag: 'hasLdapPassword', label: 'secrets.ldapPassword', typed: true },
  { key: 'warp', flag: 'hasWarpSecret', label: 'secrets.warp', typed: false },
  { key: 'nord', flag: 'hasNordSecret', label: 'secrets.nord', typed: false },
] as const

/** Set, replace, clear: the panel never returns the value. */
function StoredSecrets({ stored }: { stored: AllSettingView }) {
  const { t } = useApp()
  const set = secrets.filter(({ flag }) => stored[flag])
  if (set.length === 0) return <p className="dim85">{t('secrets.none')}</p>
  return (
    <>
      <p className="intro">{t('secrets.text')}</p>
      <ul className={styles.rows}>
        {set.map((secret) => (
          <SecretRow key={secret.key} secret={secret} />
        ))}
      </ul>
    </>
  )
}

function SecretRow({ secret }: { secret: (typeof secrets)[number] }) {
  const { t, questions } = useApp()
  const [replacing, setReplacing] = useState(false)
  const name = t(secret.label)
  const { key } = secret
  const onSuccess = useRefresh(endpoints.setting.all)
  const clearing = useCall(endpoints.setting.secret, { onSuccess })
  async function clear() {
    const question = { title: t('secrets.clearTitle', { name }), text: t('secrets.clearText') }
    const yes = await questions.ask({ ...question, verb: t('secrets.clear'), danger: true })
    if (yes) clearing.mutate({ body: { key, value: '' } })
  }
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>{name}</span>
      <StatusWord tone="good" word={t('secrets.set')} />
      {secret.typed && !replacing && (
        <Button label={t('secrets.replace')} size="sm" onClick={() => setReplacing(true)} />
      )}
      <Button label={t('secrets.clear')} size="sm" onClick={() => void clear()} />
      {clearing.error && <Failed error={clearing.error} />}
      {replacing && <ReplaceForm of={key} onClose={() => setReplacing(false)} />}
    </li>
  )
}

function ReplaceForm({ of, onClose }: { of: SecretKey; onClose(): void }) {
  const { t, api } = useApp()
  const refresh = useRefresh(endpoints.setting.all)
  const form = useForm({
    initial: { value: '' },
    // Blank would clear it, which is the other button.
    check: ({ value }) => (value.trim() === '' ? { value: t('account.missing') } : {}),
    fields: { tgBotToken: 'value', smtpPassword: 'value', ldapPassword: 'value' },
    async submit({ value }) {
      await api.call(endpoints.setting.secret, { body: { key: of, value: value.trim() } })
      await refresh()
    },
    onDone: onClose,
  })
  return (
    <div className="narrow">
      <FormBody form={form} verb={t('secrets.replace')} onCancel={onClose} closedBy={['section', 'q']}>
        <SecretInput {...form.text('value', 'secrets.newValue')} autoComplete="off" />
      </FormBody>
    </div>
  )
}
