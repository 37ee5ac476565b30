import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { textAt } from '#domain/inbounds/stream.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useParam } from '../../../router/use-place.ts'
import { useServices } from '../../../services.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NetworkIcon, PlusIcon } from '../../../ui/icons.tsx'
import { useVerbs } from '../../../verbs/use-verbs.ts'
import { useDraft } from '../draft/draft.tsx'
import { outboundsOf, rulesOf } from '../draft/template.ts'
import { PresetDrawer } from './preset-drawer.tsx'
import { PresetMenu } from './preset-menu.tsx'
import { QuickRule } from './quick-rule.tsx'
import { RouteTester } from './route-tester.tsx'
import styles from './routing.module.css'
import { isApiRule } from './rule.ts'
import { RuleDrawer } from './rule-drawer.tsx'
import { RuleList } from './rule-list.tsx'
import { TargetName } from './rule-sentence.tsx'
import { useTargets } from './targets.ts'

/** Rules as sentences; the first match decides. The route tester is at the top. */
export function RoutingTab() {
  const { t } = useTranslation()
  const { place } = useServices()
  const { template } = useDraft()
  const targets = useTargets()
  const tester = useRef<HTMLInputElement>(null)
  useTesterFocus(tester)
  const add = () => place.setParams({ rule: 'new' }, 'push')
  useVerbs(t('network.routing'), [
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
  const addButton = (
    <Button leftSection={<PlusIcon size={16} />} onClick={add}>
      {t('shell.ruleNew')}
    </Button>
  )
  return (
    <>
      <RouteTester field={tester} />
      <QuickRule />
      <div className={styles.listHead}>
        <h2 className={styles.listTitle}>{t('rule.list')}</h2>
        <div className={styles.listActions}>
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
  const { place } = useServices()
  const wanted = useParam('test')
  useEffect(() => {
    if (wanted === '') return
    place.setParams({ test: undefined })
    // After the heading took the focus, and after the palette gave it back.
    setTimeout(() => field.current?.focus(), 60)
  }, [wanted, place, field])
}
