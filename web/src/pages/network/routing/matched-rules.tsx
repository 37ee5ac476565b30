import type { Block } from '#contract/inbound.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf } from '../draft/template.ts'
import styles from './routing.module.css'
import { isApiRule, isOff, saysSame } from './rule.ts'
import { RuleSentence } from './rule-sentence.tsx'
import { targetsOf } from './targets.ts'

/** The rule that decided, by its number in the list; several if it cannot be told which one did. */
export function MatchedRules({ rules }: { rules: readonly Block[] }) {
  const { t } = useTranslation()
  const { stored, about } = useDraft()
  const listed = rulesOf(stored).filter((rule) => !isApiRule(rule))
  const targets = targetsOf(stored, about)
  if (rules.length === 0) return <span className={styles.dim}>{t('tester.matched')}</span>
  return (
    <>
      <span className={styles.dim}>{t(rules.length === 1 ? 'tester.byRule' : 'tester.byOneOf')}</span>
      <ul className={styles.matched} aria-label={t('rule.list')}>
        {rules.map((rule) => {
          const at = listed.findIndex((other) => !isOff(other) && saysSame(other, rule))
          return (
            <li key={JSON.stringify(rule)} data-matched-rule={at + 1}>
              {at < 0 ? (
                <span className={styles.dim}>{t('tester.builtIn')}</span>
              ) : (
                <RuleNumber number={at + 1} rule={listed[at]} />
              )}
              <RuleSentence rule={rule} targets={targets} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Opens the rule, unless the draft has changed it. */
function RuleNumber({ number, rule }: { number: number; rule: Block | undefined }) {
  const { t } = useTranslation()
  const { place } = useServices()
  const { template } = useDraft()
  const name = t('tester.rule', { number })
  const at = rulesOf(template).findIndex((other) => rule && saysSame(other, rule))
  if (at < 0) return <strong>{name}</strong>
  return (
    <button
      type="button"
      className={styles.ruleLink}
      onClick={() => place.setParams({ rule: String(at) }, 'push')}
    >
      {name}
    </button>
  )
}
