import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'
import layout from './layout.module.css'

export function Dialog(props: ModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      classNames={{ title: layout.dialogTitle ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      {...props}
    />
  )
}
