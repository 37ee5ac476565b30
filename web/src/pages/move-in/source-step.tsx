import { Alert, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { endpoints, keyOf } from '../../api/endpoints.ts'
import { DropZone, Uploading, useUpload } from '../../forms/drop-zone.tsx'
import { paths } from '../../paths.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import styles from './move-in.module.css'
import { formOf, sortFiles } from './picked-files.ts'

/** A file is read as soon as it is chosen: there is nothing else to decide yet. */
export function SourceStep() {
  const { t, measures, router, queries } = useApp()
  const [name, setName] = useState('')
  const [subPath, setSubPath] = useState('')
  const [isMissing, setMissing] = useState(false)
  const upload = useUpload(endpoints.moveIn.upload, (plan) => {
    queries.setQueryData(keyOf(endpoints.moveIn.plan, { params: { staged: plan.id }, query: {} }), plan)
    router.setParams({ plan: plan.id }, 'push')
  })

  async function take(files: File[]) {
    const picked = sortFiles(files)
    setMissing(picked.db === undefined)
    if (!picked.db) return
    setName(picked.db.name)
    upload.send(await formOf(picked, subPath))
  }

  const share = measures.percent(upload.share * 100)
  return (
    <div className={styles.card}>
      <p className="prose">{t('moveIn.text')}</p>
      {upload.busy ? (
        <Uploading
          share={upload.share}
          said={upload.share < 1 ? t('moveIn.uploading', { name, share }) : t('moveIn.reading', { name })}
          onCancel={upload.cancel}
        />
      ) : (
        <DropZone many label={t('moveIn.drop')} hint={t('moveIn.dropHint')} onFiles={(f) => void take(f)} />
      )}
      {isMissing && (
        <Alert color="orange" role="alert">
          {t('moveIn.noDatabase')}
        </Alert>
      )}
      {upload.error && <Failed error={upload.error} title={t('moveIn.notRead')} />}
      <details className={styles.more}>
        <summary>{t('moveIn.where')}</summary>
        <div className={styles.inside}>
          <dl className="column10">
            <Where panel="3x-ui" files={['/etc/x-ui/x-ui.db']}>
              {t('moveIn.whereXui')}
            </Where>
            <Where
              panel="Marzban"
              files={[
                '/var/lib/marzban/db.sqlite3',
                '/var/lib/marzban/xray_config.json',
                '/opt/marzban/.env',
              ]}
            />
            <Where panel="PasarGuard" files={['/var/lib/pasarguard/db.sqlite3', '/opt/pasarguard/.env']} />
            <Where panel="PostgreSQL" files={['sluice import-3x-ui postgres://…']}>
              {t('moveIn.whereServer')}
            </Where>
          </dl>
          <TextInput
            label={t('moveIn.subPath')}
            description={t('moveIn.subPathHint')}
            placeholder="/sub/"
            value={subPath}
            onChange={(event) => setSubPath(event.currentTarget.value)}
            dir="ltr"
            spellCheck={false}
            disabled={upload.busy}
          />
        </div>
      </details>
      <Button
        label={t('moveIn.back')}
        variant="subtle"
        className="atStart"
        onClick={() => (router.hasMoved() ? history.back() : router.go(paths.home))}
      />
    </div>
  )
}

function Where({ panel, files, children }: { panel: string; files: string[]; children?: ReactNode }) {
  return (
    <div className={styles.whereRow}>
      <dt>
        <bdi>{panel}</bdi>
      </dt>
      <dd>
        {files.map((file) => (
          <code key={file} dir="ltr">
            {file}
          </code>
        ))}
        {children && <span className={styles.dim}>{children}</span>}
      </dd>
    </div>
  )
}
