import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useEditor } from './editor-context.ts'
import { Tool } from './tool.tsx'

const both = (decryption: string, encryption: string) => ({
  'settings.decryption': decryption,
  'settings.encryption': encryption,
})

/** Keys for both sides of VLESS encryption, of either kind, or none. */
export function VlessEncryption() {
  const { t } = useTranslation()
  const { api } = useServices()
  const { get } = useEditor()
  const make = async (kind: RegExp) => {
    const { auths } = await api.call(endpoints.core.vlessEncryption)
    const found = auths.find(({ id, label }) => kind.test(`${id} ${label}`)) ?? auths[0]
    return found ? both(found.decryption, found.encryption) : {}
  }
  return (
    <>
      <Tool label="ML-KEM-768" make={() => make(/ml-?kem/i)} />
      <Tool label="X25519" make={() => make(/^(?!.*ml-?kem).*x25519/i)} />
      {get('settings.decryption') !== 'none' && (
        <Tool label={t('inboundForm.noEncryption')} make={() => both('none', 'none')} />
      )}
    </>
  )
}
