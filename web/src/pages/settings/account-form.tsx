import { PasswordInput, TextInput } from '@mantine/core'
import { endpoints } from '../../api/endpoints.ts'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { passwordError } from '../../ui/password-words.ts'
import styles from './security.module.css'
import { useRelogin } from './use-relogin.ts'

export function AccountForm({ username, twoFactor }: { username: string; twoFactor: boolean }) {
  const { t } = useTranslation()
  const { api, toasts } = useServices()
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
  const shown = { visibilityToggleButtonProps: { 'aria-label': t('login.showPassword'), tabIndex: 0 } }
  return (
    <div className={styles.narrow}>
      <p className={styles.cardText}>{t(twoFactor ? 'account.textTwoFactor' : 'account.text')}</p>
      <FormBody form={form} verb={t('account.save')} closedBy={['section', 'q']} needsChange>
        <TextInput
          {...form.text('newUsername')}
          label={t('account.newUsername')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
        <PasswordInput
          {...form.text('newPassword')}
          {...shown}
          label={t('account.newPassword')}
          description={t('account.keepHint')}
          autoComplete="new-password"
          dir="ltr"
        />
        <PasswordInput
          {...form.text('oldPassword')}
          {...shown}
          label={t('account.oldPassword')}
          autoComplete="current-password"
          dir="ltr"
        />
      </FormBody>
    </div>
  )
}
