import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { RefusalCode } from '#domain/refusal.ts'
import { ApiError } from '../api/api-error.ts'
import { endpoints } from '../api/endpoints.ts'
import { useReply } from '../api/use-reply.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import layout from '../ui/layout.module.css'
import { sayError } from '../ui/say-error.ts'
import styles from './login-form.module.css'

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

export interface LoginFields {
  username: string
  password: string
  twoFactorCode: string
}

interface Options {
  twoFactor: boolean
  /** A recovery code is typed instead of the app's. */
  recovery: boolean
  form: RefObject<HTMLFormElement | null>
  onDone(): void
  clearCode(): void
}

type Errors = Partial<Record<keyof LoginFields, string>>

/** Every failed login gets the same answer, without a field, so that a guesser learns nothing. */
const isWrong = (error: unknown) =>
  error instanceof ApiError && error.code === ('login.invalid' satisfies RefusalCode)

export function useLogin({ twoFactor, recovery, form, onDone, clearCode }: Options) {
  const { t } = useTranslation()
  const { api } = useServices()
  const [errors, setErrors] = useState<Errors>({})
  const codeAsked = useRef(false)

  function focus(name: keyof LoginFields) {
    const field = form.current?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }

  const attempt = useMutation({
    mutationFn: (fields: LoginFields) =>
      api.call(endpoints.session.login, {
        body: { ...fields, twoFactorCode: fields.twoFactorCode.replace(/\s/g, '') },
      }),
    onSuccess() {
      api.forgetToken()
      onDone()
    },
    onError() {
      clearCode()
      focus(twoFactor ? 'twoFactorCode' : 'password')
    },
  })

  function submit(fields: LoginFields) {
    const missing: Errors = {
      ...(fields.username === '' && { username: t('login.usernameMissing') }),
      ...(fields.password === '' && { password: t('login.passwordMissing') }),
      ...(twoFactor &&
        fields.twoFactorCode === '' && {
          twoFactorCode: t(recovery ? 'login.recoveryMissing' : 'login.codeMissing'),
        }),
    }
    attempt.reset()
    const [first] = Object.keys(missing)
    // Show the field for the code before the message that it is missing.
    const isNext = first === 'twoFactorCode' && !codeAsked.current
    codeAsked.current ||= isNext
    setErrors(isNext ? {} : missing)
    if (first)
      focus(first as keyof LoginFields) // a key of `missing` is one
    else attempt.mutate(fields)
  }

  const wrong = t(twoFactor ? 'login.wrongCode' : 'login.wrong')
  return {
    submit,
    focus,
    errors,
    busy: attempt.isPending || attempt.isSuccess,
    failure: attempt.error && (isWrong(attempt.error) ? wrong : sayError(t, attempt.error)),
    /** The user is editing this field, so its error is removed. */
    forget: (name: keyof LoginFields) => setErrors(({ [name]: _gone, ...rest }) => rest),
  }
}
