import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'

export function Dialog(props: ModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      classNames={{ title: 'dialogTitle' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      {...props}
    />
  )
}
