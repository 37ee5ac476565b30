import { NumberInput, Switch } from '@mantine/core'
import type { RotationKind, RotationRules, RotationState } from '#contract/rotation-api.ts'
import { endpoints, keyOf } from '../../../api/endpoints.ts'
import { FormBody, useForm } from '../../../forms/form.tsx'
import { TagsField } from '../../../forms/tags-field.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Card } from '../../../ui/card.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'

type Form = RotationRules['pools'] & Omit<RotationRules, 'pools'>

const samples: Record<RotationKind, string> = {
  port: '443, 8443',
  address: 'a.example.com',
  sni: 'www.example.com',
  shortId: '0123abcd',
}
const kinds = Object.keys(samples) as RotationKind[] // of the object above

const bodyOf = ({ port, address, sni, shortId, ...rest }: Form): RotationRules => ({
  pools: { port, address, sni, shortId },
  ...rest,
})

/** The pools of an inbound, and when they rotate. */
export function RulesForm({ id, state }: { id: number; state: RotationState }) {
  const { t } = useTranslation()
  const { api, queries } = useServices()
  const { pools, ...rest } = state.rules
  const form = useForm<Form, RotationState>({
    initial: { ...pools, ...rest },
    submit: (values) => api.call(endpoints.rotation.save, { params: { id }, body: bodyOf(values) }),
    async onDone() {
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.rotation.state, { params: { id } }) })
      await queries.invalidateQueries({ queryKey: [endpoints.rotation.preview.path] })
    },
  })
  return (
    <Card title={t('rotation.rules')}>
      <FormBody form={form} verb={t('rotation.save')} closedBy={['rotation']}>
        {kinds.map((kind) => (
          <Pool key={kind} kind={kind} state={state} field={form.value(kind)} />
        ))}
        <NumberInput
          {...form.value('everyDays', 'rotation.everyDays', 'rotation.everyDaysHint')}
          onChange={(value) => form.set('everyDays', Number(value))}
          min={0}
          max={3_650}
          allowDecimal={false}
        />
        <NumberInput
          {...form.value('percent', 'rotation.percent', 'rotation.percentHint')}
          onChange={(value) => form.set('percent', Number(value))}
          min={1}
          max={100}
          allowDecimal={false}
        />
        <Switch
          size="md"
          {...form.check('onVerdict', 'rotation.onVerdict')}
          description={t('rotation.onVerdictHint')}
        />
      </FormBody>
    </Card>
  )
}

interface PoolProps {
  kind: RotationKind
  state: RotationState
  field: { name: string; value: string[]; onChange(value: string[]): void }
}

/** Disabled, with the reason, where this does not rotate; values that are there can still be removed. */
function Pool({ kind, state, field }: PoolProps) {
  const { t } = useTranslation()
  const why = state.cannot.find((one) => one.kind === kind)
  const said = useSayCoded(why?.reasonCoded)
  return (
    <TagsField
      {...field}
      label={t(`rotation.pool.${kind}`)}
      description={why ? said(why.reasonCoded, why.reason) : undefined}
      placeholder={samples[kind]}
      disabled={why !== undefined && field.value.length === 0}
    />
  )
}
