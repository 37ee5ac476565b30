import type { ReactNode } from 'react'
import type { ConfigChange } from '#contract/core-config.ts'
import { useTranslation } from '../i18n/translation.tsx'
import styles from '../pages/network/review/review.module.css'

interface Props {
  changes: readonly ConfigChange[]
  /** How many more there are than are listed. */
  more: number
  /** Another name or picture of a change than its path and values. */
  special?: (change: ConfigChange) => { name: ReactNode; body: ReactNode } | undefined
}

/** The differences as a list: path, old value, new value. Narrow enough for a phone. */
export function ChangeList({ changes, more, special }: Props) {
  const { t } = useTranslation()
  if (changes.length === 0) return <p className="dim">{t('review.noChange')}</p>
  return (
    <>
      <ul className="stack10">
        {changes.map((change) => (
          <Change key={change.path} change={change} special={special?.(change)} />
        ))}
      </ul>
      {more > 0 && <p className="dim">{t('review.more', { count: more })}</p>}
    </>
  )
}

interface ChangeProps {
  change: ConfigChange
  special: { name: ReactNode; body: ReactNode } | undefined
}

function Change({ change: { path, before, after }, special }: ChangeProps) {
  const { t } = useTranslation()
  const kind =
    before === undefined ? 'review.added' : after === undefined ? 'review.removed' : 'review.changed'
  return (
    <li className={styles.change}>
      <div className={styles.place}>
        <span className={styles.kind} data-kind={kind}>
          {t(kind)}
        </span>
        {special?.name ?? <code dir="ltr">{path}</code>}
      </div>
      {special?.body ?? (
        <>
          {before !== undefined && <ChangedValue sign="−">{plain(before)}</ChangedValue>}
          {after !== undefined && <ChangedValue sign="+">{plain(after)}</ChangedValue>}
        </>
      )}
    </li>
  )
}

export const plain = (value: unknown) => (
  <pre dir="ltr">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
)

/** One side of a change, with its sign. */
export function ChangedValue({ sign, children }: { sign: '+' | '−'; children: ReactNode }) {
  const Tag = sign === '+' ? 'ins' : 'del'
  return (
    <Tag className={styles.value}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className={styles.text}>{children}</span>
    </Tag>
  )
}
