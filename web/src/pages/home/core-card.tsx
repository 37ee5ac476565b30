import type { CoreStatus } from '#contract/status.ts'
import { type Translate, useTranslation } from '../../i18n/translation.tsx'
import styles from './core-card.module.css'

interface Words {
  tone: 'none' | 'good' | 'warn' | 'bad'
  state: string
  text: string
}

/** "Unknown" is what a core that never ran has for a version. */
const neverRan = ({ state, version }: CoreStatus) => state === 'stop' && version === 'Unknown'

const wordsFor: Record<CoreStatus['state'], (core: CoreStatus, t: Translate) => Words> = {
  running: ({ version }, t) => ({
    tone: 'good',
    state: t('home.coreRunning'),
    text: t('home.coreRunningText', { version }),
  }),
  stop: ({ version }, t) => ({
    tone: 'warn',
    state: t('home.coreStopped'),
    text: t('home.coreStoppedText', { version }),
  }),
  // The core's own words say more than ours.
  error: ({ errorMsg }, t) => ({
    tone: 'bad',
    state: t('home.coreError'),
    text: errorMsg || t('home.coreErrorText'),
  }),
}

export function CoreCard({ core }: { core: CoreStatus }) {
  const { t } = useTranslation()
  const words: Words = neverRan(core)
    ? { tone: 'none', state: t('home.coreNone'), text: t('home.coreNoneText') }
    : wordsFor[core.state](core, t)
  return (
    <section className={styles.card} data-tone={words.tone} aria-label={t('home.core')}>
      <span className={styles.dot} />
      <div>
        <h2 className={styles.state}>{words.state}</h2>
        <p className={styles.text}>
          <bdi>{words.text}</bdi>
        </p>
      </div>
    </section>
  )
}
