import type { InboundOption } from '#contract/inbound.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { inboundName } from './inbound-name.ts'

interface Props {
  inbounds: readonly InboundOption[]
  legend?: string
  error?: string | undefined
  /** Below the name of an inbound, by its id. */
  hintOf?(id: number): string | undefined
  /** Their ids. */
  value: readonly string[]
  onChange(ids: string[]): void
}

/** Which inbounds a client has. */
export function InboundChips({ inbounds, legend, hintOf, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <ChoiceChips
      many
      name="inboundIds"
      legend={legend ?? t('clients.inbounds')}
      options={inbounds.map((inbound) => ({
        value: String(inbound.id),
        label: <bdi>{inboundName(inbound)}</bdi>,
        hint: hintOf?.(inbound.id),
      }))}
      {...props}
    />
  )
}
