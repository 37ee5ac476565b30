import { ActionIcon, Button, Modal, NumberInput, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan } from '#contract/plan.ts'
import { noGroupLimits } from '#domain/limits/group.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Failed } from '../../ui/failed.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './bulk.module.css'
import { inboundName } from './inbound-name.ts'
import { IpFields } from './ip-fields.tsx'
import { IpLimitOff } from './ip-limit-off.tsx'
import { NodeLacks } from './node-lacks.tsx'
import { PlanApply } from './plan-apply.tsx'
import { planWords } from './plan-words.ts'
import { PolicyFields } from './policy-fields.tsx'
import { limitsOfForm, policyFields, policyFormOf } from './policy-form.ts'
import { useClientInbounds } from './use-clients.ts'

export function PlansDialog() {
  const { t } = useTranslation()
  const { place } = useServices()
  const [applied, setApplied] = useState<Plan>()
  return (
    <Modal
      opened
      onClose={() => place.setParams({ new: undefined })}
      title={applied ? t('planApply.title', { name: applied.name }) : t('plans.title')}
      size={640}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {applied ? (
        <PlanApply plan={applied} onClose={() => setApplied(undefined)} />
      ) : (
        <PlanEditor onApply={setApplied} />
      )}
    </Modal>
  )
}

function PlanEditor({ onApply }: { onApply(plan: Plan): void }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Plan>()
  return (
    <div className={styles.body}>
      <p className={styles.preview}>{t('plans.text')}</p>
      <PlanList onEdit={setEdited} onApply={onApply} />
      <PlanForm key={edited?.id ?? 0} plan={edited} onDone={() => setEdited(undefined)} />
    </div>
  )
}

/** Refetches after every change, because the hub may be paused. */
const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(endpoints.plans.list) })
}

interface ListProps {
  onEdit(plan: Plan): void
  onApply(plan: Plan): void
}

function PlanList({ onEdit, onApply }: ListProps) {
  const words = useTranslation()
  const { t } = words
  const { api } = useServices()
  const refresh = useRefresh()
  const plans = useQuery(replyOf(api, endpoints.plans.list))
  const removal = useMutation({
    mutationFn: (id: number) => api.call(endpoints.plans.del, { params: { id } }),
    onSuccess: refresh,
  })
  return (
    <Loaded query={plans} rows={1}>
      {(list) => (
        <div>
          {list.map((plan) => (
            <div key={plan.id} className={styles.plan}>
              <span>
                <bdi>{plan.name}</bdi> <span className={styles.preview}>{planWords(plan, words).hint}</span>
              </span>
              <span className={styles.quota}>
                <Button variant="default" size="xs" onClick={() => onApply(plan)}>
                  {t('planApply.open')}
                </Button>
                <Button variant="default" size="xs" onClick={() => onEdit(plan)}>
                  {t('groups.edit')}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  c="inherit"
                  size={36}
                  aria-label={t('plans.drop', { name: plan.name })}
                  onClick={() => removal.mutate(plan.id)}
                >
                  <TrashIcon size={18} />
                </ActionIcon>
              </span>
            </div>
          ))}
          {removal.error && <Failed error={removal.error} />}
        </div>
      )}
    </Loaded>
  )
}

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
  deviceKeys: false,
  ...noGroupLimits,
}

const formOf = (plan: Plan) => ({
  name: plan.name,
  gigabytes: Number((plan.totalGB / GB).toFixed(2)) as number | string,
  days: plan.days as number | string,
  delayedStart: plan.delayedStart,
  limitIp: plan.limitIp as number | string,
  limitHwid: plan.limitHwid as number | string,
  deviceKeys: plan.deviceKeys,
  reset: plan.reset as number | string,
  group: plan.group,
  inboundIds: plan.inboundIds.map(String),
  ...policyFormOf(plan),
})

/** A new plan, or one that is edited: the speeds of everybody who has it change at once. */
function PlanForm({ plan = blank, onDone }: { plan?: Plan | undefined; onDone(): void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const inbounds = useClientInbounds()
  const refresh = useRefresh()
  const isNew = plan.id === 0
  const before = formOf(plan)
  const form = useForm({
    initial: before,
    check: ({ name }) => (name.trim() === '' ? { name: t('plans.nameMissing') } : {}),
    fields: { ...policyFields, totalGB: 'gigabytes' },
    submit: async (values) => {
      const { name, gigabytes, days, delayedStart, limitIp, limitHwid, reset, group } = values
      const { deviceKeys, inboundIds } = values
      const body = {
        ...limitsOfForm(values, plan),
        name,
        delayedStart,
        deviceKeys,
        group,
        days: Number(days),
        limitIp: Number(limitIp),
        limitHwid: Number(limitHwid),
        reset: Number(reset),
        totalGB: gigabytes === before.gigabytes ? plan.totalGB : Math.round(Number(gigabytes) * GB),
        inboundIds: inboundIds.map(Number),
      }
      if (isNew) await api.call(endpoints.plans.add, { body })
      else await api.call(endpoints.plans.update, { params: { id: plan.id }, body })
      await refresh()
    },
    onDone: () => (isNew ? form.reset(before) : onDone()),
  })
  const whole = { min: 0, allowDecimal: false }
  return (
    <FormBody
      form={form}
      verb={t(isNew ? 'plans.add' : 'clientForm.save')}
      closedBy={['new']}
      {...(!isNew && { onCancel: onDone })}
    >
      <TextInput {...form.text('name')} label={t('plans.name')} dir="auto" data-autofocus />
      <div className={styles.planFields}>
        <NumberInput {...form.value('gigabytes')} label={t('clientForm.quota')} min={0} suffix=" GB" />
        <NumberInput {...form.value('days')} label={t('clientForm.days')} {...whole} />
        <NumberInput {...form.value('limitIp')} label={t('clients.limitIp')} {...whole} />
        <NumberInput {...form.value('limitHwid')} label={t('clients.limitHwid')} {...whole} />
        <NumberInput {...form.value('reset')} label={t('clientForm.renewDays')} {...whole} />
        <TextInput {...form.text('group')} label={t('clients.group')} dir="auto" />
      </div>
      <IpLimitOff limit={form.values.limitIp} />
      <Switch size="md" {...form.check('delayedStart')} label={t('plans.fromFirstUse')} />
      <Switch size="md" {...form.check('deviceKeys')} label={t('clientForm.deviceKeys')} />
      <details>
        <summary>{t('policy.more')}</summary>
        <div className={styles.body}>
          <p className={styles.preview}>{t('policy.planText')}</p>
          <PolicyFields values={form.values} errors={form.errors} set={form.set} />
          <IpFields values={form.values} errors={form.errors} set={form.set} />
        </div>
      </details>
      {inbounds.length > 0 && (
        <ChoiceChips
          many
          {...form.value('inboundIds')}
          legend={t('clients.inbounds')}
          options={inbounds.map((inbound) => ({
            value: String(inbound.id),
            label: <bdi>{inboundName(inbound)}</bdi>,
          }))}
        />
      )}
      <NodeLacks values={form.values} inbounds={inbounds} />
    </FormBody>
  )
}
