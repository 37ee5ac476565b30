import { Switch } from '@mantine/core'
import type { Block } from '#contract/inbound.ts'
import { useApp } from '../../../services.tsx'
import { deletion, RowMenu } from '../../../table/row-menu.tsx'
import { CopyIcon, EditIcon } from '../../../ui/icons.tsx'
import type { Sorting } from '../../../ui/sortable-list.tsx'
import styles from './routing.module.css'
import { isOff, switched } from './rule.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { useTargets } from './targets.ts'

interface Props {
  rule: Block
  /** Its index among all rules, used in the form's URL. */
  index: number
  isChanged: boolean
  sorting: Sorting
  onReplace(next: Block[]): void
}

export function RuleRow({ rule, index, isChanged, sorting, onReplace }: Props) {
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
          { label: t('rule.edit'), icon: EditIcon, run: edit },
          ...sorting.entries,
          { label: t('rule.copy'), icon: CopyIcon, run: () => onReplace([rule, { ...rule }]) },
          deletion(t('rule.remove'), () => onReplace([])),
        ]}
      />
    </li>
  )
}
