import { useState } from 'react'
import type { Leaving } from '#contract/adoption-api.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'

/** What becomes of the inbounds that this panel has on a node that is deleted. */
export function LeavingChoice({ inbounds, onChange }: { inbounds: number; onChange(choice: Leaving): void }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<Leaving>('keep')
  return (
    <div className="shrinkingStack16">
      <p>{t('join.leaveText', { count: inbounds })}</p>
      <ChoiceChips
        name="leave"
        legend={t('join.leaveChoice')}
        value={choice}
        onChange={(next) => {
          setChoice(next)
          onChange(next)
        }}
        options={(['keep', 'remove'] as const).map((value) => ({
          value,
          label: t(`join.leaveName.${value}`),
          hint: t(`join.leaveHint.${value}`),
        }))}
      />
    </div>
  )
}
