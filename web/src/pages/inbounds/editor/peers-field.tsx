import { useState } from 'react'
import { asBlocks } from '#domain/untyped.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { ClientsIcon } from '../../../ui/icons.tsx'
import { useEditor } from './editor-context.ts'
import { PeersDialog } from './peers-dialog.tsx'
import { RowsField, type RowsFieldProps } from './rows-field.tsx'

/** Peers that are no clients, and the way to make them some. */
export function PeersField(props: RowsFieldProps) {
  const { t } = useTranslation()
  const { router } = useServices()
  const { get, id, dirty, form } = useEditor()
  const [isAsking, setAsking] = useState(false)
  const peers = asBlocks(get(props.at)).filter(({ publicKey }) => typeof publicKey === 'string')
  return (
    <>
      <RowsField {...props} />
      {id !== undefined && peers.length > 0 && (
        <div data-wide>
          <Button
            label={t('inboundForm.adoptPeers')}
            icon={ClientsIcon}
            size="sm"
            disabled={dirty}
            onClick={() => setAsking(true)}
          />
          {dirty && <p className="dim80">{t('inboundForm.adoptPeersLater')}</p>}
        </div>
      )}
      {isAsking && id !== undefined && (
        <PeersDialog
          id={id}
          remark={String(form.remark ?? '')}
          peers={peers}
          onClose={() => setAsking(false)}
          onDone={() => router.setParams({ i: undefined })}
        />
      )}
    </>
  )
}
