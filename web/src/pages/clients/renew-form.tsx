import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { expiryAfterRenewal } from '#domain/clients/renew.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { type BulkFormProps, BulkShell, usePreview } from './bulk-shell.tsx'
import { planWords } from './plan-words.ts'
import { keepsLimits, type Plan, planOf, sameAsNow, termsOf, usePlans } from './plans.ts'
import { useActions } from './use-actions.ts'

/** What a renewal does: to one client before and after, to many how many quotas change. */
function useRenewalPreview({ targets, one }: BulkFormProps, plan: Plan): string {
  const { t, measures } = useTranslation()
  const preview = usePreview(targets, keepsLimits(plan) ? {} : { quota: plan.totalGB })
  const quotaOf = ({ totalGB }: ClientSlim) => (keepsLimits(plan) ? totalGB : plan.totalGB)
  if (!one) return `${t('verb.renewText')} ${t('bulk.renewQuotas', { count: preview?.otherQuota ?? 0 })}`
  const both = (totalGB: number, expiryTime: number) =>
    t('plans.both', {
      quota: totalGB > 0 ? measures.bytes(totalGB) : t('clients.unlimited'),
      length: expiryTime > 0 ? measures.date(expiryTime) : t('plans.noEnd'),
    })
  const after = both(quotaOf(one), expiryAfterRenewal(termsOf(plan), one.expiryTime, Date.now()))
  return `${both(one.totalGB, one.expiryTime)} → ${after}. ${t('verb.renewText')}`
}

/** A renewal, with the same limits unless a plan is chosen: for a row and for a selection. */
export function RenewForm(props: BulkFormProps) {
  const words = useTranslation()
  const { t } = words
  const actions = useActions()
  const plans = usePlans()
  const { isPending } = useReply(endpoints.plans.list)
  const [key, setKey] = useState('same')
  const [days, setDays] = useState<string | number>(props.one?.reset || 30)
  const same = sameAsNow(Number(days))
  const plan = planOf([same, ...plans], key)
  return (
    <BulkShell
      {...props}
      preview={useRenewalPreview(props, plan)}
      verb={t('verb.renew')}
      ready={!isPending && plan.days >= 0}
      atOnce
      run={() => actions.renew(props.targets, plan)}
    >
      <ChoiceChips
        name="plan"
        legend={t('new.plan')}
        value={plan.key}
        onChange={setKey}
        options={[same, ...plans].map((each) => ({ value: each.key, ...planWords(each, words) }))}
      />
      {keepsLimits(plan) && (
        <NumberInput
          label={t('bulk.days')}
          value={days}
          onChange={setDays}
          min={0}
          max={36_500}
          allowDecimal={false}
        />
      )}
    </BulkShell>
  )
}
