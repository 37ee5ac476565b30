import type { ConfigChange } from '#contract/core-config.ts'
import { isBlock } from '#domain/inbounds/stream.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './review.module.css'
import { RuleSentence } from './rule-sentence.tsx'
import { useTargets } from './targets.ts'

/** The differences as a list: each with its place, what was, and what comes. Narrow enough for a phone. */
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
        {rule ? (
          t('review.rule')
        ) : path === 'routing.rules.order' ? (
          t('review.order')
        ) : (
          <code dir="ltr">{path}</code>
        )}
      </div>
      {before !== undefined && <Value sign="−" value={before} rule={rule} />}
      {after !== undefined && <Value sign="+" value={after} rule={rule} />}
    </li>
  )
}

/** Names that the core's API needs, made from the content: nothing that a person wrote. */
const withoutName = ({ ruleTag, ...rest }: Record<string, unknown>) =>
  typeof ruleTag === 'string' && ruleTag.startsWith('rule-') ? rest : { ...rest, ruleTag }

function Value({ sign, value, rule }: { sign: '+' | '−'; value: unknown; rule: boolean }) {
  const targets = useTargets()
  const Tag = sign === '+' ? 'ins' : 'del'
  const shown = rule && isBlock(value) ? withoutName(value) : value
  return (
    <Tag className={styles.value}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className={styles.text}>
        {rule && isBlock(value) && <RuleSentence rule={withoutName(value)} targets={targets} />}
        <pre dir="ltr">{typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)}</pre>
      </span>
    </Tag>
  )
}
