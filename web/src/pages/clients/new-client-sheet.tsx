import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { AccessPanel } from './access-panel.tsx'
import styles from './new-client.module.css'

/** The new client's QR code and links. */
export function NewClientSheet({ email, onAnother }: { email: string; onAnother: () => void }) {
  const { t } = useTranslation()
  const { place } = useServices()
  return (
    <div className={styles.sheet}>
      <AccessPanel email={email} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => place.setParams({ new: undefined, c: email })}>
          {t('new.open')}
        </Button>
        <Button leftSection={<PlusIcon size={16} />} onClick={onAnother} data-autofocus>
          {t('new.another')}
        </Button>
      </div>
    </div>
  )
}
