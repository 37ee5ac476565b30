import type { ReactNode } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { inboundName } from './inbound-name.ts'

/** From which networks the chosen inbounds give addresses. */
export function Pools({ tunnels, label = 'wireguard.pool' }: PoolProps): ReactNode {
  const { t } = useTranslation()
  return tunnels.map((inbound) => (
    <p key={inbound.id} className="dim88">
      {t(label, { name: inboundName(inbound), pool: (inbound.pool ?? []).join(', ') })}
    </p>
  ))
}

interface PoolProps {
  tunnels: readonly InboundOption[]
  label?: 'wireguard.pool' | 'wireguard.newGets'
}
