import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { AllSettingView } from '#contract/settings.ts'
import { ApiError } from '../../api/api-error.ts'
import { endpoints, useRefresh } from '../../api/endpoints.ts'
import { FormBody, SecretInput, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { isAppCode, isCodeOrRecovery, RecoveryCodes, RecoverySheet } from './recovery-codes.tsx'
import styles from './security.module.css'
import { enrolUri, newSecret } from './totp-secret.ts'

export function TwoFactorState({ on }: { on: boolean }) {
  const { t } = useApp()
  return <StatusWord tone={on ? 'good' : 'none'} word={t(on ? 'twoFactor.on' : 'twoFactor.off')} />
}

/** Turn on, scan, code, confirm: nothing is stored until a code proves that the app has the secret. */
export function TwoFactor({ username, stored }: { username: string; stored: AllSettingView }) {
  const { t } = useApp()
  const [secret, setSecret] = useState('')
  const [leaving, setLeaving] = useState(false)
  const [sheet, setSheet] = useState<{ codes: readonly string[]; done(): void }>()
  const waiting = useRef<() => void>(undefined)
  const on = stored.twoFactorEnable
  /** The codes stay until the person says that they are saved: only then the form closes. */
  const show = (codes: readonly string[]) =>
    new Promise<void>((resolve) => {
      const done = () => {
        setSheet(undefined)
        resolve()
      }
      waiting.current = resolve
      setSheet({ codes, done })
    })
  // Leaving the page ends the wait too.
  useEffect(() => () => waiting.current?.(), [])
  const close = () => {
    setSecret('')
    setLeaving(false)
  }
  if (sheet) return <RecoverySheet codes={sheet.codes} onDone={sheet.done} />
  if (!on && secret !== '')
    return (
      <div className={styles.enrol}>
        <QrCode text={enrolUri(secret, username, location.hostname)} label={t('twoFactor.qr')} size={220} />
        <div>
          <p className="intro">{t('twoFactor.scan')}</p>
          <p className="dim85">{t('twoFactor.secret')}</p>
          <p className={styles.key}>
            <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={secret} what={t('twoFactor.secretName')} />
          </p>
          <CodeForm change={{ twoFactorEnable: true, twoFactorToken: secret }} onClose={close} show={show} />
        </div>
      </div>
    )
  return (
    <>
      <p className="intro">{t(on ? 'twoFactor.onText' : 'twoFactor.offText')}</p>
      {on && leaving && (
        <div className="narrow">
          <CodeForm change={{ twoFactorEnable: false }} onClose={close} show={show} />
        </div>
      )}
      {!on && <Button label={t('twoFactor.turnOn')} primary onClick={() => setSecret(newSecret())} />}
      {on && !leaving && (
        <>
          <RecoveryCodes />
          <Button label={t('twoFactor.turnOff')} onClick={() => setLeaving(true)} />
        </>
      )}
    </>
  )
}

interface CodeProps {
  change: { twoFactorEnable: boolean; twoFactorToken?: string }
  onClose(): void
  show(codes: readonly string[]): Promise<void>
}

function CodeForm({ change, onClose, show }: CodeProps) {
  const { t, api, toasts } = useApp()
  const relogin = useRelogin()
  const turnsOn = change.twoFactorEnable
  const form = useForm({
    initial: { twoFactorCode: '', password: '' },
    check: ({ twoFactorCode, password }) => ({
      ...(!(turnsOn ? isAppCode : isCodeOrRecovery)(twoFactorCode) && {
        twoFactorCode: t(turnsOn ? 'twoFactor.codeMissing' : 'recovery.codeMissing'),
      }),
      ...(password === '' && { password: t('account.missing') }),
    }),
    submit({ twoFactorCode: typed, password }) {
      const twoFactorCode = typed.replace(/\s/g, '')
      const save = async () => {
        const saved = await api
          .call(endpoints.setting.update, { body: { ...change, twoFactorCode, password } })
          .catch((error: unknown) => {
            const wrong = error instanceof ApiError && error.field === 'twoFactorCode'
            throw wrong
              ? new ApiError('refused', t('twoFactor.wrongCode'), { field: 'twoFactorCode' })
              : error
          })
        if (saved && saved.recoveryCodes.length > 0) await show(saved.recoveryCodes)
      }
      // The password keeps this session; all others end.
      return relogin(save, null)
    },
    onDone() {
      onClose()
      toasts.show({
        tone: 'good',
        text: t(turnsOn ? 'twoFactor.enabled' : 'twoFactor.disabled'),
      })
    },
  })
  const code = form.text('twoFactorCode')
  return (
    <FormBody form={form} verb={t('twoFactor.confirm')} onCancel={onClose} careless>
      <SecretInput
        {...form.text('password', 'twoFactor.password', 'twoFactor.passwordHint')}
        autoComplete="current-password"
        data-autofocus
      />
      <TextInput
        {...code}
        onChange={(event) => {
          code.onChange(event)
          // The last digit of the app's code is the end of the form.
          if (turnsOn && isAppCode(event.currentTarget.value) && form.values.password !== '')
            setTimeout(() => form.element.current?.requestSubmit())
        }}
        label={t('twoFactor.code')}
        description={turnsOn ? undefined : t('recovery.codeHint')}
        inputMode={turnsOn ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        dir="ltr"
      />
    </FormBody>
  )
}

interface Credentials {
  username: string
  password: string
  twoFactorCode: string
}

/**
 * A change of credentials ends every session, including this one. The typed credentials are used to log in
 * again; if that fails, or they are incomplete, the next call opens the usual dialog.
 */
export function useRelogin() {
  const { api, live } = useApp()
  const refresh = useRefresh(endpoints.setting.all, endpoints.setup.state, endpoints.session.recoveryCodes)
  return async (change: () => Promise<unknown>, credentials: Credentials | null): Promise<void> => {
    live.stop() // The server closes the socket with the session; that is not a lost connection.
    try {
      await change()
      api.forgetToken()
      if (credentials) await api.call(endpoints.session.login, { body: credentials }).catch(() => undefined)
      api.forgetToken()
    } finally {
      live.start()
    }
    void refresh()
  }
}
