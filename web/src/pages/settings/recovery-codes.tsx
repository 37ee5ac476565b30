import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import { endpoints, useRefresh, useReply } from '../../api/endpoints.ts'
import { FormBody, SecretInput, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Loaded } from '../../ui/states.tsx'
import styles from './security.module.css'

/** The only time that these codes can be read. */
export function RecoverySheet({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useApp()
  const text = codes.join('\n')
  return (
    <Alert color="teal" role="status" className={styles.sheet ?? ''}>
      {t('recovery.once')}
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.token}>
        <CopyButton wide text={text} what={t('recovery.name')} />
        <Button
          label={t('recovery.download')}
          onClick={() => saveFile('sluice-recovery-codes.txt', `${text}\n`, 'text/plain')}
        />
        <Button label={t('recovery.done')} primary onClick={onDone} />
      </div>
    </Alert>
  )
}

/** How many are left, and a new set after password and code. */
export function RecoveryCodes() {
  const { t } = useApp()
  const refresh = useRefresh(endpoints.session.recoveryCodes)
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const left = useReply(endpoints.session.recoveryCodes)
  if (codes) return <RecoverySheet codes={codes} onDone={() => setCodes(undefined)} />
  return (
    <div className={styles.recovery}>
      <p className="intro">{t('recovery.text')}</p>
      <Loaded query={left} rows={1}>
        {({ left: count }) => (
          <p className={count === 0 ? styles.lacking : 'intro'}>
            {count === 0 ? t('recovery.none') : t('recovery.left', { count })}
          </p>
        )}
      </Loaded>
      {asking ? (
        <NewCodes
          onClose={() => setAsking(false)}
          onMade={(made) => {
            setAsking(false)
            setCodes(made)
            void refresh()
          }}
        />
      ) : (
        <Button label={t('recovery.new')} onClick={() => setAsking(true)} />
      )}
    </div>
  )
}

function NewCodes({ onClose, onMade }: { onClose(): void; onMade(codes: readonly string[]): void }) {
  const { t, api } = useApp()
  const form = useForm({
    initial: { password: '', twoFactorCode: '' },
    check: ({ password, twoFactorCode }) => ({
      ...(password === '' && { password: t('account.missing') }),
      ...(!isCodeOrRecovery(twoFactorCode) && { twoFactorCode: t('recovery.codeMissing') }),
    }),
    submit: ({ password, twoFactorCode }) =>
      api.call(endpoints.session.renewRecoveryCodes, {
        body: { password, twoFactorCode: twoFactorCode.replace(/\s/g, '') },
      }),
    onDone: ({ recoveryCodes }) => onMade(recoveryCodes),
  })
  return (
    <div className="narrow">
      <p className="intro">{t('recovery.newText')}</p>
      <FormBody form={form} verb={t('recovery.new')} onCancel={onClose} careless>
        <SecretInput {...form.text('password', 'twoFactor.password')} autoComplete="current-password" />
        <TextInput
          {...form.text('twoFactorCode', 'twoFactor.code', 'recovery.codeHint')}
          autoComplete="one-time-code"
          dir="ltr"
        />
      </FormBody>
    </div>
  )
}

/** Six digits, as apps show them: with or without a space in the middle. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text.replace(/\s/g, ''))

/** The app's code, or a recovery code with or without its dashes. */
export const isCodeOrRecovery = (text: string): boolean =>
  isAppCode(text) || /^[a-z0-9]{16}$/i.test(text.replace(/[\s-]/g, ''))
