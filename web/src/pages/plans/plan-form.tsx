import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { planFields } from '#contract/clients/fields.ts'
import type { Plan } from '#contract/plan.ts'
import { sameNamed } from '#domain/follow/named.ts'
import { noPlanLimits } from '#domain/limits/fields.ts'
import { endpoints, useRefresh } from '../../api/endpoints.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { declined, FormBody, useForm } from '../../forms/form.tsx'
import { useApp } from '../../services.tsx'
import styles from '../clients/bulk.module.css'
import { fieldsBody, fieldsForm } from '../clients/field-forms.ts'
import { IpLimitOff, UnsupportedLimits } from '../clients/ip-limit-off.tsx'
import { IpFields, LimitField, PolicyFields } from '../clients/limit-fields.tsx'
import { QuotasField } from '../clients/quotas-field.tsx'
import { useClientInbounds } from '../clients/use-clients.ts'
import { FollowFields, followForm, namedOf } from './follow-fields.tsx'
import { FollowReview } from './follow-review.tsx'

const GB = 1024 ** 3
const blank: Plan = {
  id: 0,
  name: '',
  totalGB: 50 * GB,
  days: 30,
  delayedStart: false,
  limitIp: 0,
  reset: 0,
  group: '',
  inboundIds: [],
  ...noPlanLimits,
}

const given = [...planFields, 'totalGB', 'limitIp', 'reset', 'group'] as const

const formOf = (plan: Plan) => ({
  name: plan.name,
  days: plan.days as number | string,
  delayedStart: plan.delayedStart,
  ...followForm(plan),
  ...fieldsForm(given, plan),
})

type Review = Pick<Parameters<typeof FollowReview>[0], 'named' | 'saveRest'>

/** A new plan, or one that is edited: the speeds of everybody who has it change at once. */
export function PlanForm({ plan = blank, onDone }: { plan?: Plan | undefined; onDone(): void }) {
  const { t, api } = useApp()
  const inbounds = useClientInbounds()
  const refresh = useRefresh(endpoints.plans.list)
  const isNew = plan.id === 0
  const [review, setReview] = useState<Review>()
  const form = useForm({
    initial: formOf(plan),
    check: ({ name }) => (name.trim() === '' ? { name: t('plans.nameMissing') } : {}),
    submit: async (values) => {
      const { name, days, delayedStart } = values
      const named = namedOf(values, inbounds)
      const body = {
        ...fieldsBody(given, values, plan),
        name,
        delayedStart,
        days: Number(days),
        ...named,
      }
      const update = async () => {
        await api.call(endpoints.plans.update, { params: { id: plan.id }, body })
        await refresh()
      }
      if (!isNew && !sameNamed(plan, named)) {
        setReview({ named, saveRest: update })
        return declined
      }
      if (!isNew) return update()
      await api.call(endpoints.plans.add, { body })
      await refresh()
    },
    onDone,
  })
  if (review)
    return (
      <FollowReview
        {...review}
        of={{ id: plan.id }}
        was={plan}
        onBack={() => setReview(undefined)}
        onDone={onDone}
      />
    )
  return (
    <FormBody
      form={form}
      verb={t(isNew ? 'plans.add' : 'clientForm.save')}
      closedBy={['plan']}
      onCancel={onDone}
    >
      <TextInput {...form.text('name', 'plans.name')} dir="auto" data-autofocus />
      <div className={styles.planFields}>
        <LimitField form={form} of="totalGB" decimalScale={10} />
        <AmountField
          {...form.value('days', 'clientForm.days')}
          unset={t('clients.never')}
          allowDecimal={false}
        />
        <LimitField form={form} of="limitIp" />
        <LimitField form={form} of="limitHwid" />
        <LimitField form={form} of="reset" />
        <TextInput {...form.text('group', 'clients.group')} dir="auto" />
      </div>
      <IpLimitOff limit={form.values.limitIp} />
      <Switch {...form.check('delayedStart', 'plans.fromFirstUse')} />
      <Switch {...form.check('deviceKeys', 'clientForm.deviceKeys')} />
      <details>
        <summary>{t('policy.more')}</summary>
        <div className="stack14">
          <p className={styles.preview}>{t('policy.planText')}</p>
          <PolicyFields form={form} />
          <IpFields form={form} />
        </div>
      </details>
      <FollowFields form={form} />
      <QuotasField
        {...form.value('quotas')}
        inbounds={inbounds}
        labels={form.values.labels}
        hint="quota.eachHint"
      />
      <UnsupportedLimits values={form.values} inbounds={inbounds} />
    </FormBody>
  )
}
