import { Modal } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import styles from './bulk.module.css'
import { RenewForm } from './renew-form.tsx'
import { useClientRow } from './use-client-row.ts'

/** `?renew=<email>`: asks for a plan. Enter takes the last one. */
export function RenewDialog() {
  const { t } = useTranslation()
  const [email, setEmail] = useUrlState('renew')
  const close = () => setEmail('')
  return (
    <Modal
      opened={email !== ''}
      onClose={close}
      title={email && t('verb.renewTitle', { email })}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      zIndex={300}
      centered
    >
      {email && <Body email={email} onClose={close} />}
    </Modal>
  )
}

function Body({ email, onClose }: { email: string; onClose: () => void }) {
  const row = useClientRow(email)
  return row ? <RenewForm targets={[row]} one={row} onClose={onClose} /> : null
}
