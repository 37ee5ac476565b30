import { Alert, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { RefusalCode } from '#domain/refusal.ts'
import { ApiError } from '../api/api-error.ts'
import { endpoints, useReply } from '../api/endpoints.ts'
import { useApp } from '../services.tsx'
import { Button } from '../ui/button.tsx'
import { sayError } from '../ui/say-error.ts'
import styles from './login-form.module.css'

const blank = { username: '', password: '', twoFactorCode: '' }
type Fields = typeof blank
type Errors = Partial<Record<keyof Fields, string>>

/** Every failed login gets the same answer, without a field, so that a guesser learns nothing. */
const isWrong = (error: unknown) =>
  error instanceof ApiError && error.code === ('login.invalid' satisfies RefusalCode)

/** `recovery`: a recovery code is typed instead of the app's. */
function useLogin(twoFactor: boolean, recovery: boolean, onDone: () => void) {
  const { t, api } = useApp()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(blank)
  const [errors, setErrors] = useState<Errors>({})
  const codeAsked = useRef(false)

  /** The error of a field that is edited is removed. */
  function set(name: keyof Fields, value: string) {
    setFields((old) => ({ ...old, [name]: value }))
    setErrors(({ [name]: _gone, ...rest }) => rest)
  }
  function focus(name: keyof Fields) {
    const field = form.current?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }

  const attempt = useMutation({
    mutationFn: (typed: Fields) => {
      const body = { ...typed, twoFactorCode: typed.twoFactorCode.replace(/\s/g, '') }
      return api.call(endpoints.session.login, { body })
    },
    onSuccess() {
      api.forgetToken()
      onDone()
    },
    onError() {
      set('twoFactorCode', '')
      focus(twoFactor ? 'twoFactorCode' : 'password')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
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
      focus(first as keyof Fields) // a key of `missing` is one
    else attempt.mutate(fields)
  }

  const wrong = t(twoFactor ? 'login.wrongCode' : 'login.wrong')
  return {
    form,
    set,
    submit,
    focus,
    input: (name: keyof Fields) => ({
      name,
      value: fields[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
      size: 'md',
    }),
    busy: attempt.isPending || attempt.isSuccess,
    failure: attempt.error && (isWrong(attempt.error) ? wrong : sayError(t, attempt.error)),
  }
}

/** Username, password and, if enabled, the two-factor code. Used by the login page and the re-login dialog. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { t } = useApp()
  // Not cached: enabling two-factor login ends sessions, so this form is often the first to see it.
  const asked = useReply(endpoints.session.getTwoFactorEnable, { staleTime: 0 })
  const twoFactor = asked.data === true
  const [capsLock, setCapsLock] = useState(false)
  const [recovery, setRecovery] = useState(false)
  const { form, set, submit, focus, input, busy, failure } = useLogin(twoFactor, recovery, onDone)
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="stack16">
      {failure && <Alert color="red">{failure}</Alert>}
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
              focus('twoFactorCode')
            }}
          >
            {t(recovery ? 'login.useApp' : 'login.useRecovery')}
          </button>
        </div>
      )}
      <Button label={t('login.submit')} primary type="submit" size="md" fullWidth loading={busy} />
    </form>
  )
}
