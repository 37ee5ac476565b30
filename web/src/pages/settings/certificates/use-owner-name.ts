import type { CertificateUse } from '#contract/certificates-api.ts'
import { useTranslation } from '../../../i18n/translation.tsx'

/** What uses a certificate, in words. */
export function useOwnerName() {
  const { t } = useTranslation()
  return ({ of, name }: CertificateUse): string => {
    if (of === 'panel') return t('certificates.ofPanel')
    return of === 'subscription' ? t('certificates.ofSubscriptions') : t('certificates.ofInbound', { name })
  }
}
