import { useState } from 'react'
import { endpoints } from '../../../api/endpoints.ts'
import { DropZone, Uploading } from '../../../forms/drop-zone.tsx'
import { useUpload } from '../../../forms/use-upload.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { useRefreshBackups } from './use-backups.ts'

/** An uploaded file is compared first, like any other backup. */
export function UploadBackup() {
  const { t, measures } = useTranslation()
  const { place } = useServices()
  const refresh = useRefreshBackups()
  const [name, setName] = useState('')
  const upload = useUpload(endpoints.backup.upload, ({ id }) => {
    void refresh()
    place.setParams({ restore: id }, 'push')
  })
  const share = measures.percent(upload.share * 100)
  function take([file]: File[]) {
    if (!file) return
    setName(file.name)
    const form = new FormData()
    form.set('file', file)
    upload.send(form)
  }
  return (
    <>
      {upload.busy ? (
        <Uploading
          share={upload.share}
          said={upload.share < 1 ? t('backup.uploading', { name, share }) : t('backup.checking', { name })}
          onCancel={upload.cancel}
        />
      ) : (
        <DropZone label={t('backup.drop')} hint={t('backup.dropHint')} onFiles={take} />
      )}
      {upload.error && <Failed error={upload.error} title={t('backup.notRead')} />}
    </>
  )
}
