import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { FormBody, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { passwordError } from '../../ui/password-words.ts'
import styles from './setup.module.css'

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 letters of 56: 116 bits. 256 is not a multiple of 56, so biased bytes are discarded. */
function newPassword(): string {
  let text = ''
  while (text.length < 20) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 224) text += letters[byte % letters.length]
  }
  return text
}

/** Changing the password ends every session; the new one logs in again at once. */
export function SecureStep({ username, onNext }: { username: string; onNext(): void }) {
  const { t, api, live } = useApp()
  const [initial] = useState(() => ({ username, password: newPassword() }))
  const form = useForm({
    initial,
    check: (values) => ({
      ...(values.username.trim() === '' && { username: t('setup.missing') }),
      ...passwordError(t, values.password, 'password'),
    }),
    async submit(values) {
      live.stop() // The server closes the socket with the session; that is not a lost connection.
      try {
        await api.call(endpoints.setup.secure, { body: values })
        api.forgetToken()
        await api.call(endpoints.session.login, { body: { ...values, twoFactorCode: '' } })
        api.forgetToken()
      } finally {
        live.start()
      }
    },
    onDone: onNext,
  })
  return (
    <>
      <h2 className={styles.title}>{t('setup.secureTitle')}</h2>
      <p className="prose">{t('setup.secureText')}</p>
      <FormBody
        form={form}
        verb={t('setup.next')}
        careless
        aside={<Button label={t('setup.keep')} variant="subtle" onClick={onNext} />}
      >
        <TextInput
          {...form.text('username', 'setup.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        <div className={styles.beside}>
          <PasswordInput
            {...form.text('password', 'setup.password')}
            autoComplete="new-password"
            defaultVisible
            visibilityToggleButtonProps={{ 'aria-label': t('setup.showPassword'), tabIndex: 0 }}
            className="grow"
            dir="ltr"
          />
          <CopyButton text={form.values.password} what={t('setup.copyPassword')} />
        </div>
      </FormBody>
    </>
  )
}
