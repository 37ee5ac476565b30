import { NativeSelect, TextInput } from '@mantine/core'
import type { Block } from '#contract/inbound.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { readWhere } from '../where.ts'
import styles from './routing.module.css'
import { emptyRule, ruleOf } from './rule.ts'
import { useTargets } from './targets.ts'
import { useSaveRule } from './use-save-rule.ts'

/** More than these would be too many chips. */
const MOST_CHIPS = 6

/** Domains and IPs in one rule would both have to match, so each kind gets its own rule. */
const rulesFrom = ({ where, target }: { where: string; target: string }): Block[] => {
  const { domain, ip } = readWhere(where)
  return [{ domain }, { ip }]
    .filter((part) => Object.values(part).some((values) => values.length > 0))
    .map((part) => ruleOf({ ...emptyRule, ...part, target }))
}

/** The common rule inline: what, where to, and then its diff. */
export function QuickRule() {
  const { t, router } = useApp()
  const save = useSaveRule()
  const targets = useTargets()
  const usual = targets.find(({ tone }) => tone === 'blocked') ?? targets[0]
  const form = useForm({
    initial: { where: '', target: usual?.value ?? '' },
    check: ({ where }) => (where.trim() === '' ? { where: t('rule.needWhere') } : {}),
    submit: (values) => save(rulesFrom(values)),
    onDone() {
      form.reset({ where: '', target: form.values.target })
      router.setParams({ review: '1' }, 'push')
    },
  })
  const target = targets.some(({ value }) => value === form.values.target)
    ? form.values.target
    : (usual?.value ?? '')
  return (
    <section className={styles.card} aria-labelledby="quick-rule">
      <h2 id="quick-rule" className={styles.cardTitle}>
        {t('rule.quick')}
      </h2>
      <FormBody
        form={form}
        verb={t('rule.addReview')}
        careless
        aside={
          <Button
            label={t('rule.moreFields')}
            variant="subtle"
            onClick={() => router.setParams({ rule: 'new', where: form.values.where }, 'push')}
          />
        }
      >
        <div className={styles.quick}>
          <TextInput
            {...form.text('where', 'rule.where', 'rule.whereHelp')}
            placeholder="geosite:openai, example.com, 10.0.0.0/8"
            {...machineText}
          />
          {targets.length > MOST_CHIPS ? (
            <NativeSelect
              {...form.text('target', 'rule.goesTo')}
              value={target}
              data={targets.map(({ value, tag }) => ({ value, label: tag }))}
            />
          ) : (
            <ChoiceChips
              legend={t('rule.goesTo')}
              name="target"
              value={target}
              onChange={(value) => form.set('target', value)}
              options={targets.map(({ value, tag }) => ({ value, label: <bdi>{tag}</bdi> }))}
            />
          )}
        </div>
      </FormBody>
    </section>
  )
}
