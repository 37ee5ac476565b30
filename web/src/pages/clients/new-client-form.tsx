import { TextInput } from '@mantine/core'
import { endpoints } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { flowFor } from './flow.ts'
import { inboundName } from './inbound-name.ts'
import { planWords } from './plan-words.ts'
import { limitsOf, planOf, readLast, usePlans, writeLast } from './plans.ts'
import { useClientInbounds } from './use-clients.ts'

export function NewClientForm({ onDone }: { onDone: (email: string) => void }) {
  const words = useTranslation()
  const { t } = words
  const { api } = useServices()
  const known = useClientInbounds()
  const plans = usePlans()
  const last = readLast()
  const [only] = known

  const form = useForm({
    initial: {
      email: '',
      comment: '',
      plan: last.plan,
      inboundIds: null as string[] | null,
    },
    check: ({ email }) => (email.trim() === '' ? { email: t('new.emailMissing') } : {}),
    fields: { inboundIds: 'inboundIds' },
    async submit({ email, comment, plan }) {
      const chosen = planOf(plans, plan)
      const inboundIds = ids.map(Number)
      const flow = flowFor(known.filter(({ id }) => inboundIds.includes(id)))
      const client = {
        email: email.trim(),
        enable: true,
        comment: comment.trim(),
        ...limitsOf(chosen, Date.now()),
        ...flow,
      }
      await api.call(endpoints.clients.add, { body: { client, inboundIds } })
      writeLast({ plan: chosen.key, inboundIds })
    },
    onDone: (_, { email }) => onDone(email.trim()),
  })
  const current = planOf(plans, form.values.plan)
  // The default: inbounds of the plan, else of the last client, else the first one.
  const wished = current.inboundIds.length > 0 ? current.inboundIds : last.inboundIds
  const remembered = wished.filter((id) => known.some((inbound) => inbound.id === id))
  const first = remembered.length > 0 ? remembered : only ? [only.id] : []
  const ids = form.values.inboundIds ?? first.map(String)

  return (
    <FormBody form={form} verb={t('new.create')} closedBy={['new']}>
      <TextInput
        {...form.text('email')}
        label={t('new.email')}
        description={t('new.emailHint')}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        dir="auto"
      />
      <ChoiceChips
        {...form.value('plan')}
        legend={t('new.plan')}
        value={current.key}
        options={plans.map((plan) => ({ value: plan.key, ...planWords(plan, words) }))}
      />
      {known.length > 0 && (
        <ChoiceChips
          many
          {...form.value('inboundIds')}
          value={ids}
          legend={t('clients.inbounds')}
          options={known.map((inbound) => ({
            value: String(inbound.id),
            label: <bdi>{inboundName(inbound)}</bdi>,
          }))}
        />
      )}
      <TextInput {...form.text('comment')} label={t('clients.comment')} autoComplete="off" dir="auto" />
    </FormBody>
  )
}
