import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useEditor } from './editor-context.ts'
import { Tool, useLatestEditor } from './key-tools.tsx'
import { setAt } from './paths.ts'

/** Keys for both halves of VLESS's own encryption, of either kind, or none. */
export function VlessEncryption() {
  const { t } = useTranslation()
  const { api } = useServices()
  const { get } = useEditor()
  const latest = useLatestEditor()
  const write = (decryption: string, encryption: string) =>
    latest.current.change((form) =>
      setAt(setAt(form, 'settings.decryption', decryption), 'settings.encryption', encryption),
    )
  const make = async (kind: RegExp) => {
    const { auths } = await api.call(endpoints.vlessEncryption)
    const found = auths.find(({ id, label }) => kind.test(`${id} ${label}`)) ?? auths[0]
    if (found) write(found.decryption, found.encryption)
  }
  return (
    <>
      <Tool label="ML-KEM-768" run={() => make(/ml-?kem/i)} />
      <Tool label="X25519" run={() => make(/^(?!.*ml-?kem).*x25519/i)} />
      {get('settings.decryption') !== 'none' && (
        <Tool label={t('inboundForm.noEncryption')} run={() => write('none', 'none')} />
      )}
    </>
  )
}
