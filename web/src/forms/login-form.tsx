import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { endpoints } from '../api/endpoints.ts'
import { useReply } from '../api/use-reply.ts'
import { useTranslation } from '../i18n/translation.tsx'
import layout from '../ui/layout.module.css'
import styles from './login-form.module.css'
import { type LoginFields, useLogin } from './use-login.ts'

/** Username, password and, if enabled, the two-factor code. Used by the login page and the re-login dialog. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  // Not cached: enabling two-factor login ends sessions, so this form is often the first to see it.
  const asked = useReply(endpoints.session.getTwoFactorEnable, { staleTime: 0 })
  const twoFactor = asked.data === true
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<LoginFields>({ username: '', password: '', twoFactorCode: '' })
  const [capsLock, setCapsLock] = useState(false)
  const [recovery, setRecovery] = useState(false)
  const login = useLogin({ twoFactor, recovery, form, onDone, clearCode: () => set('twoFactorCode', '') })

  function set(name: keyof LoginFields, value: string) {
    setFields((old) => ({ ...old, [name]: value }))
    login.forget(name)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    login.submit(fields)
  }
  const input = (name: keyof LoginFields) => ({
    name,
    value: fields[name],
    error: login.errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    size: 'md',
  })

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className={layout.stack16}>
      {login.failure && <Alert color="red">{login.failure}</Alert>}
      <TextInput
        {...input('username')}
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <PasswordInput
        {...input('password')}
        label={t('login.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword'), tabIndex: 0 }}
        onKeyDown={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        onBlur={() => setCapsLock(false)}
      />
      <p className={styles.hint} role="status" hidden={!capsLock}>
        {capsLock && t('login.capsLock')}
      </p>
      {twoFactor && (
        <div>
          <TextInput
            {...input('twoFactorCode')}
            label={t(recovery ? 'login.recovery' : 'login.code')}
            description={t(recovery ? 'login.recoveryHint' : 'login.codeHint')}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            inputMode={recovery ? 'text' : 'numeric'}
            maxLength={recovery ? 32 : 7}
            dir="ltr"
          />
          <button
            type="button"
            className={styles.other}
            onClick={() => {
              set('twoFactorCode', '')
              setRecovery(!recovery)
              login.focus('twoFactorCode')
            }}
          >
            {t(recovery ? 'login.useApp' : 'login.useRecovery')}
          </button>
        </div>
      )}
      <Button type="submit" size="md" fullWidth loading={login.busy}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
