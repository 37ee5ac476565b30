import { Alert, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { valueAt } from '#domain/core-config/edit.ts'
import {
  type BalancerForm,
  balancersOf,
  readBalancer,
  saveBalancer,
  strategies,
} from '#domain/outbounds/balancers.ts'
import { observatories } from '#domain/outbounds/observatory.ts'
import { matchedBy } from '#domain/outbounds/selector.ts'
import { outboundsOf, tagOf, tagProblem } from '#domain/outbounds/template-outbounds.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, useForm } from '../../../forms/form.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import boxes from '../boxes.module.css'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'

/** `?b=new` creates one, `?b==<tag>` edits one: a balancer may be called "new". */
export function BalancerDrawer() {
  const { t } = useTranslation()
  const { template } = useDraft()
  return (
    <SideDrawer
      param="b"
      title={(value) => (value === 'new' ? t('balancers.add') : <bdi>{value.slice(1)}</bdi>)}
    >
      {(value, close) => {
        if (value === 'new') return <Fields key={value} index={undefined} close={close} />
        const index = balancersOf(template).findIndex((b) => tagOf(b) === value.slice(1))
        if (index < 0) return <p>{t('balancers.gone')}</p>
        return <Fields key={value} index={index} close={close} />
      }}
    </SideDrawer>
  )
}

const blank: BalancerForm = { tag: '', selector: [], strategy: 'random', fallbackTag: '' }

function Fields({ index, close }: { index: number | undefined; close(): void }) {
  const { t } = useTranslation()
  const { template, change } = useDraft()
  const tags = useOutboundTags()
  const own = index === undefined ? undefined : balancersOf(template)[index]
  const form = useForm({
    initial: own ? readBalancer(own) : blank,
    check: ({ tag, selector }) => {
      const others = balancersOf(template)
        .map(tagOf)
        .filter((_, i) => i !== index)
      const problem = tagProblem(tag.trim(), others)
      return {
        ...(problem && { tag: t(problem === 'blank' ? 'outbounds.tagBlank' : 'outbounds.tagTaken') }),
        ...(selector.length === 0 && { selector: t('balancers.selectorBlank') }),
      }
    },
    submit: async (values) =>
      change((draft) => saveBalancer(draft, index, { ...values, tag: values.tag.trim() })),
    onDone: close,
  })
  const { selector, strategy, fallbackTag } = form.values
  const observes = strategy === 'leastPing' || strategy === 'leastLoad' || fallbackTag !== ''
  return (
    <FormBody
      form={form}
      verb={t(own ? 'outbounds.save' : 'balancers.addVerb')}
      closedBy={['b']}
      needsChange
      onCancel={close}
    >
      <TextInput {...form.text('tag', 'outbounds.tag')} dir="auto" autoComplete="off" data-autofocus />
      <TagsInput
        {...form.value('selector', 'balancers.selector', 'balancers.selectorHint')}
        data={tags.filter((tag) => !selector.includes(tag))}
        splitChars={[',', '\n']}
        acceptValueOnBlur
        className={boxes.tags ?? ''}
        dir="ltr"
      />
      <div className={styles.matched} aria-live="polite">
        <p className={styles.dim}>{t('balancers.members', { count: matchedBy(selector, tags).length })}</p>
        {selector.length > 0 && <Members members={matchedBy(selector, tags)} chosen={[]} />}
      </div>
      <ChoiceChips
        {...form.value('strategy')}
        legend={t('balancers.strategy')}
        options={strategies.map((value) => ({
          value,
          label: t(`balancers.strategyName.${value}`),
          hint: t(`balancers.strategyHint.${value}`),
        }))}
      />
      <NativeSelect
        {...form.text('fallbackTag', 'balancers.fallback', 'balancers.fallbackHint')}
        data={[
          { value: '', label: t('balancers.noFallback') },
          ...[...new Set([...tags, fallbackTag])].filter(Boolean),
        ]}
      />
      {observes && <Observes />}
    </FormBody>
  )
}

/** The observatory is added with the balancer; a core without one must restart for it. */
function Observes() {
  const { t } = useTranslation()
  const { stored } = useDraft()
  const isThere = observatories.some((kind) => valueAt(stored, [kind]) !== undefined)
  return (
    <Alert color={isThere ? 'teal' : 'orange'}>
      {t(isThere ? 'balancers.observed' : 'balancers.observes')}
    </Alert>
  )
}

/** Every outbound that a balancer can choose: those of the template and of subscriptions. */
export function useOutboundTags(): string[] {
  const { template, about } = useDraft()
  return [...new Set([...outboundsOf(template).map(tagOf), ...about.subscriptionOutboundTags])].filter(
    Boolean,
  )
}

/** More than these are shown as a number. */
const MOST = 24

export function Members({ members, chosen }: { members: readonly string[]; chosen: readonly string[] }) {
  const { t } = useTranslation()
  if (members.length === 0) return <p className={styles.failed}>{t('balancers.nobody')}</p>
  return (
    <ul className={styles.members} aria-label={t('balancers.membersLabel')}>
      {members.slice(0, MOST).map((member) => (
        <li key={member} className={styles.badge} data-chosen={chosen.includes(member) || undefined}>
          <bdi>{member}</bdi>
        </li>
      ))}
      {members.length > MOST && (
        <li className={styles.dim}>{t('balancers.more', { count: members.length - MOST })}</li>
      )}
    </ul>
  )
}
