import { Switch } from '@mantine/core'
import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { nameOf } from './inbound-view.ts'
import type { InboundActions } from './use-inbound-actions.ts'

/** Shows the stored state, and asks first if clients would be disconnected. */
export function EnableSwitch({ inbound, actions }: { inbound: Inbound; actions: InboundActions }) {
  const { t } = useTranslation()
  return (
    <Switch
      checked={inbound.enable}
      aria-label={t('inbounds.enableName', { name: nameOf(inbound) })}
      onChange={(event) => void actions.setEnable(inbound, event.currentTarget.checked)}
    />
  )
}
