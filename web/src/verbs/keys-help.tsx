import { Modal } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { useCell } from '../ui/cell.ts'
import { Keys } from './keys.tsx'
import styles from './keys-help.module.css'

/** Every key that does something right now, by where it comes from. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { verbs } = useServices()
  const groups = useCell(verbs.groups)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {groups.map(({ title, verbs: some }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.heading}>{title}</h3>
          <dl className={styles.list}>
            {some
              .filter(({ keys }) => keys !== undefined)
              .map(({ id, label, keys = '' }) => (
                <div key={id} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
