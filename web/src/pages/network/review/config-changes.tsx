import type { ConfigChange } from '#contract/core-config.ts'
import { taggedRules } from '#domain/core-config/rules.ts'
import { isBlock } from '#domain/untyped.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { ChangedValue, ChangeList, plain } from '../../../review/change-list.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf, type Template } from '../draft/template.ts'
import { switched } from '../routing/rule.ts'
import { RuleSentence } from '../routing/rule-sentence.tsx'
import { useTargets } from '../routing/targets.ts'
import styles from './review.module.css'

const orderPath = 'routing.rules.order'
const isRule = (path: string) => /^routing\.rules\[[^\]]*\]$/.test(path)

/** The differences of the template; rules are written as sentences. */
export function ConfigChanges({ changes, more }: { changes: readonly ConfigChange[]; more: number }) {
  const { t } = useTranslation()
  const special = ({ path, before, after }: ConfigChange) => {
    if (path === orderPath) return { name: t('network.reviewOrder'), body: <NewOrder tags={after} /> }
    if (!isRule(path)) return undefined
    const body = (
      <>
        {before !== undefined && <RuleValue sign="−" value={before} />}
        {after !== undefined && <RuleValue sign="+" value={after} />}
      </>
    )
    return { name: t('network.reviewRule'), body }
  }
  return <ChangeList changes={changes} more={more} special={special} />
}

/** The unchanged rules in their new order; those of an earlier version may be known by name only. */
function NewOrder({ tags }: { tags: unknown }) {
  const { stored, template } = useDraft()
  const targets = useTargets()
  const known = new Map([stored, template].flatMap((one) => namedRules(one)))
  return (
    <ol className={styles.order}>
      {(Array.isArray(tags) ? tags : []).map((tag) => {
        const rule = known.get(String(tag))
        return (
          <li key={String(tag)}>
            {rule ? <RuleSentence rule={rule} targets={targets} /> : <code>{String(tag)}</code>}
          </li>
        )
      })}
    </ol>
  )
}

/** By the names in the generated configuration, which are derived from the content. */
const namedRules = (template: Template) => {
  const rules = rulesOf(template).map((rule) => switched(rule, true))
  return taggedRules(rules).map(({ ruleTag }, i) => [String(ruleTag), rules[i] ?? {}] as const)
}

/** Names that the panel derives for the core's API. The user did not type them. */
const withoutName = ({ ruleTag, ...rest }: Record<string, unknown>) =>
  typeof ruleTag === 'string' && ruleTag.startsWith('rule-') ? rest : { ...rest, ruleTag }

function RuleValue({ sign, value }: { sign: '+' | '−'; value: unknown }) {
  const targets = useTargets()
  if (!isBlock(value)) return <ChangedValue sign={sign}>{plain(value)}</ChangedValue>
  const rule = withoutName(value)
  return (
    <ChangedValue sign={sign}>
      <RuleSentence rule={rule} targets={targets} />
      <details>
        <summary>JSON</summary>
        {plain(rule)}
      </details>
    </ChangedValue>
  )
}
