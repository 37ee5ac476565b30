import { ActionIcon, Modal, NumberInput, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noGroupLimits } from '#domain/limits/group.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import { Failed } from '../../ui/failed.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './bulk.module.css'
import { inboundName } from './inbound-name.ts'
import { planWords } from './plan-words.ts'
import { useClientInbounds } from './use-clients.ts'

export function PlansDialog() {
  const { t } = useTranslation()
  const { place } = useServices()
  const opened = useParam('new') === 'plans'
  return (
    <Modal
      opened={opened}
      onClose={() => place.setParams({ new: undefined })}
      title={t('plans.title')}
      size={560}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <div className={styles.body}>
        <p className={styles.preview}>{t('plans.text')}</p>
        <PlanList />
        <PlanForm />
      </div>
    </Modal>
  )
}

/** Refetches after every change, because the hub may be paused. */
const useRefresh = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(endpoints.plans.list) })
}

function PlanList() {
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
            </div>
          ))}
          {removal.error && <Failed error={removal.error} />}
        </div>
      )}
    </Loaded>
  )
}

const GB = 1024 ** 3
const blank = {
  name: '',
  gigabytes: 50 as number | string,
  days: 30 as number | string,
  delayedStart: false,
  limitIp: 0 as number | string,
  reset: 0 as number | string,
  group: '',
  inboundIds: [] as string[],
}

function PlanForm() {
  const { t } = useTranslation()
  const { api } = useServices()
  const inbounds = useClientInbounds()
  const refresh = useRefresh()
  const form = useForm({
    initial: blank,
    check: ({ name }) => (name.trim() === '' ? { name: t('plans.nameMissing') } : {}),
    fields: { totalGB: 'gigabytes' },
    submit: async ({ gigabytes, days, limitIp, reset, inboundIds, ...rest }) => {
      const numbers = { days: Number(days), limitIp: Number(limitIp), reset: Number(reset) }
      const totalGB = Math.round(Number(gigabytes) * GB)
      const body = { ...noGroupLimits, ...rest, ...numbers, totalGB, inboundIds: inboundIds.map(Number) }
      await api.call(endpoints.plans.add, { body })
      await refresh()
    },
    onDone: () => form.reset(blank),
  })
  return (
    <FormBody form={form} verb={t('plans.add')} closedBy={['new']}>
      <TextInput {...form.text('name')} label={t('plans.name')} dir="auto" data-autofocus />
      <div className={styles.planFields}>
        <NumberInput {...form.value('gigabytes')} label={t('clientForm.quota')} min={0} suffix=" GB" />
        <NumberInput {...form.value('days')} label={t('clientForm.days')} min={0} allowDecimal={false} />
        <NumberInput {...form.value('limitIp')} label={t('clients.limitIp')} min={0} allowDecimal={false} />
        <NumberInput
          {...form.value('reset')}
          label={t('clientForm.renewDays')}
          min={0}
          allowDecimal={false}
        />
        <TextInput {...form.text('group')} label={t('clients.group')} dir="auto" />
      </div>
      <Switch size="md" {...form.check('delayedStart')} label={t('plans.fromFirstUse')} />
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
    </FormBody>
  )
}
