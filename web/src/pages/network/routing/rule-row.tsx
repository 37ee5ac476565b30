import { Switch } from '@mantine/core'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Block } from '#contract/inbound.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { type MenuEntry, RowMenu } from '../../../table/row-menu.tsx'
import { CopyIcon, DownIcon, EditIcon, GripIcon, TrashIcon, UpIcon } from '../../../ui/icons.tsx'
import styles from './routing.module.css'
import { isOff, switched } from './rule.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { useTargets } from './targets.ts'

interface Props {
  rule: Block
  /** Its index among the shown rules. */
  place: number
  last: number
  /** Its index among all rules, used in the form's URL. */
  index: number
  isChanged: boolean
  isDragged: boolean
  /** A row is being dragged: this one is placed by its position, not by list order. */
  isMoving: boolean
  onHandle(event: PointerEvent<HTMLElement>): void
  onMove(by: number): void
  onReplace(next: Block[]): void
}

export function RuleRow(props: Props) {
  const { rule, place, isChanged, isDragged, onHandle, onMove, onReplace } = props
  const { t, measures } = useTranslation()
  const { router } = useServices()
  const targets = useTargets()
  const number = place + 1
  const edit = () => router.setParams({ rule: String(props.index) }, 'push')
  function onKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li
      className={styles.row}
      data-dragged={isDragged || undefined}
      data-changed={isChanged || undefined}
      data-off={isOff(rule) || undefined}
      {...(props.isMoving && { style: { order: place } })}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={t('rule.handle', { number })}
        onPointerDown={onHandle}
        onKeyDown={onKey}
      >
        <GripIcon size={18} />
        {measures.count(number)}
      </button>
      <button type="button" className={styles.open} onClick={edit}>
        <RuleSentence rule={rule} targets={targets} />
      </button>
      <Switch
        size="md"
        checked={!isOff(rule)}
        onChange={(event) => onReplace([switched(rule, event.currentTarget.checked)])}
        aria-label={t('rule.enabled', { number })}
      />
      <RowMenu label={t('rule.menu', { number })} entries={() => entriesOf(props, edit, t)} />
    </li>
  )
}

function entriesOf(
  { rule, place, last, onMove, onReplace }: Props,
  edit: () => void,
  t: ReturnType<typeof useTranslation>['t'],
): MenuEntry[] {
  return [
    { label: t('rule.edit'), icon: EditIcon, run: edit },
    {
      label: t('rule.up'),
      icon: UpIcon,
      run: () => onMove(-1),
      ...(place === 0 && { why: t('rule.isFirst') }),
    },
    {
      label: t('rule.down'),
      icon: DownIcon,
      run: () => onMove(1),
      ...(place === last && { why: t('rule.isLast') }),
    },
    { label: t('rule.copy'), icon: CopyIcon, run: () => onReplace([rule, { ...rule }]) },
    { label: t('rule.remove'), icon: TrashIcon, danger: true, apart: true, run: () => onReplace([]) },
  ]
}
