import type { ConfigChange } from '#contract/core-config.ts'
import { taggedRules } from '#domain/core-config/rules.ts'
import { isBlock } from '#domain/inbounds/stream.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf, type Template } from '../draft/template.ts'
import { switched } from '../routing/rule.ts'
import { RuleSentence } from '../routing/rule-sentence.tsx'
import { useTargets } from '../routing/targets.ts'
import styles from './review.module.css'

/** The differences as a list: path, old value, new value. Narrow enough for a phone. */
export function ConfigChanges({ changes, more }: { changes: readonly ConfigChange[]; more: number }) {
  const { t } = useTranslation()
  if (changes.length === 0) return <p className={styles.dim}>{t('review.noChange')}</p>
  return (
    <>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <Change key={change.path} {...change} />
        ))}
      </ul>
      {more > 0 && <p className={styles.dim}>{t('review.more', { count: more })}</p>}
    </>
  )
}

const orderPath = 'routing.rules.order'
const isRule = (path: string) => /^routing\.rules\[[^\]]*\]$/.test(path)

function Change({ path, before, after }: ConfigChange) {
  const { t } = useTranslation()
  const rule = isRule(path)
  const kind =
    before === undefined ? 'review.added' : after === undefined ? 'review.removed' : 'review.changed'
  return (
    <li className={styles.change}>
      <div className={styles.place}>
        <span className={styles.kind} data-kind={kind}>
          {t(kind)}
        </span>
        {rule ? t('review.rule') : path === orderPath ? t('review.order') : <code dir="ltr">{path}</code>}
      </div>
      {path === orderPath ? (
        <NewOrder tags={after} />
      ) : (
        <>
          {before !== undefined && <Value sign="−" value={before} rule={rule} />}
          {after !== undefined && <Value sign="+" value={after} rule={rule} />}
        </>
      )}
    </li>
  )
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

/** Names that the core's API needs, derived from the content: nobody typed them. */
const withoutName = ({ ruleTag, ...rest }: Record<string, unknown>) =>
  typeof ruleTag === 'string' && ruleTag.startsWith('rule-') ? rest : { ...rest, ruleTag }

function Value({ sign, value, rule }: { sign: '+' | '−'; value: unknown; rule: boolean }) {
  const targets = useTargets()
  const Tag = sign === '+' ? 'ins' : 'del'
  const shown = rule && isBlock(value) ? withoutName(value) : value
  const text = <pre dir="ltr">{typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)}</pre>
  return (
    <Tag className={styles.value}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className={styles.text}>
        {rule && isBlock(value) ? (
          <>
            <RuleSentence rule={withoutName(value)} targets={targets} />
            <details>
              <summary>JSON</summary>
              {text}
            </details>
          </>
        ) : (
          text
        )}
      </span>
    </Tag>
  )
}
