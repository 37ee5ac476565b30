import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'

/** A secret: hidden until the button shows it, and left to right in every language. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      dir="ltr"
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword'), tabIndex: 0 }}
      {...props}
    />
  )
}
