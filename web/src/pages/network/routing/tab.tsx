import { Menu, NativeSelect, Switch, TextInput } from '@mantine/core'
import { Fragment, useEffect, useRef } from 'react'
import type { Block } from '#contract/inbound.ts'
import { taggedRules } from '#domain/core-config/rules.ts'
import { textAt } from '#domain/untyped.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { useParam } from '../../../router/use-url-state.ts'
import { useApp } from '../../../services.tsx'
import { deletion, editing, RowMenu } from '../../../table/row-menu.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon, NetworkIcon, PlusIcon } from '../../../ui/icons.tsx'
import { SortableList, type Sorting } from '../../../ui/sortable-list.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useDraft } from '../draft/draft.tsx'
import { outboundsOf, rulesOf, withRules } from '../draft/template.ts'
import { readWhere } from '../where.ts'
import { PresetDrawer } from './preset-drawer.tsx'
import { presets } from './presets.ts'
import { RouteTester } from './route-tester.tsx'
import styles from './routing.module.css'
import { emptyRule, isApiRule, isOff, ruleOf, switched } from './rule.ts'
import { RuleDrawer } from './rule-drawer.tsx'
import { RuleSentence, TargetName } from './rule-sentence.tsx'
import { useTargets } from './targets.ts'
import { useSaveRule } from './use-save-rule.ts'

/** Rules as sentences; the first match decides. The route tester is at the top. */
export function RoutingTab() {
  const { t, router } = useApp()
  const { template } = useDraft()
  const targets = useTargets()
  const tester = useRef<HTMLInputElement>(null)
  useTesterFocus(tester)
  const add = () => router.setParams({ rule: 'new' }, 'push')
  useCommands(t('network.routing'), [
    { id: 'network.addRule', label: t('shell.ruleNew'), keys: 'n', icon: PlusIcon, run: add },
    {
      id: 'network.test',
      label: t('shell.testerTitle'),
      keys: '/',
      keyOnly: true,
      run: () => tester.current?.focus(),
    },
  ])
  const rules = rulesOf(template).filter((rule) => !isApiRule(rule))
  const [first] = outboundsOf(template)
  const addButton = <Button label={t('shell.ruleNew')} primary icon={PlusIcon} onClick={add} />
  return (
    <>
      <RouteTester field={tester} />
      <QuickRule />
      <div className={styles.listHead}>
        <h2 className={styles.listTitle}>{t('rule.list')}</h2>
        <div className="wrap8">
          <PresetMenu />
          {addButton}
        </div>
      </div>
      {rules.length === 0 ? (
        <EmptyState icon={NetworkIcon} title={t('rule.noneTitle')} text={t('rule.noneText')} />
      ) : (
        <RuleList />
      )}
      {first && (
        <p className={styles.last}>
          {t('rule.rest')} <TargetName target={`outbound ${textAt(first, 'tag')}`} targets={targets} />
        </p>
      )}
      <RuleDrawer />
      <PresetDrawer />
    </>
  )
}

/** `?test=1`: opened from the palette. */
function useTesterFocus(field: { current: HTMLInputElement | null }): void {
  const { router } = useApp()
  const wanted = useParam('test')
  useEffect(() => {
    if (wanted === '') return
    router.setParams({ test: undefined })
    // After the heading took the focus, and after the palette gave it back.
    setTimeout(() => field.current?.focus(), 60)
  }, [wanted, router, field])
}

/** Common rules; one that is chosen says what it will do before it is added. */
function PresetMenu() {
  const { t, router } = useApp()
  return (
    <Menu width={290}>
      <Menu.Target>
        <Button label={t('preset.title')} />
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map(({ id, label, to }, i) => (
          <Fragment key={id}>
            {i > 0 && presets[i - 1]?.to !== to && <Menu.Divider />}
            <Menu.Item onClick={() => router.setParams({ preset: id }, 'push')}>{t(label)}</Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The rules in the core's order; the rule for the panel's own API is hidden. */
function RuleList() {
  const { t } = useApp()
  const { template, stored, change } = useDraft()
  const all = rulesOf(template)
  const shown = all.filter((rule) => !isApiRule(rule))
  const names = namesOf(shown)
  const before = new Set(namesOf(rulesOf(stored)))
  function put(next: readonly Block[]) {
    change((now) => withRules(now, [...rulesOf(now).filter(isApiRule), ...next]))
    return true
  }
  return (
    <SortableList
      rows={shown}
      keyOf={(_, at) => names[at] ?? ''}
      words={{
        list: t('rule.list'),
        up: t('rule.up'),
        down: t('rule.down'),
        isFirst: t('rule.isFirst'),
        isLast: t('rule.isLast'),
        movedTo: (place) => t('rule.movedTo', { place, count: shown.length }),
        handle: (number) => t('rule.handle', { number }),
      }}
      onSort={put}
    >
      {(rule, at, sorting) => (
        <RuleRow
          key={names[at]}
          rule={rule}
          index={all.indexOf(rule)}
          isChanged={!before.has(names[at] ?? '')}
          sorting={sorting}
          onReplace={(next) => put(shown.flatMap((other, i) => (i === at ? next : [other])))}
        />
      )}
    </SortableList>
  )
}

/** Keyed by content, like the core's own names: a moved row keeps its identity and focus. */
const namesOf = (rules: readonly Block[]): string[] => taggedRules(rules).map((rule) => String(rule.ruleTag))

interface RuleRowProps {
  rule: Block
  /** Its index among all rules, used in the form's URL. */
  index: number
  isChanged: boolean
  sorting: Sorting
  onReplace(next: Block[]): void
}

function RuleRow({ rule, index, isChanged, sorting, onReplace }: RuleRowProps) {
  const { t, router } = useApp()
  const targets = useTargets()
  const { number } = sorting
  const edit = () => router.setParams({ rule: String(index) }, 'push')
  return (
    <li {...sorting.row} data-changed={isChanged || undefined} data-off={isOff(rule) || undefined}>
      {sorting.handle}
      <button type="button" className={styles.open} onClick={edit}>
        <RuleSentence rule={rule} targets={targets} />
      </button>
      <Switch
        checked={!isOff(rule)}
        onChange={(event) => onReplace([switched(rule, event.currentTarget.checked)])}
        aria-label={t('rule.enabled', { number })}
      />
      <RowMenu
        label={t('rule.menu', { number })}
        entries={() => [
          editing(t('rule.edit'), edit),
          ...sorting.entries,
          { label: t('rule.copy'), icon: CopyIcon, run: () => onReplace([rule, { ...rule }]) },
          deletion(t('rule.remove'), () => onReplace([])),
        ]}
      />
    </li>
  )
}

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
function QuickRule() {
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
