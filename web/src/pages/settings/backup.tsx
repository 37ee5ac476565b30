import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { pathFor } from '../../api/remote.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from './card.tsx'
import styles from './security.module.css'
import type { SettingWords } from './words.ts'

/** Downloads the whole panel in one file, including its secrets. */
export function Backup({ words }: { words: SettingWords }) {
  const { t, measures } = useTranslation()
  const { api, base } = useServices()
  const about = useQuery({ ...replyOf(api, endpoints.backup.about), staleTime: 0 })
  return (
    <Card id="backup" words={words}>
      <Loaded query={about} rows={2}>
        {({ database: { bytes } }) => (
          <>
            <p className={styles.cardText}>{t('backup.text')}</p>
            <Button
              component="a"
              href={base + pathFor(endpoints.backup.getDb, {})}
              download
              leftSection={<DownloadIcon size={16} />}
            >
              {t('backup.download')}
            </Button>
            <p className={styles.after}>{t('backup.size', { size: measures.bytes(bytes) })}</p>
          </>
        )}
      </Loaded>
    </Card>
  )
}
