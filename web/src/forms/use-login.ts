import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { RefusalCode } from '#domain/refusal.ts'
import { ApiError } from '../api/api-error.ts'
import { endpoints } from '../api/endpoints.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { sayError } from '../ui/say-error.ts'

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
