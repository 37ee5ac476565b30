import { Button } from '@mantine/core'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { pathFor } from '../../../api/remote.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { paths } from '../../../paths.ts'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Card } from '../card.tsx'
import type { SettingWords } from '../words.ts'
import styles from './backup.module.css'
import { BackupList } from './backup-list.tsx'
import { BackupNow } from './backup-now.tsx'
import { LastRestore } from './last-restore.tsx'
import { RestoreDrawer } from './restore-drawer.tsx'
import { BackupStatus } from './run-status.tsx'
import { S3Form } from './s3-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { UploadBackup } from './upload-backup.tsx'
import { useBackups } from './use-backups.ts'

/** The section Backup: what there is, when it is made, where else it goes, and the way in from another panel. */
export function BackupCards({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  const { t } = useTranslation()
  const { base, place } = useServices()
  const state = useBackups()
  return (
    <>
      <Card id="backup" words={words}>
        <div className={styles.stack}>
          <p className={styles.text}>{t('backup.text')}</p>
          <Loaded query={state} rows={4}>
            {(found) => (
              <>
                <BackupStatus state={found} />
                {found.lastRestore && <LastRestore restore={found.lastRestore} canUndo={found.canUndo} />}
                <BackupNow isBusy={found.busy} />
                <BackupList state={found} />
              </>
            )}
          </Loaded>
          <UploadBackup />
          <a href={base + pathFor(endpoints.backup.getDb, {})} download className={styles.link}>
            {t('backup.database')}
          </a>
        </div>
      </Card>
      <Card id="schedule" words={words}>
        <ScheduleForm stored={stored} nextAt={state.data?.nextAt ?? 0} folder={state.data?.folder ?? ''} />
      </Card>
      <Card id="s3" words={words}>
        <S3Form stored={stored} />
      </Card>
      <Card id="moveIn" words={words}>
        <p className={styles.cardText}>{t('backup.moveInText')}</p>
        <Button variant="default" onClick={() => place.go(paths.moveIn)}>
          {t('backup.moveIn')}
        </Button>
      </Card>
      <RestoreDrawer />
    </>
  )
}
