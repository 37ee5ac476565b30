import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import { taggedRules } from '#domain/core-config/rules.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { moved, useDrag } from '../../../ui/use-drag.ts'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf, withRules } from '../draft/template.ts'
import styles from './routing.module.css'
import { isApiRule } from './rule.ts'
import { RuleRow } from './rule-row.tsx'

/** The rules in the core's order; the rule for the panel's own API is hidden. */
export function RuleList() {
  const { t } = useTranslation()
  const { template, stored, change } = useDraft()
  const [said, setSaid] = useState('')
  const all = rulesOf(template)
  const shown = all.filter((rule) => !isApiRule(rule))
  const names = namesOf(shown)
  const before = new Set(namesOf(rulesOf(stored)))

  function put(next: readonly Block[]) {
    change((now) => withRules(now, [...rulesOf(now).filter(isApiRule), ...next]))
  }
  function move(from: number, to: number) {
    if (to < 0 || to >= shown.length || to === from) return
    put(moved(shown, from, to))
    setSaid(t('rule.movedTo', { place: to + 1, count: shown.length }))
  }
  const drag = useDrag(move)
  const order = drag.active ? moved(names, drag.active.from, drag.active.to) : names
  return (
    <>
      <ol ref={drag.list} className={styles.list} aria-label={t('rule.list')}>
        {shown.map((rule, at) => {
          const name = names[at] ?? ''
          return (
            <RuleRow
              key={name}
              rule={rule}
              place={order.indexOf(name)}
              // Shown at its new position while dragged; moving the element itself would end the drag.
              isMoving={drag.active !== undefined}
              last={shown.length - 1}
              index={all.indexOf(rule)}
              isChanged={!before.has(name)}
              isDragged={drag.active?.from === at}
              onHandle={(event) => drag.start(at, event)}
              onMove={(by) => move(at, at + by)}
              onReplace={(next) => put(shown.flatMap((other, i) => (i === at ? next : [other])))}
            />
          )
        })}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

/** Keyed by content, like the core's own names: a moved row keeps its identity and focus. */
const namesOf = (rules: readonly Block[]): string[] => taggedRules(rules).map((rule) => String(rule.ruleTag))
