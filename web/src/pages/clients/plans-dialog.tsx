import { ActionIcon, Button, Modal, NumberInput, Switch, TextInput } from '@mantine/core'
import { FormBody } from '../../forms/form-body.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import styles from './bulk.module.css'
import { planWords } from './plan-words.ts'
import { firstPlans, usePlans } from './plans.ts'

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
      <Body />
    </Modal>
  )
}

const blank = {
  name: '',
  gigabytes: 50 as number | string,
  days: 30 as number | string,
  fromFirstUse: false,
  limitIp: 0 as number | string,
  group: '',
}

function Body() {
  const words = useTranslation()
  const { t } = words
  const [plans, setPlans] = usePlans()
  const form = useForm({
    initial: blank,
    submit: async ({ gigabytes, days, limitIp, ...rest }) =>
      setPlans([
        ...plans,
        { ...rest, gigabytes: Number(gigabytes), days: Number(days), limitIp: Number(limitIp) },
      ]),
    onDone: () => form.reset(blank),
  })
  return (
    <div className={styles.body}>
      <p className={styles.preview}>{t('plans.text')}</p>
      <div>
        {plans.map((plan) => {
          const { label, hint } = planWords(plan, words)
          return (
            <div key={JSON.stringify(plan)} className={styles.plan}>
              <span>
                <bdi>{label}</bdi> {hint && <span className={styles.preview}>{hint}</span>}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="inherit"
                size={36}
                aria-label={t('plans.drop', { name: label })}
                disabled={plans.length === 1}
                onClick={() => setPlans(plans.filter((other) => other !== plan))}
              >
                <TrashIcon size={18} />
              </ActionIcon>
            </div>
          )
        })}
      </div>
      <FormBody
        form={form}
        verb={t('plans.add')}
        careless
        aside={
          plans !== firstPlans && (
            <Button variant="subtle" onClick={() => setPlans(firstPlans)}>
              {t('plans.first')}
            </Button>
          )
        }
      >
        <TextInput {...form.text('name')} label={t('plans.name')} dir="auto" />
        <div className={styles.planFields}>
          <NumberInput {...form.value('gigabytes')} label={t('clientForm.quota')} min={0} suffix=" GB" />
          <NumberInput {...form.value('days')} label={t('clientForm.days')} min={0} allowDecimal={false} />
          <NumberInput {...form.value('limitIp')} label={t('clients.limitIp')} min={0} allowDecimal={false} />
          <TextInput {...form.text('group')} label={t('clients.group')} dir="auto" />
        </div>
        <Switch size="md" {...form.check('fromFirstUse')} label={t('plans.fromFirstUse')} />
      </FormBody>
    </div>
  )
}
