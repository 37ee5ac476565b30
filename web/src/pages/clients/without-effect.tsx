import { Alert } from '@mantine/core'
import type { InboundOption } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import type { ClientForm } from './client-form.ts'
import { tunnelsAmong } from './tunnels.ts'

interface Props {
  values: ClientForm
  inbounds: readonly InboundOption[]
}

/** Limits that no core can keep inside a tunnel. */
export function WithoutEffect({ values, inbounds }: Props) {
  const { t } = useTranslation()
  const [wireguard, masque] = (['wireguard', 'masque'] as const).map(
    (protocol) => tunnelsAmong(inbounds, values.inboundIds, protocol).length > 0,
  )
  const isLimited =
    values.speedDown.kind === 'own' || values.speedUp.kind === 'own' || Number(values.limitIp) > 0
  const goesOn = values.whenEnded === 'slow' || Number(values.fairUse) > 0
  const hasNone = isLimited || values.deviceKeys
  if (!(wireguard && (hasNone || goesOn)) && !(masque && (isLimited || goesOn))) return null
  return (
    <Alert color="orange" role="status" data-wireguard-limits>
      {wireguard && hasNone && <p>{t('wireguard.limits')}</p>}
      {wireguard && goesOn && <p>{t('wireguard.goesOn')}</p>}
      {masque && isLimited && <p>{t('masque.limits')}</p>}
      {masque && goesOn && <p>{t('masque.goesOn')}</p>}
    </Alert>
  )
}
