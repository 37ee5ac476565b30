import { type FormEvent, useRef } from 'react'
import type { Block } from '#contract/inbound.ts'
import { FormBody, useForm } from '../../../forms/form.tsx'
import { useParam } from '../../../router/use-url-state.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { NetworkIcon } from '../../../ui/icons.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf } from '../draft/template.ts'
import { readWhere } from '../where.ts'
import { emptyRule, type RuleValues, ruleOf, ruleValues } from './rule.ts'
import { RuleFields } from './rule-fields.tsx'
import { useTargets } from './targets.ts'
import { useSaveRule } from './use-save-rule.ts'

/** `?rule=new`, `?rule=2`. */
export function RuleDrawer() {
  const { t } = useApp()
  const { template } = useDraft()
  const rules = rulesOf(template)
  return (
    <SideDrawer
      param="rule"
      also={['where']}
      title={(value) => t(value === 'new' ? 'shell.ruleNew' : 'rule.edit')}
    >
      {(value, close) => {
        const rule = value === 'new' ? undefined : rules[Number(value)]
        if (value !== 'new' && !rule)
          return <EmptyState icon={NetworkIcon} title={t('rule.goneTitle')} text={t('rule.goneText')} />
        return <RuleForm key={value} rule={rule} {...(rule && { at: Number(value) })} onClose={close} />
      }}
    </SideDrawer>
  )
}

function RuleForm({ rule, at, onClose }: { rule: Block | undefined; at?: number; onClose(): void }) {
  const { t, router } = useApp()
  const save = useSaveRule()
  const [usual] = useTargets()
  const where = useParam('where')
  const reviews = useRef(true)
  const form = useForm<RuleValues, void>({
    initial: rule ? ruleValues(rule) : { ...emptyRule, ...readWhere(where), target: usual?.value ?? '' },
    check: (values) => (hasCondition(values) ? {} : { domain: t('rule.needCondition') }),
    submit: (values) => save([ruleOf(values, rule)], at),
    onDone() {
      if (reviews.current) router.setParams({ rule: undefined, where: undefined, review: '1' }, 'push')
      else onClose()
    },
  })
  const submit = (isReviewed: boolean) => (event?: FormEvent) => {
    reviews.current = isReviewed
    form.onSubmit(event)
  }
  return (
    <FormBody
      form={{ ...form, onSubmit: submit(true) }}
      verb={t('rule.addReview')}
      closedBy={['rule']}
      aside={<Button label={t('rule.keep')} onClick={() => submit(false)()} />}
    >
      <RuleFields form={form} />
    </FormBody>
  )
}

/** The core refuses a rule without conditions. */
const hasCondition = ({ target: _, ...conditions }: RuleValues) =>
  Object.values(conditions).some((value) => value.length > 0)
