import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AllSettingView, SecretKey } from '#contract/settings.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { FormBody } from '../../forms/form-body.tsx'
import { SecretInput } from '../../forms/secret-input.tsx'
import { useForm } from '../../forms/use-form.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Failed } from '../../ui/failed.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import styles from './security.module.css'

interface Secret {
  key: SecretKey
  flag: keyof AllSettingView
  label: PlainKey
  /** The provider creates its account; it is not typed. */
  typed: boolean
}

const secrets: readonly Secret[] = [
  { key: 'tgBotToken', flag: 'hasTgBotToken', label: 'secrets.tgBotToken', typed: true },
  { key: 'smtpPassword', flag: 'hasSmtpPassword', label: 'secrets.smtpPassword', typed: true },
  { key: 'ldapPassword', flag: 'hasLdapPassword', label: 'secrets.ldapPassword', typed: true },
  { key: 'warp', flag: 'hasWarpSecret', label: 'secrets.warp', typed: false },
  { key: 'nord', flag: 'hasNordSecret', label: 'secrets.nord', typed: false },
]

/** Set, replace, clear: the panel never returns the value. */
export function StoredSecrets({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const set = secrets.filter(({ flag }) => stored[flag])
  if (set.length === 0) return <p className={styles.dim}>{t('secrets.none')}</p>
  return (
    <>
      <p className={styles.cardText}>{t('secrets.text')}</p>
      <ul className={styles.rows}>
        {set.map((secret) => (
          <SecretRow key={secret.key} secret={secret} />
        ))}
      </ul>
    </>
  )
}

function SecretRow({ secret }: { secret: Secret }) {
  const { t } = useTranslation()
  const { questions } = useServices()
  const [replacing, setReplacing] = useState(false)
  const name = t(secret.label)
  const save = useSecret(secret.key)
  const clearing = useMutation({ mutationFn: () => save('') })
  async function clear() {
    const question = { title: t('secrets.clearTitle', { name }), text: t('secrets.clearText') }
    if (await questions.ask({ ...question, verb: t('secrets.clear'), danger: true })) clearing.mutate()
  }
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>{name}</span>
      <StatusWord tone="good" word={t('secrets.set')} />
      {secret.typed && !replacing && (
        <Button variant="default" size="sm" onClick={() => setReplacing(true)}>
          {t('secrets.replace')}
        </Button>
      )}
      <Button variant="default" size="sm" onClick={() => void clear()}>
        {t('secrets.clear')}
      </Button>
      {clearing.error && <Failed error={clearing.error} />}
      {replacing && <ReplaceForm save={save} onClose={() => setReplacing(false)} />}
    </li>
  )
}

function useSecret(key: SecretKey) {
  const { api, queries } = useServices()
  return async (value: string) => {
    await api.call(endpoints.setting.secret, { body: { key, value } })
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.all) })
  }
}

function ReplaceForm({ save, onClose }: { save(value: string): Promise<void>; onClose(): void }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { value: '' },
    // Blank would clear it, which is the other button.
    check: ({ value }) => (value.trim() === '' ? { value: t('account.missing') } : {}),
    fields: { tgBotToken: 'value', smtpPassword: 'value', ldapPassword: 'value' },
    submit: ({ value }) => save(value.trim()),
    onDone: onClose,
  })
  return (
    <div className={styles.narrow}>
      <FormBody form={form} verb={t('secrets.replace')} onCancel={onClose} closedBy={['section', 'q']}>
        <SecretInput {...form.text('value')} label={t('secrets.newValue')} autoComplete="off" />
      </FormBody>
    </div>
  )
}
