import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkIcon } from '../../ui/icons.tsx'
import type { SubscriptionAddress } from './access.ts'
import { Code, ItemText } from './access-codes.tsx'
import styles from './access-panel.module.css'

interface Props {
  email: string
  address: string
  /** The same for apps that want another format. */
  others: readonly SubscriptionAddress[]
}

/** One address for a person: browsers show a page with steps, apps import it. */
export function PersonalPage({ email, address, others }: Props) {
  const { t } = useTranslation()
  const item = { name: t('access.page'), kind: '', text: address }
  return (
    <>
      <p className={styles.about}>{t('access.pageAbout')}</p>
      <Code email={email} item={item} address={address}>
        <Button
          component="a"
          variant="default"
          leftSection={<LinkIcon size={16} />}
          href={address}
          target="_blank"
          rel="noreferrer"
        >
          {t('access.pageOpen')}
        </Button>
      </Code>
      <code className={styles.address} dir="ltr" data-subscription>
        {address}
      </code>
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{t('access.formats')}</summary>
          <p className={styles.about}>{t('access.formatsAbout')}</p>
          <ul className={styles.list}>
            {others.map(({ format, url }) => (
              <li key={url} className={styles.item}>
                <div className={styles.pick}>
                  <ItemText item={{ name: format, kind: '', text: url }} />
                </div>
                <CopyButton text={url} what={format} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
