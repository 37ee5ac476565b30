import { FileButton, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { endpoints, useCall } from '../../api/endpoints.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import { Failed } from '../../ui/states.tsx'
import styles from './bulk.module.css'
import { readClients } from './clients-csv.ts'
import { InboundChips } from './inbound-chips.tsx'
import { Lines, ManyCreated, ManyDialog } from './many-dialog.tsx'
import { readLast } from './plans.ts'
import { useClientInbounds } from './use-clients.ts'

export const ImportDialog = () => (
  <ManyDialog of="import" title="clientImport.title">
    <Body />
  </ManyDialog>
)

/** Paste or choose a file, check the preview, create. */
function Body() {
  const { t } = useTranslation()
  const inbounds = useClientInbounds()
  const [text, setText] = useState('')
  const [ids, setIds] = useState(() => readLast().inboundIds.map(String))
  const reading = useMemo(() => readClients(text, inbounds, ids.map(Number)), [text, inbounds, ids])
  const creation = useCall(endpoints.clientsBulk.create)
  const done = creation.data
  useLeaveGuard(text !== '' && !done, ['new'])
  const homeless = reading.clients.filter(({ inboundIds }) => inboundIds.length === 0).length

  if (done) return <ManyCreated done={done} />
  return (
    <div className="stack14">
      <p className={styles.preview}>{t('clientImport.text')}</p>
      <Textarea
        aria-label={t('clientImport.field')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={7}
        dir="ltr"
        data-autofocus
        placeholder={'email,quota_gb,expires,group,comment\nann,50,30d,gold,phone'}
        styles={{ input: { fontFamily: 'monospace' } }}
      />
      <InboundChips inbounds={inbounds} legend={t('clientImport.inbounds')} value={ids} onChange={setIds} />
      {text !== '' && (
        <p role="status" className={styles.preview}>
          {t('clientImport.preview', { count: reading.clients.length })}
          {homeless > 0 && ` ${t('clientImport.homeless', { count: homeless })}`}
        </p>
      )}
      <Lines
        title={t('clientImport.faults', { count: reading.faults.length })}
        lines={reading.faults.map(({ line, column }) => t('clientImport.fault', { line, column }))}
      />
      {creation.error && <Failed error={creation.error} title={t('clientImport.failed')} />}
      <div className="buttonsAtEnd">
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChange={async (file) => file && setText(await file.text())}
        >
          {(props) => <Button label={t('clientImport.file')} icon={UploadIcon} {...props} />}
        </FileButton>
        <Button
          label={t('clientImport.create', { count: reading.clients.length })}
          primary
          disabled={reading.clients.length === 0 || homeless > 0}
          call={creation}
          input={{ body: reading.clients }}
        />
      </div>
    </div>
  )
}
